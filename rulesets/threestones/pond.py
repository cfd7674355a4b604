"""The board of Threestones: its pockets, stones, positions, and the lines that score (2017 document, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from game.core.geometry import octagon
from game.core.model import EMPTY, State

#: 80 pockets in an octagon with a blocked centre.
POND = octagon(11, 4, frozenset({(5, 5)}))

DUCK, PENGUIN, MILLER = "w", "b", "c"
TEAMS = (DUCK, PENGUIN)
STONES = (DUCK, PENGUIN, MILLER)
STONE_NAMES: Mapping[str, str] = {DUCK: "duck", PENGUIN: "penguin", MILLER: "Miller"}

#: Stones in each player's hand at the start, by kind.
FULL_HAND: Mapping[str, int] = {DUCK: 15, PENGUIN: 15, MILLER: 6}

#: Three adjacent pockets in a row, column or diagonal.
PocketLine = tuple[int, ...]

LINES = POND.windows(3)
LINES_THROUGH = POND.windows_through(3)

#: The team that scores with three stones; three Millers and mixed teams score for neither.
_TEAM_OF: Mapping[tuple[str, ...], str] = {
    stones: team for team in TEAMS for stones in product((team, MILLER), repeat=3) if team in stones
}


@dataclass(frozen=True, kw_only=True)
class PondState(State):
    """A position of Threestones. ``last`` holds at most one cell, that of the last stone."""

    plays_first: int | None = None
    """The player who will place the first stone, while the mascot is being chosen; None afterwards."""
    put_down: tuple[PocketLine, ...] = ()
    """Lines that were complete when the board was set up, and therefore have not scored."""


def other_team(team: str) -> str:
    """Return the opposing team."""
    return PENGUIN if team == DUCK else DUCK


def team_of(board: Sequence[str], line: PocketLine) -> str | None:
    """Return the team that scores a line of three stones, or None."""
    return _TEAM_OF.get(tuple(board[cell] for cell in line))


def arrangements(board: Sequence[str], lines: Iterable[PocketLine]) -> dict[str, tuple[PocketLine, ...]]:
    """Return the complete lines that score for each team."""
    found: dict[str, list[PocketLine]] = {team: [] for team in TEAMS}
    for line in lines:
        team = team_of(board, line)
        if team is not None:
            found[team].append(line)
    return {team: tuple(counted) for team, counted in found.items()}


def with_stone(board: tuple[str, ...], cell: int, stone: str) -> tuple[str, ...]:
    """Return the board with one more stone."""
    return (*board[:cell], stone, *board[cell + 1 :])


def gained(board: tuple[str, ...], cell: int, stone: str) -> dict[str, tuple[PocketLine, ...]]:
    """Return the new lines of each team after placing a stone in an empty cell."""
    return arrangements(with_stone(board, cell, stone), LINES_THROUGH[cell])


def earned(state: PondState) -> dict[str, tuple[PocketLine, ...]]:
    """Return the lines on the board that have scored, by team."""
    return arrangements(state.board, (line for line in LINES if line not in state.put_down))


def points(lines: Mapping[str, tuple[PocketLine, ...]]) -> dict[str, int]:
    """Return the points of each team, one for each line."""
    return {team: len(lines[team]) for team in TEAMS}


@cache
def row_and_column(cell: int) -> tuple[int, ...]:
    """Return the other cells in the row and column of a cell, in reading order.

    Cells beyond the blocked centre are included.
    """
    x, y = POND.cells[cell]
    return tuple(sorted({*POND.row_cells[y], *POND.column_cells[x]} - {cell}))


def bound_pockets(state: State) -> tuple[int, ...]:
    """Return the empty cells in the row and column of the last stone, or () if all cells are allowed."""
    if not state.last:
        return ()
    return tuple(cell for cell in row_and_column(state.last[-1]) if state.board[cell] == EMPTY)


def open_pockets(state: State) -> tuple[int, ...]:
    """Return the cells where the next stone may be placed, in reading order."""
    return bound_pockets(state) or tuple(cell for cell, stone in enumerate(state.board) if stone == EMPTY)


def stones_left(hand: Mapping[str, int]) -> int:
    """Return the number of stones in a hand."""
    return sum(hand.values())


def stones_in_play(state: State, kind: str) -> int:
    """Return the number of stones of a kind on the board and in both hands."""
    return state.board.count(kind) + sum(hand[kind] for hand in state.hands.values())


def is_over(state: State) -> bool:
    """Return True if the last stone has been placed or, after a set-up, the board is full."""
    return bool(state.colour) and (not stones_left(state.hands[state.colour]) or EMPTY not in state.board)


def turns_agree(state: State) -> bool:
    """Return True if the numbers of stones in both hands are possible with alternating turns.

    The player to move then has as many stones as the other player, or one more.
    """
    ahead = stones_left(state.hands[state.colour]) - stones_left(state.hands[other_team(state.colour)])
    return ahead in {0, 1}


def empty_pond(seat: int, plays_first: int) -> PondState:
    """Return the start of a game, with the player who chooses a mascot and the one who plays first.

    Player ``seat`` chooses the mascot, and player ``plays_first`` places the first stone.
    """
    return PondState(
        geometry=POND,
        board=(EMPTY,) * len(POND),
        seat=seat,
        colours=("", ""),
        colour="",
        scores=dict.fromkeys(TEAMS, 0),
        hands={team: dict(FULL_HAND) for team in TEAMS},
        plays_first=plays_first,
    )
