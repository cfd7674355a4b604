"""Games and puzzles in JSON files of other programs.

A puzzle of lfz084/renju has its stones in ``stones``, by turns black and white, or in ``blackStones`` and
``whiteStones``, the colour to move in ``side`` (1 or 2), a number of the rule in ``rule`` and a board size in ``size``.
Rows count from the bottom of a board of 15 rows, whatever the size. ``defaultSettings`` holds what the puzzles leave
out. Lists of points are games, also with the numbers of the two colours by turns (``"G9,1"`` or ``[7, 7, 1]``, as
toKaiBaoCode writes moves); points with other numbers are positions. A text of cells is a game, too.

Source: puzzleCoder.js and the puzzles of lfz084/renju; openings of tc-imba/gomoku.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.geometry import Position
from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.core.ruleset import PluginError, Ruleset
from game.library.formats.lists.move_lists import CELLS
from game.library.formats.lists.positions import likely_colour, set_up
from game.library.formats.opened_file import LEFT_OUT, OpenedFile
from game.library.formats.plain_games import study_of_stones
from game.library.formats.pos import cells_of
from game.library.formats.renju_evidence import renju_in_name, renju_sentence
from game.library.formats.terms import RENJU, RuleBook
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
_USUAL_SIZE = 15
_MARKED = re.compile(r"([A-Za-z][1-9][0-9]?)\s*,\s*([12])")
#: A stone, or a pass, in the text of a puzzle.
_STONE = re.compile(r"[A-Za-z][0-9]{1,2}(?![0-9])")
_TAG, _BREAK = re.compile(r"<[^<>]{0,2000}>"), re.compile(r"<br\s*/?>", re.IGNORECASE)
#: Keys of texts with the moves of a game.
_GAME_KEYS = frozenset(("moves", "game", "record", "kifu", "line", "opening", "sequence"))
_STONES = ("stones", "blackStones", "whiteStones")


def is_json(text: str) -> bool:
    """Return True if a text begins like JSON, and with no game in SGF in it."""
    start = text.lstrip("\ufeff \r\n\t")
    return re.match(r"\{\s*+[\"}]|\[\s*+[\[{\"]", start) is not None and "(;" not in start


def read_json(content: bytes, rulesets: Mapping[str, Ruleset], name: str = "") -> OpenedFile:
    """Read the games and positions in a JSON file, whose name may tell their rule.

    Raises ParseError if it is no JSON or has none.
    """
    try:
        data = json.loads(decoded(content).removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise ParseError(_("this is not valid JSON: {problem}", problem=error)) from error
    reason = renju_in_name(name)
    reader = _JsonReader(RuleBook(rulesets), "renju" if reason else "")
    studies = list(reader.studies(data))
    if not studies:
        raise reader.refused or ParseError(_("there is no game in the file"))
    warnings = ImportWarnings()
    if reason and any(study.ruleset.gomocup_rule(study.options) == RENJU for study in studies):
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
    if reader.is_cut:
        warnings.add_sentence(_("Left out: everything after the first {count} games.", count=len(studies)))
    return OpenedFile(TITLE, tuple(studies), None, warnings.sentences, encoding_of(content))


@dataclass(slots=True)
class _JsonReader:
    """Finds the games and positions in the data of a JSON file."""

    book: RuleBook
    words: str = ""
    """The rule that the name of the file tells; "" if it tells none."""
    without: int = 0
    """Number of positions that could not be read."""
    refused: ParseError | None = None
    """Why the first of them could not be read."""
    is_cut: bool = False
    """True if the file has more values or games than are read."""
    _defaults: Mapping[str, Any] = field(default_factory=dict)

    def studies(self, data: object) -> Iterator[Study]:
        """Yield the games and positions of the data, in the order of the file."""
        waiting, games = [data], 0
        for _number in range(_MOST_VALUES):
            if not waiting:
                return
            value = waiting.pop()
            try:
                study = self._study(value)
            except (ParseError, PluginError) as error:
                self.without += 1
                self.refused = self.refused or (error if isinstance(error, ParseError) else ParseError(str(error)))
                continue
            if study is not None:
                games += 1
                yield study
                if games == _MOST_GAMES:
                    break
            elif isinstance(value, dict):
                defaults = value.get("defaultSettings")
                self._defaults = defaults if isinstance(defaults, dict) else self._defaults
                waiting += [each for key, each in reversed(value.items()) if _may_have_games(key, each)]
            elif isinstance(value, list):
                waiting += reversed(value)
        self.is_cut = bool(waiting)

    def _study(self, value: object) -> Study | None:
        """Return the game or position that a value is, or None. Raises ParseError if it cannot be shown."""
        if isinstance(value, dict):
            is_puzzle = any(isinstance(value.get(name), str) and value[name].strip() for name in _STONES)
            return self._puzzle({**self._defaults, **value}) if is_puzzle else None
        if isinstance(value, str):
            is_game = len(value) <= _LONGEST and CELLS.line.fullmatch(value.strip()) is not None
            return self._game([CELLS.position(raw, _USUAL_SIZE) for raw in cells_of(value)]) if is_game else None
        if isinstance(value, list) and len(value) > 1 and len(value) <= _LONGEST:
            points = [_point(each) for each in value]
            found = [each for each in points if each is not None]
            return self._list(found) if len(found) == len(value) else None
        return None

    def _list(self, points: Sequence[tuple[Position, int]]) -> Study | None:
        is_numbered = all(colour for _position, colour in points)
        if not is_numbered or all(colour == 1 + at % 2 for at, (_position, colour) in enumerate(points)):
            return self._game([position for position, _colour in points])
        rules = self.book.on_board(_USUAL_SIZE, _USUAL_SIZE, self.words)[0]
        colours = rules.ruleset.info.colours
        stones = {position: colours[colour - 1] for position, colour in points}
        return set_up(rules, stones, likely_colour(rules, tuple(stones.values())))

    def _game(self, points: Sequence[Position]) -> Study | None:
        size = _USUAL_SIZE if all(0 <= x < _USUAL_SIZE and 0 <= y < _USUAL_SIZE for x, y in points) else 0
        if not size:
            return None
        warnings = ImportWarnings()
        stones = [(None, x, y) for x, y in points]
        study = study_of_stones(self.book.fitting(size, size, self.words, stones)[0], stones, warnings)
        if warnings.sentences:
            study.facts[LEFT_OUT] = join_sentences(warnings.sentences)
        return study

    def _puzzle(self, puzzle: Mapping[str, Any]) -> Study:
        size = puzzle.get("size")
        size = size if isinstance(size, int) and 0 < size < 100 else _USUAL_SIZE
        rule = puzzle.get("rule")
        rules = self.book.numbered(size, size, _RULES.get(rule, RENJU) if isinstance(rule, int) else RENJU)
        first, second = rules.ruleset.info.colours
        stones: dict[Position, str] = {}
        for number, position in enumerate(_positions(puzzle, "stones")):
            if position is not None:
                stones[position] = second if number % 2 else first
        for name, colour in (("blackStones", first), ("whiteStones", second)):
            stones.update((position, colour) for position in _positions(puzzle, name) if position is not None)
        side = puzzle.get("side")
        colour = (first, second)[side - 1] if side in (1, 2) else likely_colour(rules, tuple(stones.values()))
        study = set_up(rules, stones, colour)
        study.title = one_line(str(puzzle.get("title", ""))[:_LONGEST])
        comment = _TAG.sub("", _BREAK.sub("\n", str(puzzle.get("comment", ""))[:_LONGEST_COMMENT]))
        if said := cleaned(comment):
            study.tree.comments[ROOT] = said
        _mark(study, puzzle)
        return study


def _may_have_games(key: str, value: object) -> bool:
    """Return True if the value of a key may have games; a text has a game only under a key that says so."""
    return not isinstance(value, str) or key.lower() in _GAME_KEYS


def _mark(study: Study, puzzle: Mapping[str, Any]) -> None:
    """Put the labels of a puzzle on the board."""
    labels = puzzle.get("labels")
    marks = []
    for label in labels if isinstance(labels, list) else ():
        point, _comma, text = str(label)[:_LONGEST].partition(",")
        cells = [study.first_state.geometry.at(*CELLS.position(raw, _USUAL_SIZE)) for raw in cells_of(point)]
        marks += [CellMark(cell, Sign.LABEL, one_line(text)) for cell in cells if cell is not None and text.strip()]
    if marks:
        study.tree.marks[ROOT] = tuple(marks)


def _positions(puzzle: Mapping[str, Any], name: str) -> list[Position | None]:
    """Return the stones under a name of a puzzle in their order. None is a pass, ``A0`` as lfz084's pages write it."""
    written = puzzle.get(name)
    text = written[:_LONGEST] if isinstance(written, str) else ""
    found = (cells_of(word) for word in _STONE.findall(text))
    return [CELLS.position(raw[0], _USUAL_SIZE) if raw else None for raw in found]


def _point(value: object) -> tuple[Position, int] | None:
    """Return a point and the number of its colour, 0 for none: ``"H8"``, ``"H8,1"``, ``[7, 7]`` or ``[7, 7, 1]``."""
    if isinstance(value, str):
        marked = _MARKED.fullmatch(value.strip())
        raw = cells_of(value.strip() if marked is None else marked[1])
        if len(raw) != 1 or (marked is None and len(value.strip()) > 3):
            return None
        return CELLS.position(raw[0], _USUAL_SIZE), int(marked[2]) if marked else 0
    if isinstance(value, list) and len(value) in (2, 3) and all(type(each) is int for each in value):
        x, y, *colour = value
        if 0 <= x < _USUAL_SIZE and 0 <= y < _USUAL_SIZE and colour in ([], [1], [2]):
            return (x, y), colour[0] if colour else 0
    return None
