"""Games and puzzles in JSON files of other programs, also with an object on each line (JSON Lines).

A puzzle of lfz084/renju has its stones in ``stones``, by turns black and white, or in ``blackStones`` and
``whiteStones``, the colour to move in ``side`` (1 or 2), a number of the rule in ``rule`` and a board size in ``size``.
Rows count from the bottom of a board of 15 rows, whatever the size. ``defaultSettings`` holds what the puzzles leave
out. Lists of points are games, also with the numbers of the two colours by turns (``"G9,1"`` or ``[7, 7, 1]``, as
toKaiBaoCode writes moves); points with other numbers are positions. A text of cells is a game, too.

Other puzzles have the rows of the board from the top, as a text or a list of texts, in ``board`` or ``initialBoard``,
and the colour to move in ``side`` (``black`` or ``white``), if anywhere. An object may name the rule of all games in
it, for example in ``variant`` or ``difficulty``; puzzles with ``forbidden_moves`` are renju.

Source: puzzleCoder.js and the puzzles of lfz084/renju; openings of tc-imba/gomoku; lessons of ef81sp/holorenju
(scenario.ts, boardParser.ts); puzzle sets for language models in JSON Lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.geometry import MOST_ROWS, Position
from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.model import EMPTY, ParseError
from game.core.plain_text import one_line
from game.core.ruleset import PluginError, Ruleset
from game.library.formats.diagrams import crosses_sentence, rows_of_diagram, unknown_row, unknown_row_error
from game.library.formats.lists.json_moves import (
    USUAL_SIZE,
    BoardTerms,
    contradicts_board,
    moves_of,
    players_of,
    result_of,
)
from game.library.formats.lists.move_lists import CELLS
from game.library.formats.lists.positions import likely_colour, set_up
from game.library.formats.opened_file import LEFT_OUT, OpenedFile
from game.library.formats.plain_games import study_of_stones
from game.library.formats.pos import cells_of
from game.library.formats.renju_evidence import renju_in_name, renju_sentence
from game.library.formats.results import RESULT
from game.library.formats.terms import RENJU, GameRules, RuleBook
from game.library.formats.texts import ImportWarnings, cleaned, decoded, encoding_of
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign

TITLE = gettext_noop("Games in JSON")
#: The largest number of values and of games of a file.
_MOST_VALUES, _MOST_GAMES = 500_000, 20_000
#: Maximum number of characters of a text with cells, and of a comment.
_LONGEST, _LONGEST_COMMENT = 4_000, 20_000
#: Numbers of rules in puzzles, and the Gomocup's numbers of the same rules.
_RULES = {0: 0, 1: 1, 2: RENJU}
_MARKED = re.compile(r"([A-Za-z][1-9][0-9]?)\s*,\s*([12])")
#: A stone, or a pass, in the text of a puzzle.
_STONE = re.compile(r"[A-Za-z][0-9]{1,2}(?![0-9])")
_TAG, _BREAK = re.compile(r"<[^<>]{0,2000}>"), re.compile(r"<br\s*/?>", re.IGNORECASE)
#: Keys of texts with the moves of a game.
_GAME_KEYS = frozenset(("moves", "game", "record", "kifu", "line", "opening", "sequence"))
_STONES = ("stones", "blackStones", "whiteStones")
#: Keys of the lists of Black's and White's stones in an object.
_SETS_OF_STONES = (("black", "white"), ("b", "w"))
#: Maximum number of characters of a name of a rule, and of different names that are looked at.
_LONGEST_NAME, _MOST_NAMED = 60, 200
#: Keys of the rows of a board, and of texts that may name the rule of the games in an object.
_BOARDS, _RULE_KEYS = ("board", "initialBoard"), ("ruleset", "variant", "rule", "rules", "ruleMode", "difficulty")
#: A key that only puzzles of renju have, and the steps of a lesson that change single stones.
_RENJU_KEY, _STEPS = "forbidden_moves", ("place", "remove")
#: Keys of the stones of the row that won.
_WON_ROW = re.compile(r"win", re.IGNORECASE)
#: Colours to move as puzzles write them, by the number of the side.
_SIDES = {1: 0, 2: 1, "1": 0, "2": 1, "black": 0, "white": 1, "b": 0, "w": 1}
#: Keys of the texts in an object, as lessons nest them.
_TEXT_KEYS = ("text", "content", "base")


_USUAL_BOARD = BoardTerms()


def is_json(text: str) -> bool:
    """Return True if a text begins like JSON, and with no game in SGF in it."""
    start = text.lstrip("\ufeff \r\n\t")
    return re.match(r"\{\s*+[\"}]|\[\s*+[\[{\"]", start) is not None and "(;" not in start


def read_json(content: bytes, rulesets: Mapping[str, Ruleset], name: str = "") -> OpenedFile:
    """Read the games and positions in a JSON file, whose name may tell their rule.

    Raises ParseError if it is no JSON or has none.
    """
    values, wrong = _values(decoded(content).removeprefix("\ufeff"))
    reason = renju_in_name(name)
    reader = _JsonReader(RuleBook(rulesets))
    studies = list(reader.studies(values, "renju" if reason else ""))
    if not studies:
        raise reader.refused or ParseError(_no_game(reader))
    warnings = ImportWarnings()
    if wrong:
        warnings.add_sentence(
            plural("Left out: {count} line that is not JSON.", "Left out: {count} lines that are not JSON.", wrong)
        )
    if reader.steps:
        warnings.add_sentence(
            plural(
                "Left out: {count} stone that a lesson places or removes step by step.",
                "Left out: {count} stones that a lesson places or removes step by step.",
                reader.steps,
            )
        )
    if reason and reader.unnamed and any(study.ruleset.gomocup_rule(study.options) == RENJU for study in studies):
        warnings.add_sentence(renju_sentence(reason))
    if reader.without:
        warnings.add_sentence(
            plural(
                "Left out: {count} position that cannot be shown: {problem}.",
                "Left out: {count} positions that cannot be shown: {problem}.",
                reader.without,
                problem=reader.refused.problem if reader.refused else "",
            )
        )
    _tell_boards(reader, warnings)
    if reader.is_cut:
        warnings.add_sentence(_("Left out: everything after the first {count} games.", count=len(studies)))
    return OpenedFile(TITLE, tuple(studies), None, warnings.sentences, encoding_of(content))


def _tell_boards(reader: _JsonReader, warnings: ImportWarnings) -> None:
    """Add what has to be said about the boards of the games."""
    if reader.guesses_order:
        warnings.add_sentence(
            _(
                "The file does not say whether columns or rows come first. Here the columns come first, and both are "
                "counted from 0 at the top left."
            )
        )
    if reader.oblong:
        warnings.add_sentence(
            _(
                "The file names a board of {oblong} cells, which no game of rows has. The stones stand on a board of "
                "{size}x{size} cells.",
                oblong=reader.oblong,
                size=USUAL_SIZE,
            )
        )
    if reader.contradicted:
        warnings.add_sentence(
            plural(
                "The last board shows other stones than the moves of {count} game lead to. The moves were read.",
                "The last board shows other stones than the moves of {count} games lead to. The moves were read.",
                reader.contradicted,
            )
        )
    for sentence in sorted(reader.crosses):
        warnings.add_sentence(sentence)


def _no_game(reader: _JsonReader) -> str:
    """Return why there are no games in a file."""
    if reader.steps:
        return _("the file only shows stones step by step")
    return _("the board in the file is empty") if reader.has_empty_board else _("there is no game in the file")


def _values(text: str) -> tuple[list[object], int]:
    """Return the values of a JSON text, one or one a line, and the number of lines that are no JSON.

    Raises ParseError if already its first value is wrong.
    """
    try:
        return [json.loads(text)], 0
    except (ValueError, RecursionError) as error:
        refused = ParseError(_("this is not valid JSON: {problem}", problem=error))
    values, wrong = list[object](), 0
    for line in filter(str.strip, text.split("\n")):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            if not values:
                raise refused from None
            wrong += 1
    return values, wrong


@dataclass(frozen=True, slots=True)
class _Within:
    """What the objects around a value say about it."""

    words: str
    """Words that may name the rule of a game."""
    title: str = ""
    is_named: bool = False
    """True if one of them may name the rule, not only the name of the file."""
    board: BoardTerms = field(default_factory=BoardTerms)


@dataclass(slots=True)
class _JsonReader:
    """Finds the games and positions in the data of a JSON file."""

    book: RuleBook
    steps: int = 0
    """Number of single stones that a lesson places or removes."""
    without: int = 0
    """Number of positions that could not be read."""
    refused: ParseError | None = None
    """Why the first of them could not be read."""
    guesses_order: bool = False
    """True if pairs of numbers are read with the column first, as the file does not tell the order."""
    oblong: str = ""
    """The first board that an object with a game names and that is no square, such as ``8x9``."""
    contradicted: int = 0
    """Number of games with a last board that shows other stones than their moves lead to."""
    crosses: set[str] = field(default_factory=set)
    """Sentences that say whose the crosses on boards are."""
    has_empty_board: bool = False
    """True if an object has a board without stones."""
    is_cut: bool = False
    """True if the file has more values or games than are read."""
    unnamed: int = 0
    """Number of games and positions for which only the name of the file may tell the rule."""
    _defaults: Mapping[str, Any] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)

    def studies(self, values: Sequence[object], words: str) -> Iterator[Study]:
        """Yield the games and positions in values of a file, in its order; ``words`` may name their rule."""
        waiting, games = [(value, _Within(words)) for value in reversed(values)], 0
        for _number in range(_MOST_VALUES):
            if not waiting:
                return
            value, within = waiting.pop()
            if isinstance(value, dict):
                within = self._inside(value, within)
            try:
                study = self._study(value, within)
            except (ParseError, PluginError) as error:
                self.without += 1
                self.refused = self.refused or (error if isinstance(error, ParseError) else ParseError(str(error)))
                continue
            if study is not None:
                games += 1
                self.unnamed += not within.is_named
                yield study
                if games == _MOST_GAMES:
                    break
            if isinstance(value, dict) and (study is None or any(name in value for name in _BOARDS)):
                defaults = value.get("defaultSettings")
                self._defaults = defaults if isinstance(defaults, dict) else self._defaults
                self.steps += value.get("type") in _STEPS and "position" in value
                waiting += [(each, within) for each in reversed(_parts(value))]
            elif isinstance(value, list) and study is None:
                waiting += [(each, within) for each in reversed(value)]
        self.is_cut = bool(waiting)

    def _inside(self, value: Mapping[str, Any], within: _Within) -> _Within:
        """Return what holds for the parts of an object: the rule that it names, if any, and its title."""
        own, named = value.get("title"), _rule_words(value)
        title = own if isinstance(own, str) and own.strip() else within.title or str(value.get("id", ""))
        if named not in self._named and len(self._named) >= _MOST_NAMED:
            named = ""
        self._named.add(named)
        words, is_named = f"{within.words} {named}".strip(), within.is_named or bool(named)
        return _Within(words, one_line(title[:_LONGEST]), is_named, within.board.within(value))

    def _study(self, value: object, within: _Within) -> Study | None:
        """Return the game or position that a value is, or None. Raises ParseError if it cannot be shown."""
        if isinstance(value, dict):
            is_puzzle = any(isinstance(value.get(name), str) and value[name].strip() for name in _STONES)
            if is_puzzle:
                return self._puzzle({**self._defaults, **value})
            return self._recorded(value, within) or self._board(value, within)
        if isinstance(value, str):
            is_game = len(value) <= _LONGEST and CELLS.line.fullmatch(value.strip()) is not None
            cells = [CELLS.position(raw, within.board.size) for raw in cells_of(value)] if is_game else []
            return self._game(cells, within) if is_game else None
        if isinstance(value, list) and len(value) > 1 and len(value) <= _LONGEST:
            points = [_point(each, within.board) for each in value]
            found = [each for each in points if each is not None]
            if len(found) < len(value):
                return None
            self.guesses_order |= isinstance(value[0], list) and not within.board.tells_order
            return self._list(found, within)
        return None

    def _recorded(self, value: Mapping[str, Any], within: _Within) -> Study | None:
        """Return the game of an object whose moves are objects or pairs, or None."""
        moves = moves_of(value, within.board)
        study = self._list(moves, within) if moves else None
        if study is not None:
            self.contradicted += contradicts_board(value, moves)
            study.title, study.players = within.title, players_of(value)
            if result := result_of(value):
                study.facts[RESULT] = result
        return study

    def _board(self, value: Mapping[str, Any], within: _Within) -> Study | None:
        """Return the position of an object with the rows of a board or a list for each colour; None if there is none.

        An empty board is no position. Raises ParseError if a row of a board is not understood.
        """
        name, found = next(((name, board) for name in _BOARDS if (board := _rows(value.get(name)))), ("", ()))
        columns, rows = (len(found[0]), len(found)) if found else (USUAL_SIZE, USUAL_SIZE)
        letters = {(x, y): letter for y, row in enumerate(found) for x, letter in enumerate(row) if letter != EMPTY}
        if sentence := crosses_sentence(_board_text(value.get(name)), is_usual_told=False) if letters else "":
            self.crosses.add(sentence)
        letters = letters or _listed_stones(value)
        if not letters and (
            row := next(filter(None, (unknown_row(_board_text(value.get(key))) for key in _BOARDS)), "")
        ):
            raise unknown_row_error(row)
        if not letters:
            self.has_empty_board |= bool(found)
            return None
        rules = self.book.on_board(columns, rows, within.words)[0]
        colours = dict(zip("bw", rules.ruleset.info.colours, strict=True))
        stones = {position: colours[letter] for position, letter in letters.items()}
        study = set_up(rules, stones, _colour(value.get("side"), rules, stones))
        study.title = within.title
        if said := cleaned(_text(value.get("description"))[:_LONGEST_COMMENT]):
            study.tree.comments[ROOT] = said
        return study

    def _list(self, points: Sequence[tuple[Position, int]], within: _Within) -> Study | None:
        is_numbered = all(colour for _position, colour in points)
        if not is_numbered or all(colour == 1 + at % 2 for at, (_position, colour) in enumerate(points)):
            return self._game([position for position, _colour in points], within)
        rules = self.book.on_board(within.board.size, within.board.size, within.words)[0]
        colours = rules.ruleset.info.colours
        stones = {position: colours[colour - 1] for position, colour in points}
        return set_up(rules, stones, likely_colour(rules, tuple(stones.values())))

    def _game(self, points: Sequence[Position], within: _Within) -> Study | None:
        size, words = within.board.size, within.words
        if not all(0 <= x < size and 0 <= y < size for x, y in points):
            return None
        self.oblong = self.oblong or within.board.oblong
        warnings = ImportWarnings()
        stones = [(None, x, y) for x, y in points]
        study = study_of_stones(self.book.fitting(size, size, words, stones)[0], stones, warnings)
        if warnings.sentences:
            study.facts[LEFT_OUT] = join_sentences(warnings.sentences)
        return study

    def _puzzle(self, puzzle: Mapping[str, Any]) -> Study:
        size = puzzle.get("size")
        size = size if isinstance(size, int) and 0 < size < 100 else USUAL_SIZE
        rule = puzzle.get("rule")
        rules = self.book.numbered(size, size, _RULES.get(rule, RENJU) if isinstance(rule, int) else RENJU)
        first, second = rules.ruleset.info.colours
        stones: dict[Position, str] = {}
        for number, position in enumerate(_positions(puzzle, "stones")):
            if position is not None:
                stones[position] = second if number % 2 else first
        for name, colour in (("blackStones", first), ("whiteStones", second)):
            stones.update((position, colour) for position in _positions(puzzle, name) if position is not None)
        study = set_up(rules, stones, _colour(puzzle.get("side"), rules, stones))
        study.title = one_line(str(puzzle.get("title", ""))[:_LONGEST])
        comment = _TAG.sub("", _BREAK.sub("\n", str(puzzle.get("comment", ""))[:_LONGEST_COMMENT]))
        if said := cleaned(comment):
            study.tree.comments[ROOT] = said
        _mark(study, puzzle)
        return study


def _rule_words(value: Mapping[str, Any]) -> str:
    """Return the words of an object that may name the rule of the games in it."""
    options = value.get("options")
    places = (value, options if isinstance(options, dict) else {})
    named = [text[:_LONGEST_NAME] for place in places for key in _RULE_KEYS if isinstance(text := place.get(key), str)]
    return " ".join((*named, "renju") if _RENJU_KEY in value else named)


def _parts(value: Mapping[str, Any]) -> list[object]:
    """Return the parts of an object that may have games.

    A text has a game only under a key that says so. Beside a game or a board, single points belong to it.
    """
    is_game = any(key in _BOARDS or key.lower() in _GAME_KEYS for key in value)
    return [
        each
        for key, each in value.items()
        if key.lower() in _GAME_KEYS
        or not (isinstance(each, str) or key in _BOARDS or (_is_points(each) and (is_game or _WON_ROW.match(key))))
    ]


def _is_points(value: object) -> bool:
    return isinstance(value, list) and bool(value) and _point(value[0]) is not None


def _listed_stones(value: Mapping[str, Any]) -> dict[Position, str]:
    """Return the stones of an object with a list of cells for each colour, as ``b`` or ``w``; {} if it has none."""
    for keys in _SETS_OF_STONES:
        lists = [value.get(key) for key in keys]
        if all(isinstance(each, list) and len(each) <= _LONGEST for each in lists) and any(map(_is_points, lists)):
            points = [(_point(each), letter) for cells, letter in zip(lists, "bw", strict=True) for each in cells or ()]
            return {found[0]: letter for found, letter in points if found is not None}
    return {}


def _rows(value: object) -> tuple[str, ...]:
    """Return the rows of a board, with ``b``, ``w`` or ``.`` for each cell; () if a value is none."""
    text = _board_text(value)
    found = None if unknown_row(text) else rows_of_diagram(text)
    return () if found is None else tuple(row.replace(" ", "") for row in found.split("\n"))


def _board_text(value: object) -> str:
    """Return the rows of a board as a text, "" if a value is none."""
    if isinstance(value, list) and all(isinstance(row, str) for row in value[: MOST_ROWS + 1]):
        return "\n".join(value[: MOST_ROWS + 1])
    return value if isinstance(value, str) else ""


def _colour(side: object, rules: GameRules, stones: Mapping[Position, str]) -> str:
    """Return the colour to move that a puzzle says, or the likely one."""
    number = _SIDES.get(side.lower() if isinstance(side, str) else side) if isinstance(side, (int, str)) else None
    return likely_colour(rules, tuple(stones.values())) if number is None else rules.ruleset.info.colours[number]


def _text(value: object, depth: int = 8) -> str:
    """Return the text in a value: a text, a list of texts, or objects that have one."""
    if isinstance(value, list) and depth:
        return "".join(_text(each, depth - 1) for each in value)
    if isinstance(value, dict) and depth:
        return next((text for key in _TEXT_KEYS if (text := _text(value.get(key), depth - 1))), "")
    return value if isinstance(value, str) else ""


def _mark(study: Study, puzzle: Mapping[str, Any]) -> None:
    """Put the labels of a puzzle on the board."""
    labels = puzzle.get("labels")
    marks = []
    for label in labels if isinstance(labels, list) else ():
        point, _comma, text = str(label)[:_LONGEST].partition(",")
        cells = [study.first_state.geometry.at(*CELLS.position(raw, USUAL_SIZE)) for raw in cells_of(point)]
        marks += [CellMark(cell, Sign.LABEL, one_line(text)) for cell in cells if cell is not None and text.strip()]
    if marks:
        study.tree.marks[ROOT] = tuple(marks)


def _positions(puzzle: Mapping[str, Any], name: str) -> list[Position | None]:
    """Return the stones under a name of a puzzle in their order. None is a pass, ``A0`` as lfz084's pages write it."""
    written = puzzle.get(name)
    text = written[:_LONGEST] if isinstance(written, str) else ""
    found = (cells_of(word) for word in _STONE.findall(text))
    return [CELLS.position(raw[0], USUAL_SIZE) if raw else None for raw in found]


def _point(value: object, board: BoardTerms = _USUAL_BOARD) -> tuple[Position, int] | None:
    """Return a point and the number of its colour, 0 for none: ``"H8"``, ``"H8,1"``, ``[7, 7]`` or ``[7, 7, 1]``."""
    if isinstance(value, str):
        marked = _MARKED.fullmatch(value.strip())
        raw = cells_of(value.strip() if marked is None else marked[1])
        if len(raw) != 1 or (marked is None and len(value.strip()) > 3):
            return None
        return CELLS.position(raw[0], board.size), int(marked[2]) if marked else 0
    if isinstance(value, list) and len(value) in (2, 3) and all(type(each) is int for each in value):
        position = board.position(value[0], value[1])
        if position is not None and value[2:] in ([], [1], [2]):
            return position, value[2] if value[2:] else 0
    return None
