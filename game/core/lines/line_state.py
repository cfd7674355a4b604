"""The data types of line games: the rule, the position, and the winning lines on a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from game.core.geometry import Direction, Geometry
from game.core.lines.phases import Phase
from game.core.model import EMPTY, State

Line = tuple[int, ...]
#: The number of passes in a row that end a game (Renju International Federation, International Rules of Renju, rule 9).
MOST_PASSES = 2


@dataclass(frozen=True)
class LineRule:
    """The rule of a line game: the lines that win and the number of stones in a turn.

    ``stones_a_turn`` is the number of stones in every turn except the first, which has ``stones_first_turn``. For
    example, Connect6 is ``LineRule(length=6, stones_a_turn=2)``.
    """

    length: int
    """The number of stones in a winning line."""
    overline_wins: str = "bw"
    """The letters of the colours that also win with a longer line (an overline); "" for none."""
    needs_open_end: bool = False
    """True if a line of exactly ``length`` stones with opponent's stones at both ends does not win (as in Caro).

    An edge of the board does not count. Whether an overline wins depends on ``overline_wins`` alone.
    """
    stones_a_turn: int = 1
    stones_first_turn: int = 1
    passes: bool = False
    """True if a player may pass after the opening; two passes in a row end the game as a draw.

    Only for games of one stone a turn.
    """

    def __post_init__(self) -> None:
        """Raise ValueError if the game has both passes and turns of several stones."""
        if self.passes and (self.stones_a_turn, self.stones_first_turn) != (1, 1):
            raise ValueError("a game with passes has one stone a turn")

    def wins(self, colour: str, length: int, blocked_ends: int) -> bool:
        """Return True if an unbroken line of ``length`` stones wins the game.

        ``blocked_ends``, 0 to 2, is the number of its ends that touch a stone of the opponent.
        """
        if length <= self.length:
            return length == self.length and not (self.needs_open_end and blocked_ends == 2)
        return colour in self.overline_wins


@dataclass(frozen=True, kw_only=True)
class LineState(State):
    """A position of a game that is won by a straight line of stones."""

    rule: LineRule
    phase: Phase | None = None
    """The current phase of the opening; None after the opening."""
    rule_colours: tuple[str, str] = ("b", "w")
    """The letters of both colours, the one that moves first in the game before the other."""
    offered: tuple[int, ...] = ()
    """The cells of the offered stones, of which only one will stay, oldest first."""
    lines: tuple[Line, ...] = ()
    """The cells of the winning lines, including all stones of an overline; empty until a side has won."""
    stuck: bool = False
    """True if the side to move has no cell where it may place a stone."""
    passes: int = 0
    """The number of passes since the last stone, at most MOST_PASSES."""

    @property
    def is_opening(self) -> bool:
        """True while the game is in its opening."""
        return self.phase is not None


def lines_through(geometry: Geometry, board: Sequence[str], cell: int, rule: LineRule) -> tuple[Line, ...]:
    """Return the winning lines that contain the stone on this cell, at most one for each direction."""
    found = (_winning_run(geometry, board, cell, way, rule) for way in geometry.directions)
    return tuple(line for line in found if line)


def lines_on(geometry: Geometry, board: Sequence[str], rule: LineRule) -> tuple[Line, ...]:
    """Return all winning lines on a board, ordered by direction and then by first cell."""
    found = (
        _winning_run(geometry, board, cell, way, rule)
        for way in geometry.directions
        for cell, stone in enumerate(board)
        if stone != EMPTY and _begins_run(geometry, board, cell, way)
    )
    return tuple(line for line in found if line)


def _begins_run(geometry: Geometry, board: Sequence[str], cell: int, way: Direction) -> bool:
    """Return True if the stone on a cell is the first of its run; in a full ring that is the lowest cell."""
    stone = board[cell]
    if _stone_beyond(geometry, board, cell, (-way[0], -way[1])) != stone:
        return True
    ring = geometry.ring(cell, way)
    return ring[:1] == (cell,) and all(board[each] == stone for each in ring)


def _winning_run(geometry: Geometry, board: Sequence[str], cell: int, way: Direction, rule: LineRule) -> Line:
    back = (-way[0], -way[1])
    stone = board[cell]
    behind = tuple(takewhile(lambda c: board[c] == stone, geometry.ray(cell, back)))
    if behind and _stone_beyond(geometry, board, behind[-1], back) == stone:  # a ring full of these stones
        ring = geometry.ring(cell, way)
        return ring if rule.wins(stone, len(ring), 0) else ()
    ahead = takewhile(lambda c: board[c] == stone, geometry.ray(cell, way))
    run = (*reversed(behind), cell, *ahead)
    if len(run) < rule.length:
        return ()
    ends = (_stone_beyond(geometry, board, run[0], back), _stone_beyond(geometry, board, run[-1], way))
    return run if rule.wins(stone, len(run), sum(end != EMPTY for end in ends)) else ()


def _stone_beyond(geometry: Geometry, board: Sequence[str], cell: int, way: Direction) -> str:
    beyond = geometry.ray(cell, way)
    return board[beyond[0]] if beyond else EMPTY
