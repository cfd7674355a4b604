"""The principal variation, read from the transposition table."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.position import key_of, number_of, place, position_type, tables_type, take_back
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import find_cell, list_stops, may_place, number_of_fours, win_by_fours
from game.engine.search.lines.vct import list_answers, win_by_threes
from game.engine.search.transposition import NO_MOVE, recall

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
#: Budgets for wins that begin later in the variation: nodes of a VCF and of a VCT, and the most fours of a VCF.
_FOUR_NODES, _THREE_NODES, _MOST_FOURS = 500, 300, 24


@kernel()
def remembered_move(position: Record, tables: Record, memory: Record, side: int) -> int:
    """Return the move that the transposition table stores for a position, or -1 if there is no legal one."""
    cell = recall(memory, key_of(position, tables, side)) & NO_MOVE
    if cell == NO_MOVE or position.stones[cell] != 0 or not may_place(position, tables, cell, side):
        return int64(-1)
    return int64(cell)


@kernel(within_caller=True)
def expected_move(position: Record, tables: Record, memory: Record, proofs: Record, side: int, is_decided: bool) -> int:
    """Return the move that the search would play: a win, a defence, or the move in the table; -1 if there is none.

    In a decided game, wins by continuous fours or threats are searched again, as their moves are not in the
    transposition table.
    """
    if number_of(position.counts[side], _FIVE) > 0:
        return find_cell(position, tables, side, _FIVE)
    remembered = remembered_move(position, tables, memory, side)
    if number_of(position.counts[1 - side], _FIVE) > 0:
        stops = list_stops(position, tables, int64(side), int64(0))
        for stop in range(stops):
            if position.listed[stop] == remembered:
                return remembered
        five = find_cell(position, tables, int64(1 - side), _FIVE)
        if stops > 0:
            return int64(position.listed[0])
        return five if may_place(position, tables, five, side) else int64(-1)
    if number_of(position.counts[side], _OPEN_FOUR) > 0:
        return find_cell(position, tables, side, _OPEN_FOUR)
    if not is_decided or position.seeks_wins == 0:
        return remembered
    if number_of_fours(position, side) > 0:
        position.four_limit = position.four_nodes + _FOUR_NODES
        if win_by_fours(position, tables, proofs, int64(side), int64(0), int64(_MOST_FOURS)) > 0:
            return int64(position.four_move)
    if number_of(position.counts[1 - side], _OPEN_FOUR) > 0:
        answers = list_answers(position, tables, int64(side), int64(0)) if remembered < 0 else int64(0)
        return int64(position.listed[0]) if answers > 0 else remembered
    if win_by_threes(position, tables, proofs, int64(side), int64(0), int64(_THREE_NODES)) > 0:
        return int64(position.four_move) if position.four_move >= 0 else remembered
    return remembered


@kernel(signature(int64, position_type, tables_type, int64_array, int64_array, int64, int64, int64, int64_array))
def principal_variation(
    position: Record,
    tables: Record,
    memory: Record,
    proofs: Record,
    side: int,
    first: int,
    is_decided: int,
    line: Record,
) -> int:
    """Write the cells of the variation that begins with ``first`` into ``line``, and return their number.

    The variation ends with a five, at a position without a move in the table, or if ``line`` is full.
    """
    nodes = position.four_nodes
    found, cell, is_over = int64(0), int64(first), False
    while cell >= 0 and not is_over and found < line.shape[0]:
        is_over = position.classes[side * CELLS + cell] == _FIVE
        place(position, tables, cell, int64(side))
        line[found] = cell
        found += 1
        side = 1 - side
        if not is_over:
            cell = expected_move(position, tables, memory, proofs, side, is_decided != 0)
    for _ in range(found):
        take_back(position, tables)
    position.four_nodes = nodes
    return found
