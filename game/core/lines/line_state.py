"""The data types of the line games: the rule, positions, and the winning lines of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from game.core.geometry import DIRECTIONS, Direction, Geometry
from game.core.lines.phases import Phase
from game.core.model import EMPTY, State

Line = tuple[int, ...]


@dataclass(frozen=True)
class LineRule:
    """The rule of a line game: which line wins, and how many stones a turn brings."""

    length: int
    """Stones in a winning line."""
    overline_wins: str = "bw"
    """The letters of the colours for which a longer line (an overline) wins too."""
    needs_open_end: bool = False
    """Whether a line with a stone of the other colour at both ends does not win; an edge blocks nothing."""
    stones_a_turn: int = 1
    stones_first_turn: int = 1

    def wins(self, colour: str, length: int, blocked_ends: int) -> bool:
        """Whether an unbroken line of this length wins; ``blocked_ends`` of its ends touch the other colour."""
        if length <= self.length:
            return length == self.length and not (self.needs_open_end and blocked_ends == 2)
        return colour in self.overline_wins


@dataclass(frozen=True, kw_only=True)
class LineState(State):
    """A position of a line game."""

    rule: LineRule
    phase: Phase | None = None
    """The running phase of the opening, None in the game proper."""
    rule_colours: tuple[str, str] = ("b", "w")
    """The letters of both colours, the one that begins first."""
    offered: tuple[int, ...] = ()
    """The cells of the stones of which only one will stay, oldest first."""
    lines: tuple[Line, ...] = ()
    """The winning lines, in their whole length, once they are made."""
    stuck: bool = False
    """Whether the side on turn has no cell left to place on."""

    @property
    def is_opening(self) -> bool:
        """Whether a phase of the opening runs."""
        return self.phase is not None


def lines_through(geometry: Geometry, board: Sequence[str], cell: int, rule: LineRule) -> tuple[Line, ...]:
    """The winning lines that the stone on this cell is part of, at most one for each direction."""
    found = (_winning_run(geometry, board, cell, way, rule) for way in DIRECTIONS)
    return tuple(line for line in found if line)


def lines_on(geometry: Geometry, board: Sequence[str], rule: LineRule) -> tuple[Line, ...]:
    """All winning lines of a board, in the order in which ``lines_through`` would list them."""
    found = (
        _winning_run(geometry, board, cell, way, rule)
        for way in DIRECTIONS
        for cell, stone in enumerate(board)
        if stone != EMPTY and _stone_beyond(geometry, board, cell, (-way[0], -way[1])) != stone
    )
    return tuple(line for line in found if line)


def _winning_run(geometry: Geometry, board: Sequence[str], cell: int, way: Direction, rule: LineRule) -> Line:
    back = (-way[0], -way[1])
    stone = board[cell]
    behind = tuple(takewhile(lambda c: board[c] == stone, geometry.ray(cell, back)))
    ahead = takewhile(lambda c: board[c] == stone, geometry.ray(cell, way))
    run = (*reversed(behind), cell, *ahead)
    if len(run) < rule.length:
        return ()
    ends = (_stone_beyond(geometry, board, run[0], back), _stone_beyond(geometry, board, run[-1], way))
    return run if rule.wins(stone, len(run), sum(end != EMPTY for end in ends)) else ()


def _stone_beyond(geometry: Geometry, board: Sequence[str], cell: int, way: Direction) -> str:
    beyond = geometry.ray(cell, way)
    return board[beyond[0]] if beyond else EMPTY
