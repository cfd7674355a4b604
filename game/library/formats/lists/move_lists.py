"""Lists of games and openings: texts with the moves of one on each line, or in each pair of quotation marks.

A line has cells (``h8i9g7`` or ``h8 i9 g7``), offsets from the centre of the board as the Gomocup writes them
(``0,0, 1,-1`` or ``0,0 1,-1``), pairs of numbers from the corner (``[(7, 7), (8, 6)]`` or ``7,7 8,6``), or pairs of
letters (``HhIgGi``). Pairs without brackets are offsets if one is negative, a game begins in the centre (``0,0``), or a
comment says so. The result may stand before the moves (``[BLACK_WIN] h8 i9``).
Cells in quotation marks stand in scripts and tables; a table may have columns ``moves`` and ``winner``. If all its
games end with a row of six of their winners, they are games of Connect6, whatever the name of the file. The studies are
made when they are accessed, as a list may be long.

Source: lists in c-gomoku-cli, Piskvork, the Gomocup's judge, lfz084/renju and other public repositories.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from game.core.geometry import LETTERS, Position
from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.model import ParseError, Reason
from game.core.ruleset import Ruleset
from game.library.formats.lists.openings import BOARD_SIZES
from game.library.formats.lists.positions import set_up
from game.library.formats.opened_file import LEFT_OUT, OpenedFile, StudiesOnAccess
from game.library.formats.plain_games import study_of_stones
from game.library.formats.pos import cells_of, connect6_rules, has_pairs
from game.library.formats.renju_evidence import renju_in_name, renju_sentence
from game.library.formats.results import RESULT, last_of_main
from game.library.formats.terms import CONNECT6_ROWS, RENJU, GameRules, RuleBook, StoneAt, is_connect6
from game.library.formats.texts import ImportWarnings, decoded, encoding_of
from game.library.study.study import Study

TITLE = gettext_noop("List of games")
#: Size of the largest list in bytes.
MOST_OF_LIST = 20_000_000
#: Maximum number of characters of a line or quotation with moves.
_LONGEST = 4_000
#: Sizes of board to try, the usual ones first.
_SIZES: tuple[int, ...] = (*BOARD_SIZES, *range(5, 27))
_CELLS = re.compile(r"(?:[A-Za-z][1-9][0-9]?(?![0-9])[\s,;|/\-]*+){2,}")
_JOINED_CELLS = re.compile(r"(?:[A-Za-z][1-9][0-9]?)+")
_OFFSET = r"[+-]?[0-9]{1,2}"
_OFFSETS = re.compile(rf"(?:{_OFFSET}[\s,]++{_OFFSET}(?![0-9])[\s,]*+)+")
_NUMBER = re.compile(_OFFSET)
_BRACKETS = re.compile(r"(?<![\[({\s])[\[({\s]*+(?:[0-9]{1,2}\s*+,\s*+[0-9]{1,2}\s*+[\])}]+[\s,;]*+[\[({\s]*+){2,}")
_LETTERS = re.compile(r"(?:[A-Ta-t]{2}){3,}")
_QUOTED = re.compile(r"\"[\s,;|/\-]{0,20}+([A-Za-z][0-9][^\"\n]{2,4000})\"")
#: Minimum share of the lines of a list that have moves.
_MOSTLY = 0.8
_LINE_NUMBER = re.compile(r"\A[0-9]{1,6}[.):]\s*+")
_COMMENTS = ("#", "//")
_RESULT_TAG = re.compile(r"\[(black|white|draw)(?:_wins?)?\]\s*+(?=[A-Za-z][0-9])", re.IGNORECASE)
#: Columns of a table of games, and the results by what is in the second one.
_MOVES, _WINNER = "moves", "winner"
_RESULTS = {"black": "B+", "white": "W+", "draw": "0"}
#: Number of games whose illegal moves are told with the list; those of later ones are told with the game alone.
_MOST_TOLD = 100
#: A point as it is written, before the size of the board is known.
_Raw = tuple[int, int]
#: Returns the rules that the stones of a game are played under.
_RulesFor = Callable[[Sequence[StoneAt]], GameRules]


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write the moves of a game on a line."""

    line: re.Pattern[str]
    """Matches a line of moves."""
    points: Callable[[str], list[_Raw]]
    """Returns the points of a line of moves."""
    position: Callable[[_Raw, int], Position]
    """Returns the column and row, from 0 at the top left, of a point on a board of this many rows."""
    rows_from_bottom: bool = False
    first_number: int | None = None
    """Number of the first column and row of pairs of numbers from the corner; None in other notations."""


def _offsets(line: str) -> list[_Raw]:
    numbers = [int(number) for number in _NUMBER.findall(line)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _letter_pairs(line: str) -> list[_Raw]:
    numbers = [LETTERS.index(letter) for letter in line.lower()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _from_bottom(raw: _Raw, rows: int) -> Position:
    return raw[0], rows - raw[1]


def _from_centre(raw: _Raw, rows: int) -> Position:
    return rows // 2 + raw[0], rows // 2 + raw[1]


def _from_corner(raw: _Raw, _rows: int) -> Position:
    return raw


def _from_corner_1(raw: _Raw, _rows: int) -> Position:
    return raw[0] - 1, raw[1] - 1


CELLS = Notation(_CELLS, cells_of, _from_bottom, rows_from_bottom=True)
OFFSETS = Notation(_OFFSETS, _offsets, _from_centre)
_PAIRS = Notation(_BRACKETS, _offsets, _from_corner, first_number=0)
_NOTATIONS = (
    CELLS,
    OFFSETS,
    _PAIRS,
    Notation(_LETTERS, _letter_pairs, _from_corner),
)


@dataclass(frozen=True, slots=True)
class _List:
    """The lines of a list that have moves, with the number of its other lines."""

    notation: Notation
    lines: Sequence[str]
    others: int
    may_be_positions: bool = False
    """True if the stones of a line need not be in the order of play."""
    results: Sequence[str] = ()
    """The result of each line, if the list has results."""


def is_list(text: str) -> bool:
    """Return True if a text is a list of games."""
    return _found(text) is not None


def read_list(content: bytes, name: str, rulesets: Mapping[str, Ruleset]) -> OpenedFile | None:
    """Read the games of a list, or return None if it is none; the name of the file may tell their rule.

    Raises ParseError if no ruleset has a large enough board.
    """
    text, encoding = decoded(content), encoding_of(content)
    found, book, warnings = _found(text), RuleBook(rulesets), ImportWarnings()
    if found is None:
        return None
    reason = renju_in_name(name)
    words = f"{name} {text[: text.find(chr(10))]}" if text.startswith(_COMMENTS) else name
    words += " renju" if reason else ""
    size = CONNECT6_ROWS if is_connect6(book, words) else _size(found, book)
    named = book.named(size, size, words)
    if named is None and (connect6 := _won_as_connect6(found, book)) is not None:
        return replace(_opened(found, CONNECT6_ROWS, partial(_always, connect6), warnings), encoding=encoding)
    if reason and named is not None and named.gomocup_number == RENJU:
        warnings.add_sentence(renju_sentence(reason))
    opened = _opened(found, size, lambda stones: book.fitting(size, size, words, stones)[0], warnings)
    return replace(opened, encoding=encoding)


def _won_as_connect6(found: _List, book: RuleBook) -> GameRules | None:
    """Return the rules of Connect6 if under them the last stone of each game has won for the winner that a list names.

    None if the list names no winner, or a game ends in another way.
    """
    rules, results = connect6_rules(book), _RESULTS.values()
    won = [
        (line, "BW".find(said[:1])) for line, said in zip(found.lines, found.results, strict=False) if said in results
    ]
    if rules is None or not won:
        return None
    for line, winner in won[:_MOST_TOLD]:
        study = _ListReader(found, partial(_always, rules), CONNECT6_ROWS).study_of_line(line)
        state = study.state(last_of_main(study))
        outcome = None if isinstance(state, Reason) else rules.ruleset.outcome(state)
        if outcome is None or outcome.winner != (winner if winner >= 0 else None) or LEFT_OUT in study.facts:
            return None
    return rules


def read_list_on(text: str, boards: Iterable[GameRules]) -> OpenedFile:
    """Read the games of a list on the first of these boards that has room for all of them.

    Raises ParseError if it is no list, or no board is large enough.
    """
    found = _found(text)
    if found is None:
        raise ParseError(_("unknown file format"))
    points = {point for line in found.lines for point in found.notation.points(line)}
    for rules in boards:
        geometry = rules.geometry
        if all(geometry.at(*found.notation.position(point, geometry.rows)) is not None for point in points):
            return _opened(found, geometry.rows, partial(_always, rules), ImportWarnings())
    raise _no_room()


def pairs_sentence(number: int) -> str:
    """Return a sentence that says how pairs of numbers were read; ``number`` is that of the first column and row."""
    return _(
        "Pairs of numbers were read as column and row, counted from {number} at the top left.",
        number=number,
    )


def _always(rules: GameRules, _stones: Sequence[StoneAt]) -> GameRules:
    return rules


def _opened(found: _List, rows: int, rules_for: _RulesFor, warnings: ImportWarnings) -> OpenedFile:
    """Return the games of a list on boards of this many rows."""
    if found.others:
        warnings.add_sentence(
            plural("Left out: {count} line without moves.", "Left out: {count} lines without moves.", found.others)
        )
    if found.notation.rows_from_bottom:
        warnings.add_sentence(
            _("Rows were counted from the bottom; lists for matches between engines count them from the top.")
        )
    if found.notation.first_number is not None:
        warnings.add_sentence(pairs_sentence(found.notation.first_number))
    studies = StudiesOnAccess(range(len(found.lines)), _ListReader(found, rules_for, rows).study)
    for number, study in enumerate(islice(studies, _MOST_TOLD), start=1):
        if LEFT_OUT in study.facts:
            warnings.add_sentence(_("Game {number}: {problem}", number=number, problem=study.facts[LEFT_OUT]))
    return OpenedFile(TITLE, studies, None, warnings.sentences)


def _found(text: str) -> _List | None:
    """Return the games of a text if it is a list of them."""
    if (table := _table(text)) is not None:
        return table
    lines = [line.lstrip("\ufeff,; \t").rstrip() for line in text.splitlines()]
    lines = [_LINE_NUMBER.sub("", line) for line in lines if line and not line.startswith(_COMMENTS)]
    tags = [_RESULT_TAG.match(line) for line in lines]
    if lines and all(tags):
        lines = [line[tag.end() :] for line, tag in zip(lines, tags, strict=True) if tag]
        results = [_RESULTS[tag[1].lower()] for tag in tags if tag]
        return _List(CELLS, lines, 0, results=results) if all(map(CELLS.line.fullmatch, lines)) else None
    for notation in _NOTATIONS:
        games = [line for line in lines if len(line) <= _LONGEST and notation.line.fullmatch(line)]
        least = 1 if notation in (OFFSETS, _PAIRS) else 2
        if len(games) >= max(least, _MOSTLY * len(lines)) and _are_games(notation, games, text):
            return _List(_of_pairs(notation, games, text), games, len(lines) - len(games))
    quoted = _QUOTED.findall(text)
    games = [words for words in quoted if CELLS.line.fullmatch(words)]
    others = sum(1 for words in quoted if len(cells_of(words)) > 1) - len(games)
    return _List(CELLS, games, others, may_be_positions=True) if len(games) > 1 else None


def _of_pairs(notation: Notation, games: Sequence[str], text: str) -> Notation:
    """Return the notation of lines that may have pairs of numbers from the corner, with the number of the first row."""
    if notation is not OFFSETS and notation is not _PAIRS:
        return notation
    points = [notation.points(line) for line in games]
    numbers = {number for game in points for point in game for number in point}
    if notation is OFFSETS:
        says_so = any(line.startswith(_COMMENTS) and "offset" in line.lower() for line in text.splitlines())
        if says_so or any(game[0] == (0, 0) for game in points) or any(sign in line for line in games for sign in "+-"):
            return notation
    begins_in_centre = all(game[0] in ((8, 8), (10, 10)) for game in points)
    is_from_1 = 0 not in numbers and (max(numbers) in BOARD_SIZES or begins_in_centre)
    return (
        replace(notation, position=_from_corner_1, first_number=1) if is_from_1 else replace(_PAIRS, line=notation.line)
    )


def _table(text: str) -> _List | None:
    """Return the games of a text that is a table with their moves and winners, otherwise None."""
    head = text[:_LONGEST].lstrip("\ufeff").partition("\n")[0].strip().split(",")
    if _MOVES not in head or _WINNER not in head:
        return None
    try:
        rows = list(csv.DictReader(text.lstrip("\ufeff").split("\n")[1:], head))
    except csv.Error:
        return None
    moves = [(row[_MOVES] or "").strip() for row in rows]
    games = [number for number, line in enumerate(moves) if len(line) <= _LONGEST and CELLS.line.fullmatch(line)]
    results = [_RESULTS.get((rows[number][_WINNER] or "").strip().lower(), "") for number in games]
    lines = [moves[number] for number in games]
    return _List(CELLS, lines, len(rows) - len(games), results=results) if games else None


def _are_games(notation: Notation, lines: Sequence[str], text: str) -> bool:
    """Return True if lines of moves are a game each, not the lines of one game.

    Cells are one game unless all lines are joined cells, or a cell comes again in another line.
    """
    # The points of a line are found when they are asked for, as a list may have 100,000 lines.
    counts = (len(notation.points(line)) for line in lines)
    if notation is OFFSETS:
        is_list = len(lines) == 1 or any("-" in line for line in lines)
        return "," in text and (is_list or any(count > 1 for count in counts))
    if notation is not CELLS:
        return any(count > 1 for count in counts)
    if has_pairs(text):
        return False
    if all(map(_JOINED_CELLS.fullmatch, lines)) and any(count > 2 for count in counts):
        return True
    return all(" " not in line and len(notation.points(line)) > 2 for line in lines) or _has_a_point_twice(
        point for line in lines for point in notation.points(line)
    )


def _has_a_point_twice(points: Iterable[_Raw]) -> bool:
    seen: set[_Raw] = set()
    for point in points:
        if point in seen:
            return True
        seen.add(point)
    return False


def _size(found: _List, book: RuleBook) -> int:
    """Return the size of a board that has all points of a list. Raises ParseError if there is none."""
    points = {point for line in found.lines for point in found.notation.points(line)}
    for size in _SIZES:
        positions = (found.notation.position(point, size) for point in points)
        if all(0 <= x < size and 0 <= y < size for x, y in positions) and book.has_board(size, size):
            return size
    raise _no_room()


def _no_room() -> ParseError:
    return ParseError(_("no game in Stone Fair has a board that is large enough"))


@dataclass(frozen=True, slots=True)
class _ListReader:
    """Makes the studies of a list of games."""

    found: _List
    rules_for: _RulesFor
    rows: int
    """Number of rows of the boards."""

    def study(self, number: int) -> Study:
        """Return the game of a line, by its number from 0."""
        study = self.study_of_line(self.found.lines[number])
        if self.found.results and self.found.results[number]:
            study.facts[RESULT] = self.found.results[number]
        return study

    def study_of_line(self, line: str) -> Study:
        """Return the game of a line, without its result."""
        notation, warnings = self.found.notation, ImportWarnings()
        stones: list[StoneAt] = [(None, *notation.position(raw, self.rows)) for raw in notation.points(line)]
        rules = self.rules_for(stones)
        is_position = self.found.may_be_positions and len(set(stones)) == len(stones)
        if is_position and rules.moves(stones)[1] is not None:
            return _position(rules, stones)
        study = study_of_stones(rules, stones, warnings)
        if warnings.sentences:
            study.facts[LEFT_OUT] = join_sentences(warnings.sentences)
        return study


def _position(rules: GameRules, stones: Sequence[StoneAt]) -> Study:
    """Return the position with stones of the two colours by turns."""
    colours = rules.ruleset.info.colours
    placed = {(x, y): colours[number % 2] for number, (_side, x, y) in enumerate(stones)}
    return set_up(rules, placed, colours[len(stones) % 2])
