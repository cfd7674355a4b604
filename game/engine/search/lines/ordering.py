"""Move ordering by the patterns that a stone makes and stops, history, killer moves and countermoves."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.lines.four_three import list_four_three_answers, winning_four_three
from game.engine.search.lines.listing import list_near_cells
from game.engine.search.lines.position import LISTED, static_order, stone_before
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import list_defences

_THREE = int(CellClass.THREE)
_KILLER = (240, 150)
_ANSWER = 130
#: Bound of a history value, and the largest bonus of one cutoff.
_MOST, _BONUS = 8192, 2000


@kernel()
def history_at(position: Record, side: int, cell: int) -> int:
    """Return the index of a move's history value; attacks and quiet stones of a colour have separate values."""
    is_attack = int64(position.classes[side * CELLS + cell] >= _THREE)
    return int64((2 * side + is_attack) * CELLS + cell)


@kernel()
def follow_up_at(position: Record, side: int, cell: int, back: int) -> int:
    """Return the index of a move's continuation history, given by its offset from an earlier stone and its class.

    ``back`` is 1 for the last stone, 2 for the one before.
    """
    step = (back - 1) * CELLS + ((cell - stone_before(position, back)) & (CELLS - 1))
    return int64((step << 4) + position.classes[side * CELLS + cell])


@kernel()
def follow_up_bonus(position: Record, side: int, cell: int) -> int:
    """Return the sum of a move's continuation histories for the last two stones placed."""
    total = int64(0)
    for back in range(1, 3):
        if position.placed >= back:
            total += int64(position.follow_ups[follow_up_at(position, side, cell, back)])
    return total


@kernel()
def rank_moves(position: Record, tables: Record, side: int, ply: int, best: int, count: int) -> int:
    """Give move-ordering points to the ``count`` cells listed at ``ply``; remove ``best``; return how many are left."""
    base, found, answer = ply * LISTED, int64(0), int64(-1)
    if position.placed > 0:
        answer = int64(position.answers[side * CELLS + stone_before(position, int64(1))])
    for index in range(count):
        cell = int64(position.listed[base + index])
        if cell == best:
            continue
        order = static_order(position, tables, side, cell)
        order += int64(position.history[history_at(position, side, cell)]) >> 5
        if tables.follow_up_shift > 0:
            order += follow_up_bonus(position, side, cell) >> tables.follow_up_shift
        if cell == position.killers[2 * ply]:
            order += _KILLER[0]
        elif cell == position.killers[2 * ply + 1]:
            order += _KILLER[1]
        if cell == answer:
            order += _ANSWER
        position.listed[base + found] = cell
        position.order[base + found] = order
        found += 1
    return found


@kernel()
def list_moves(position: Record, tables: Record, side: int, ply: int, best: int, must_defend: bool) -> int:
    """List the cells to search except ``best``, each with its move-ordering points, and return their number.

    If the opponent is about to make an open four, or to win by a four and a three, only cells that may stop it are
    listed.
    """
    if must_defend:
        return rank_moves(position, tables, side, ply, best, list_defences(position, tables, side, int64(ply)))
    threat = int64(-1)
    if tables.open_ends == 0:
        threat = winning_four_three(position, tables, int64(1 - side), int64(ply + 1))
    if threat >= 0:
        count = list_four_three_answers(position, tables, int64(side), int64(ply), threat)
    else:
        count = list_near_cells(position, ply)
    return rank_moves(position, tables, side, ply, best, count)


@kernel()
def adjust(position: Record, tables: Record, side: int, cell: int, change: int) -> None:
    """Add ``change`` to the history values of a move; values near their bound change less."""
    at = history_at(position, side, cell)
    position.history[at] += change - int64(position.history[at]) * abs(change) // _MOST
    if tables.follow_up_shift == 0:
        return
    for back in range(1, 3):
        if position.placed >= back:
            at = follow_up_at(position, side, cell, back)
            position.follow_ups[at] += change - int64(position.follow_ups[at]) * abs(change) // _MOST


@kernel(within_caller=True)
def learn(position: Record, tables: Record, side: int, ply: int, depth: int, cell: int, tried: int) -> None:
    """Update history values, killer moves and countermoves after a beta cutoff.

    The stone that caused it gains; the stones searched before it lose.
    """
    base = ply * LISTED
    bonus = min(_BONUS, 25 * depth * depth // (PLY * PLY) + 105 * depth // PLY)
    adjust(position, tables, side, cell, bonus)
    for index in range(tried):
        if position.listed[base + index] != cell:
            adjust(position, tables, side, int64(position.listed[base + index]), -bonus)
    if position.classes[side * CELLS + cell] >= _THREE:
        return
    if position.killers[2 * ply] != cell:
        position.killers[2 * ply + 1] = position.killers[2 * ply]
        position.killers[2 * ply] = cell
    if position.placed > 0:
        position.answers[side * CELLS + stone_before(position, int64(1))] = cell
