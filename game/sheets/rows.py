"""The lines and captures that a stone makes on the board of a rule sheet (``docs/rule-sheets.md``, rules 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from game.core.geometry import Direction, Geometry
from game.core.lines.line_state import Line
from game.sheets.sheet import Effect, SheetRules, StoneKind, StoneSide, Winner


@dataclass(frozen=True, slots=True)
class MadeLines:
    """The lines through a new stone that have an effect, as pairs of the winning side (0 or 1) and the cells.

    ``lost`` are the lines that lose the game for the side that made them.
    """

    won: tuple[tuple[int, Line], ...]
    lost: tuple[Line, ...]


def side_of(kind: StoneKind) -> int:
    """Return the side of a kind of stone that is not wild: 0 for the first, 1 for the second."""
    return int(kind.side is StoneSide.SECOND)


def made_lines(rules: SheetRules, geometry: Geometry, board: Sequence[str], cell: int, mover: int) -> MadeLines:
    """Return the lines through the stone on ``cell``, which side ``mover`` has just placed, that win or lose."""
    won, lost = [], []
    for kind, line in _lines_through(rules, geometry, board, cell):
        effect = _effect(rules, geometry, board, kind, line)
        if effect is Effect.WINS:
            won.append((winner_by(rules, kind, mover), line))
        elif effect is Effect.LOSES:
            lost.append(line)
    return MadeLines(tuple(won), tuple(lost))


def scored_rows(
    rules: SheetRules, geometry: Geometry, board: Sequence[str], cell: int, mover: int
) -> tuple[tuple[int, Line], ...]:
    """Return the rows through the stone on ``cell`` that score a point, each with the side that it scores for."""
    return tuple(_scored(rules, board, geometry.windows_through(rules.line.length)[cell], mover))


def rows_on(rules: SheetRules, geometry: Geometry, board: Sequence[str]) -> tuple[tuple[int, Line], ...]:
    """Return all rows on the board that score, each with a side: that of their stones if whoever made them scores."""
    owned = replace(rules, line=replace(rules.line, winner=Winner.COLOUR))
    is_movers = rules.line.winner is Winner.MOVER
    return tuple(_scored(owned if is_movers else rules, board, geometry.windows(rules.line.length), 0))


def _scored(rules: SheetRules, board: Sequence[str], rows: Iterable[Line], mover: int) -> Iterator[tuple[int, Line]]:
    wild = _wild_letters(rules)
    for row in rows:
        letters = {board[each] for each in row}
        for kind in rules.stones:
            if not kind.wild and kind.letter in letters and letters <= {kind.letter, *wild}:
                yield winner_by(rules, kind, mover), row


def captured_cells(
    rules: SheetRules, geometry: Geometry, board: Sequence[str], cell: int, mover: int
) -> frozenset[int]:
    """Return the cells of the stones that the stone on ``cell``, which side ``mover`` has placed, captures."""
    sides = {kind.letter: side_of(kind) for kind in rules.stones if not kind.wild}
    if not rules.capture.runs or sides.get(board[cell]) != mover:
        return frozenset()
    found: set[int] = set()
    for way in geometry.directions:
        for there in (way, (-way[0], -way[1])):
            ray = geometry.ray(cell, there)
            run = tuple(takewhile(lambda c: sides.get(board[c]) == 1 - mover, ray))
            is_enclosed = len(run) < len(ray) and sides.get(board[ray[len(run)]]) == mover
            if len(run) in rules.capture.runs and is_enclosed:
                found.update(run)
    return frozenset(found)


def _wild_letters(rules: SheetRules) -> frozenset[str]:
    return frozenset(kind.letter for kind in rules.stones if kind.wild)


def winner_by(rules: SheetRules, kind: StoneKind, mover: int) -> int:
    """Return the side that wins or scores by a line of a kind which side ``mover`` has completed."""
    winners = {Winner.COLOUR: side_of(kind), Winner.MOVER: mover, Winner.FIRST: 0, Winner.SECOND: 1}
    return winners[rules.line.winner]


def _effect(rules: SheetRules, geometry: Geometry, board: Sequence[str], kind: StoneKind, line: Line) -> Effect:
    length, lines = len(line), rules.line
    if length == lines.length and not (lines.blocked and _is_blocked(rules, geometry, board, kind, line)):
        return Effect.WINS
    if length > lines.length and lines.longer[side_of(kind)] is not Effect.NOTHING:
        return lines.longer[side_of(kind)]
    return Effect.LOSES if length == lines.loses else Effect.NOTHING


def _is_blocked(rules: SheetRules, geometry: Geometry, board: Sequence[str], kind: StoneKind, line: Line) -> bool:
    other_side = {each.letter for each in rules.stones if not each.wild and side_of(each) != side_of(kind)}
    ends = geometry.beyond(line)
    return len(ends) == 2 and all(board[end] in other_side for end in ends)


def _lines_through(
    rules: SheetRules, geometry: Geometry, board: Sequence[str], cell: int
) -> Iterator[tuple[StoneKind, Line]]:
    """Yield the longest unbroken runs through a cell, of each kind with the wild stones among them."""
    wild = _wild_letters(rules)
    for kind in rules.stones:
        letters = {kind.letter, *wild}
        if kind.wild or board[cell] not in letters:
            continue
        for way in geometry.directions:
            line = _run(geometry, board, cell, way, letters)
            if any(board[each] == kind.letter for each in line):
                yield kind, line


def _run(geometry: Geometry, board: Sequence[str], cell: int, way: Direction, letters: set[str]) -> Line:
    ahead = tuple(takewhile(lambda c: board[c] in letters, geometry.ray(cell, way)))
    ring = geometry.ring(cell, way)
    if ring and len(ahead) + 1 == len(ring):
        return ring
    behind = tuple(takewhile(lambda c: board[c] in letters, geometry.ray(cell, (-way[0], -way[1]))))
    return (*reversed(behind), cell, *ahead)
