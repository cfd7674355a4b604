"""Threats in line games: the winning lines that a side could complete in one turn, and the cells that stop them.

For example, in Connect6, where a turn has two stones, six cells in a line with four own stones and none of the opponent
are a threat. If stopping all threats takes every stone of a turn, the opponent has no free stone; if it takes more, the
opponent has lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.lines.line_state import Line, LineRule
from game.core.model import EMPTY, Threats

#: A function of the empty cells of a line and the cells of the opponent's answer, which returns True if the side may
#: place its stones there in one turn.
MayFill = Callable[[tuple[int, ...], frozenset[int]], bool]


def _always(gaps: tuple[int, ...], answer: frozenset[int]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Threat:
    """A winning line that one side could complete with its next turn."""

    line: Line
    gaps: tuple[int, ...]
    """The empty cells of the line; an opponent's stone on any of them stops the threat."""
    ends: tuple[int, ...]
    """The empty cells just beyond the ends of the line, which stop the threat if the opponent takes all of them.

    Empty if stones beyond the ends make no difference.
    """

    def stopped_by(self, stones: frozenset[int]) -> bool:
        return any(cell in stones for cell in self.gaps) or (bool(self.ends) and stones.issuperset(self.ends))


def threats_by(
    geometry: Geometry,
    board: Sequence[str],
    colour: str,
    rule: LineRule,
    may_stop: Callable[[int], bool],
    *,
    may_fill: MayFill = _always,
    windows: Iterable[Line] | None = None,
) -> Threats:
    """Return the threats of one colour on a board where it has no winning line yet.

    ``may_stop(cell)`` returns True if the opponent may place a stone on this empty cell. ``may_fill(gaps, answer)``
    returns True if the colour may place stones on all these empty cells of a line in one turn, after the opponent took
    the cells of ``answer``. ``windows`` are the lines to search, each of the winning length; None for all lines of the
    board.
    """
    looked_at = geometry.windows(rule.length) if windows is None else windows
    every = tuple(_lines_in_reach(geometry, board, colour, rule, looked_at))
    found = tuple(threat for threat in every if may_fill(threat.gaps, frozenset()))
    # A stone of the opponent can make a cell legal: with gravity, the cell above it.
    refused = [threat for threat in every if threat not in found]

    def opens_none(answer: frozenset[int]) -> bool:
        return not any(not threat.stopped_by(answer) and may_fill(threat.gaps, answer) for threat in refused)

    for needed in range(rule.stones_a_turn + 1):
        answers = set(filter(opens_none, _answers(found, needed, may_stop, frozenset())))
        if answers:
            cells = tuple(sorted({cell for answer in answers for cell in answer}))
            return Threats(colour, tuple(threat.line for threat in found), needed, cells)
    return Threats(colour, tuple(threat.line for threat in found), rule.stones_a_turn + 1)


def _lines_in_reach(
    geometry: Geometry, board: Sequence[str], colour: str, rule: LineRule, windows: Iterable[Line]
) -> Iterator[_Threat]:
    """Yield the lines of exactly the winning length that one side could complete with its next turn.

    Longer lines need no search: a longer line that wins contains such a line with a stone beyond its end.
    """
    for line in windows:
        stones = [board[cell] for cell in line]
        missing = stones.count(EMPTY)
        if 0 < missing <= rule.stones_a_turn and stones.count(colour) == rule.length - missing:
            gaps = tuple(cell for cell in line if board[cell] == EMPTY)
            ends = _deciding_ends(geometry, board, line, colour, rule)
            if ends is not None:
                yield _Threat(line, gaps, ends)


def _deciding_ends(
    geometry: Geometry, board: Sequence[str], line: Line, colour: str, rule: LineRule
) -> tuple[int, ...] | None:
    """Return the empty cells beyond both ends of a line that the opponent could take to stop the full line.

    Return None if the full line would not win even now.
    """
    beyond = geometry.beyond(line)
    if any(board[cell] == colour for cell in beyond):
        return () if rule.wins(colour, rule.length + 1, 0) else None
    free = tuple(cell for cell in beyond if board[cell] == EMPTY)
    if not rule.wins(colour, rule.length, len(beyond) - len(free)):
        return None
    return () if rule.wins(colour, rule.length, len(beyond)) else free


def _answers(
    threats: Sequence[_Threat], most: int, may_stop: Callable[[int], bool], placed: frozenset[int]
) -> Iterator[frozenset[int]]:
    """Yield every set of cells that stops all threats: the cells in ``placed`` and at most ``most`` others.

    A set that stops all threats must stop the first unstopped one, so only cells that stop that one are tried.
    """
    left = next((threat for threat in threats if not threat.stopped_by(placed)), None)
    if left is None:
        yield placed
    elif most > 0:
        for cell in (*left.gaps, *left.ends):
            if cell not in placed and may_stop(cell):
                yield from _answers(threats, most - 1, may_stop, placed | {cell})
