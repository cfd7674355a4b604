"""The commands that Yixin added to the Gomocup protocol, and the lines that answer its opening commands.

Sources: the managers and engines that speak them: Yixin-Board (accreator/Yixin-Board, ``main.c``), Rapfi
(dhbloo/rapfi, ``gomocup.cpp``), and the paper on the protocol (accreator/Yixin-protocol). Yixin-Board gives a point as
row and column; the board is square, so that this is only another view of the same board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.core.geometry import Geometry, Position
from game.core.notation import Remark
from game.engine.protocol.protocol import EngineCommand
from game.engine.protocol.replies import format_point


@dataclass(frozen=True, slots=True)
class ShowInfo(EngineCommand):
    """The command YXSHOWINFO, which asks for the largest number of threads and size of the table."""


@dataclass(frozen=True, slots=True)
class ShowForbidden(EngineCommand):
    """The command YXSHOWFORBID, which asks for the points where the side to move must not play."""


@dataclass(frozen=True, slots=True)
class BestMoves(EngineCommand):
    """The command YXNBEST n, which asks for ``count`` best moves in MESSAGE lines. The answer is the best."""

    count: int


@dataclass(frozen=True, slots=True)
class BalancedMove(EngineCommand):
    """The command YXBALANCEONE or YXBALANCETWO: place one or two stones that leave the game as even as possible.

    ``bias`` is the wanted score after them, in points for the side to move now.
    """

    stones: int
    bias: int = 0


@dataclass(frozen=True, slots=True)
class SearchDefence(EngineCommand):
    """The command YXSEARCHDEFEND, which asks for the moves that stop the opponent's forced win."""


@dataclass(frozen=True, slots=True)
class BlockedPoints(EngineCommand):
    """The command YXBLOCK or YXBLOCKUNDO: points that the search must not choose, or may choose again."""

    points: tuple[Position, ...]
    is_undone: bool = False


@dataclass(frozen=True, slots=True)
class BlockedPath(EngineCommand):
    """The command YXBLOCKPATH or YXBLOCKPATHUNDO: a point blocked only after the moves before it.

    ``points`` are all moves from the empty board on, the blocked one last.
    """

    points: tuple[Position, ...]
    is_undone: bool = False


@dataclass(frozen=True, slots=True)
class Unblock(EngineCommand):
    """The command YXBLOCKRESET or YXBLOCKPATHRESET, which removes all blocks (or all of paths)."""

    paths: bool = False


@dataclass(frozen=True, slots=True)
class ClearMemory(EngineCommand):
    """The command YXHASHCLEAR, which clears the transposition table. There is no answer."""


@dataclass(frozen=True, slots=True)
class Stop(EngineCommand):
    """The command YXSTOP, which stops the search. The answer is the best move so far."""


@dataclass(frozen=True, slots=True)
class Swap2Step(EngineCommand):
    """The command YXSWAP2STEP1, 2 or 3: place three stones, choose after three, or choose after five."""

    number: int


class SoosorvStep(Enum):
    """The steps of the opening rule Soosorv-8, as numbered in the commands YXSOOSORVSTEP1 to YXSOOSORVSTEP6."""

    THREE_STONES = 1
    FIRST_SWAP = 2
    FOURTH_STONE = 3
    SECOND_SWAP = 4
    FIFTH_STONES = 5
    PICK = 6


@dataclass(frozen=True, slots=True)
class SoosorvCommand(EngineCommand):
    """A command YXSOOSORVSTEP1 to 6, which asks for the engine's decision at one step of the renju opening Soosorv-8.

    ``points`` are the stones so far. ``fifths`` is the number of fifth stones that was announced, 0 if unknown.
    """

    step: SoosorvStep
    points: tuple[Position, ...] = ()
    fifths: int = 0


@dataclass(frozen=True, slots=True)
class Unsupported(EngineCommand):
    """A command of Yixin's that the engine has no use for; ``sentence`` is its answer."""

    sentence: str


#: Commands that never interrupt a search: they wait for its end.
PATIENT = (ShowInfo, BlockedPoints, BlockedPath, Unblock, ClearMemory, Unsupported)


# Answers


def format_most(threads: int, table_bits: int) -> list[str]:
    """Format the answer to YXSHOWINFO; the table has at most 2 to the power of ``table_bits`` kilobytes."""
    return [f"MESSAGE INFO MAX_THREAD_NUM {threads}", f"MESSAGE INFO MAX_HASH_SIZE {table_bits}"]


def format_swap2_stone(geometry: Geometry, number: int, cell: int) -> str:
    """Format a stone of a Swap2 opening, with its number in the game (1 to 5)."""
    return f"MESSAGE SWAP2 MOVE{number} {_spaced(geometry, cell)}"


def format_swap2_choice(number: int, *, is_swapped: bool) -> str:
    """Format the engine's first or second choice in Swap2: YES to take Black, NO to take White."""
    return f"MESSAGE SWAP2 SWAP{number} {'YES' if is_swapped else 'NO'}"


def format_soosorv_stone(geometry: Geometry, number: int, cell: int, fifths: int = 0) -> str:
    """Format a stone of a Soosorv opening; the fourth one is followed by the number of fifth stones."""
    return f"MESSAGE SOOSORV MOVE{number} {_spaced(geometry, cell)}{f' {fifths}' if fifths else ''}"


def format_soosorv_choice(number: int, *, is_swapped: bool) -> str:
    """Format the engine's first or second decision about a swap of colours in a Soosorv opening."""
    return f"MESSAGE SOOSORV SWAP{number} {'YES' if is_swapped else 'NO'}"


def format_fifths(geometry: Geometry, cells: tuple[int, ...]) -> list[str]:
    """Format the fifth stones that the engine offers in a Soosorv opening."""
    stones = (format_soosorv_stone(geometry, 5, cell) for cell in cells)
    return ["MESSAGE SOOSORV MOVE5 REFRESH", *stones, "MESSAGE SOOSORV MOVE5 DONE"]


def format_picked_fifth(geometry: Geometry, cell: int) -> str:
    """Format the fifth stone that the engine picks among the offered ones in a Soosorv opening."""
    return f"MESSAGE SOOSORV MOVE5C {_spaced(geometry, cell)}"


def format_running_search(geometry: Geometry, cell: int, remark: Remark) -> list[str]:
    """Format the lines that let Yixin-Board draw a running search: the best move, its score and its variation."""
    best, line = format_point(geometry, cell), " ".join(remark.variation)
    return [
        f"MESSAGE REALTIME BEST {best}",
        f"MESSAGE REALTIME VAL {round(remark.score)}",
        f"MESSAGE REALTIME PV {line}",
    ]


def format_losing(geometry: Geometry, cell: int) -> str:
    """Format a move that loses, which Yixin-Board marks on its board."""
    return f"MESSAGE REALTIME LOSE {format_point(geometry, cell)}"


def _spaced(geometry: Geometry, cell: int) -> str:
    """Format a point as two numbers with a space between them, as only the opening commands do."""
    x, y = geometry.cells[cell]
    return f"{x} {y}"
