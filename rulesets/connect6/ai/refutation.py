"""The opponent's win by double threats after the stones of a turn, which the search sees only when it is short."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.position import key_of, place, position_type, tables_type, take_back
from game.engine.search.lines.refutation import keep_win
from game.engine.search.transposition import NO_MOVE, recall

from .search import SECOND_STONE
from .threats import win_by_threats, winning_cell

#: Most turns of the opponent's win.
_TURNS = 12


@kernel(signature(int64, position_type, tables_type, int64_array, int64_array, *[int64] * 4))
def refute(
    position: Record,
    tables: Record,
    memory: Record,
    proofs: Record,
    side: int,
    cell: int,
    stones: int,
    budget: int,
) -> int:
    """Return 1 if the opponent wins by double threats after a turn that begins with a stone on this cell.

    ``stones`` are left in the turn; a second one is the stone in the transposition table ``memory``, where the win is
    kept, too. The search has ``budget`` nodes.
    """
    if position.seeks_wins == 0 or winning_cell(position, side, stones) >= 0:
        return int64(0)
    other, placed, won = int64(1 - side), int64(1), int64(0)
    place(position, tables, cell, side)
    if stones > 1:
        second = int64(recall(memory, key_of(position, tables, side) ^ SECOND_STONE) & NO_MOVE)
        if second != NO_MOVE and position.stones[second] == 0:
            place(position, tables, second, side)
            placed += 1
    if placed == stones:
        position.four_limit = position.four_nodes + budget
        won = win_by_threats(position, tables, proofs, other, placed, int64(2), int64(_TURNS))
    if won > 0:
        keep_win(position, tables, memory, other, placed, won)
    for _ in range(placed):
        take_back(position, tables)
    return int64(won > 0)
