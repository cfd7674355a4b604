"""The opponent's forced win after a move of the root, which the search itself sees only when it has become short."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.position import key_of, place, position_type, tables_type, take_back
from game.engine.search.lines.pruning import UNDECIDED
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import win_by_fours
from game.engine.search.lines.vct import win_by_threes
from game.engine.search.task import UNMEASURED, WIN, WON
from game.engine.search.transposition import AT_LEAST, NO_MOVE, kind_of, packed, recall, remember, score_here

_FIVE = int(CellClass.FIVE)
#: Most fours in a row of the opponent's VCF.
_MOST_FOURS = 24
#: A depth that no search reaches, so that the table keeps the win.
_DEEPEST = 1 << 14


@kernel()
def refuted(position: Record, tables: Record, memory: Record, side: int, ply: int) -> int:
    """Return the score of a position after a turn of the root if ``side``, to move, is known to win, else UNDECIDED."""
    data = recall(memory, key_of(position, tables, side))
    score = score_here(data, ply)
    return score if kind_of(data) & AT_LEAST != 0 and score > WON else int64(UNDECIDED)


@kernel()
def keep_win(position: Record, tables: Record, memory: Record, side: int, ply: int, plies: int) -> None:
    """Keep a win of ``side``, to move, in this many plies in the transposition table. ``four_move`` is its move."""
    move = int64(position.four_move) if position.four_move >= 0 else int64(NO_MOVE)
    data = packed(position, move, int64(AT_LEAST), int64(_DEEPEST), int64(WIN - ply - plies), ply, True)
    remember(memory, key_of(position, tables, side), data)


@kernel(signature(int64, position_type, tables_type, int64_array, int64_array, int64, int64, int64))
def refute(position: Record, tables: Record, memory: Record, proofs: Record, side: int, cell: int, budget: int) -> int:
    """Return 1 if the opponent wins by continuous fours (VCF) or threats (VCT) after a stone of ``side`` on a cell.

    Both searches together have ``budget`` nodes. The win is kept in the transposition table ``memory``, where the
    search finds it.
    """
    if position.seeks_wins == 0 or position.classes[side * CELLS + cell] == _FIVE:
        return int64(0)
    other, before = int64(1 - side), int64(position.four_nodes)
    place(position, tables, cell, side)
    position.four_limit = before + budget // 4
    plies = win_by_fours(position, tables, proofs, other, int64(1), int64(_MOST_FOURS))
    if plies == 0 and position.stop == 0:
        rest = before + budget - int64(position.four_nodes)
        if rest > 0 and win_by_threes(position, tables, proofs, other, int64(1), rest) != 0:
            plies = int64(UNMEASURED)
    if plies > 0:
        keep_win(position, tables, memory, other, int64(1), plies)
    take_back(position, tables)
    return int64(plies > 0)
