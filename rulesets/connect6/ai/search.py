"""Principal variation search of Connect6. It searches single stones, two of which make a turn.

Depths are in stones.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.listing import list_near_cells
from game.engine.search.lines.net.accumulator import catch_up
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.ordering import learn, rank_moves
from game.engine.search.lines.position import (
    LISTED,
    PLIES,
    key_of,
    place,
    position_type,
    static_order,
    tables_type,
    take_back,
)
from game.engine.search.lines.pruning import UNDECIDED
from game.engine.search.lines.refutation import refuted
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.searching import is_stopped, keep_best, nodes_left, part_of_nodes, pick
from game.engine.search.task import WIN, WON
from game.engine.search.transposition import (
    NO_MOVE,
    kind_within,
    move_to_keep,
    packed,
    recall,
    remember,
    score_here,
    settles,
)

from .threats import list_stops, threatens, win_by_threats, winning_cell

_FIVE = int(CellClass.FIVE)
#: Plies reserved for the search for double threats at a leaf.
_LAST_PLY = PLIES // 2
#: Changes the hash key of a position in which the first stone of the turn has been placed.
SECOND_STONE = 0x3C6EF372FE94F82B
#: Number of stones searched at a node: a base, the increase per stone of depth, and the largest number.
_WIDTH, _WIDER, _WIDEST = 8, 2, 28
#: Number of stones searched at a leaf, where a turn is completed or threats are stopped.
_LATE = 2
#: Number of stones that are searched to the full depth, and the least depth at which later ones are reduced.
_FULL, _DEEP = 4, 2
#: Reduction of a stone for its distance behind the first in move order, that distance, and the largest one that counts.
_GAP_REDUCTION, _GAP, _WIDEST_GAP = 12, 100, 400
#: Futility pruning: the margin above beta for each stone of depth, and the largest depth at which it applies.
_MARGIN, _FUTILE = 60, 4
#: Least depth at which double threats are searched for at the start of a turn.
_THREATS_FROM = 2
#: Budgets of the search for double threats: nodes and turns at a leaf; at the root, percent of the nodes so far,
#: additional nodes, and turns.
_LEAF_NODES, _LEAF_TURNS, _ROOT_PERCENT, _ROOT_NODES, _ROOT_TURNS = 8, 4, 20, 500, 12


@kernel()
def threats_win(position: Record, tables: Record, proofs: Record, side: int, ply: int, stones: int) -> int:
    """Return the number of stones in which ``side`` wins by double threats, or 0 if no win is found.

    The search is limited by a budget of nodes.
    """
    budget, turns = int64(_LEAF_NODES), int64(_LEAF_TURNS)
    if ply == 0:
        budget = _ROOT_NODES + part_of_nodes(position, int64(_ROOT_PERCENT))
        turns = int64(_ROOT_TURNS)
    left = nodes_left(position)
    # Without a stone that makes an open four there is no attack to begin with.
    if position.seeks_wins == 0 or left <= 0 or position.counts[side] == 0:
        return int64(0)
    position.four_limit = position.four_nodes + min(budget, left)
    return win_by_threats(position, tables, proofs, int64(side), int64(ply), int64(stones), turns)


@kernel()
def is_good_enough(position: Record, tables: Record, depth: int, beta: int, side: int) -> bool:
    """Return True if a position at the start of a turn is so far above beta that it need not be searched.

    This is futility pruning. There must be no threat to stop.
    """
    if depth > _FUTILE * PLY or abs(beta) > WON:
        return False
    return bool(net_score(position, tables, side, int64(2)) - int64(_MARGIN) * depth // PLY >= beta)


@kernel()
def reduction(depth: int, tried: int, gap: int) -> int:
    """Return the late move reduction for a stone.

    ``gap`` is the difference between the move-order values of the first stone and this one.
    """
    if tried <= _FULL or depth < _DEEP * PLY:
        return int64(0)
    less = int64(PLY if tried <= 3 * _FULL else 2 * PLY)
    return less + min(gap, int64(_WIDEST_GAP)) * int64(_GAP_REDUCTION) // int64(_GAP)


@kernel()
def list_forced(position: Record, tables: Record, side: int, ply: int, best: int) -> int:
    """List the cells that may stop the opponent's threats, except ``best``, and return their number.

    The value for the move order of each cell is stored, too.
    """
    count, base, found = list_stops(position, int64(1 - side), ply), ply * LISTED, int64(0)
    for index in range(count):
        cell = int64(position.listed[base + index])
        if cell != best:
            position.listed[base + found] = cell
            position.order[base + found] = static_order(position, tables, side, cell)
            found += 1
    return found


@kernel()
def was_tried(position: Record, ply: int, cell: int) -> bool:
    """Return True if ``cell`` was already searched as the first stone of this turn.

    It was then searched with every second stone.
    """
    if position.excluded[ply - 1] == cell:
        return True
    base, is_there = (ply - 1) * LISTED, False
    for index in range(position.values[ply - 1]):
        is_there |= position.listed[base + index] == cell
    return is_there


@kernel(signature(int64, position_type, tables_type, int64_array, int64_array, *[int64] * 6))
def search(
    position: Record,
    tables: Record,
    memory: Record,
    proofs: Record,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    side: int,
    stones: int,
) -> int:
    """Return the score for the side to move, exact between alpha and beta.

    ``stones`` is the number of stones left in its turn.
    """
    # 1. Stopped.
    if is_stopped(position):
        return int64(0)
    # 2. Won within the turn, no empty cell, or no win sooner than a known one.
    other = int64(1 - side)
    cell = winning_cell(position, side, stones)
    if cell >= 0:
        keep_best(position, ply, cell, WIN - ply - stones)
        return WIN - ply - stones
    if position.placed >= position.cell_count:
        return int64(0)
    if stones == 2 and 0 < ply <= 2:
        known = refuted(position, tables, memory, side, ply)
        if known != UNDECIDED:
            return known
    if ply > 0 and WIN - ply - 3 <= alpha:
        return WIN - ply - 3
    # 3. A leaf: only after a whole turn, and not under threat.
    must_stop = threatens(position, other)
    if ply >= _LAST_PLY:
        return net_score(position, tables, side, stones)
    is_late = depth <= 0
    if is_late and not must_stop and stones > 1:
        value = net_score(position, tables, side, stones)
        if value >= beta:
            return value
        won = threats_win(position, tables, proofs, side, ply, stones)
        return WIN - ply - won if won > 0 else value
    # 4. The transposition table.
    key = key_of(position, tables, side) ^ (SECOND_STONE if stones == 1 else int64(0))
    data = recall(memory, key)
    best, known = data & NO_MOVE, score_here(data, ply)
    if ply > 0 and beta - alpha == 1 and settles(data, known, alpha, beta, depth):
        return known
    # 5. Futility pruning, or a win by double threats.
    begins = ply > 0 and stones > 1 and not must_stop
    if begins and beta - alpha == 1 and is_good_enough(position, tables, depth, beta, side):
        return beta
    if (begins and depth >= _THREATS_FROM * PLY) or (ply == 0 and not must_stop):
        won = threats_win(position, tables, proofs, side, ply, stones)
        if won > 0:
            keep_best(position, ply, position.four_move, WIN - ply - won)
            return WIN - ply - won
    # 6. The stones, the hash move first. The net adds the first stone once for all second stones.
    if stones == 1:
        catch_up(position, tables)
    is_here = best != NO_MOVE and position.stones[best] == 0
    position.excluded[ply], position.values[ply] = -1, 0
    low, top, chosen = int64(alpha), int64(-WIN), int64(NO_MOVE)
    count, index, tried, next_ply, gap = int64(-1), int64(0), int64(0), int64(ply + 1), int64(0)
    width = int64(_LATE) if is_late else min(int64(_WIDTH + _WIDER * depth // PLY), int64(_WIDEST))
    while True:
        if is_here:
            cell, is_here = best, False
        else:
            if count < 0 and must_stop:
                count = list_forced(position, tables, side, ply, best)
            elif count < 0:
                count = rank_moves(position, tables, side, ply, best, list_near_cells(position, ply))
            if index >= count or (tried >= width and (is_late or not must_stop) and top > -WON):
                break
            cell = pick(position, ply * LISTED, index, count)
            gap = int64(position.order[ply * LISTED] - position.order[ply * LISTED + index])
            index += 1
        if stones == 1 and ply > 0 and not must_stop and was_tried(position, ply, cell):
            top = max(top, low)
            continue
        tried += 1
        less = int64(0) if must_stop else reduction(depth, tried, gap)
        # 7. The first stone with the full window, the others reduced and with a null window.
        place(position, tables, cell, side)
        next_depth = int64(depth - PLY)
        score = low + 1
        if stones > 1:
            if tried > 1:
                score = search(
                    position, tables, memory, proofs, low, low + 1, int64(next_depth - less), next_ply, side, int64(1)
                )
            if tried == 1 or (score > low and (less > 0 or score < beta)):
                score = search(position, tables, memory, proofs, low, beta, next_depth, next_ply, side, 1)
        else:
            if tried > 1:
                less_deep = int64(next_depth - less)
                score = -search(position, tables, memory, proofs, -low - 1, -low, less_deep, next_ply, other, 2)
            if tried == 1 or (score > low and (less > 0 or score < beta)):
                bound = int64(-beta)
                score = -search(position, tables, memory, proofs, bound, -low, next_depth, next_ply, other, 2)
        take_back(position, tables)
        if position.stop != 0:
            return int64(0)
        # 8. A better stone, or a beta cutoff.
        if score > low or tried == 1:
            chosen = cell
            keep_best(position, ply, cell, score)
        top, low = max(top, score), max(low, score)
        if score >= beta:
            if not must_stop:
                learn(position, tables, side, ply, depth, cell, index)
            break
        position.values[ply] = index
        if cell == best:
            position.excluded[ply] = cell
    if top == -WIN:
        return int64(ply + 3 - WIN) if must_stop else net_score(position, tables, side, stones)
    kind = kind_within(top, alpha, beta)
    remember(memory, key, packed(position, move_to_keep(kind, best, chosen), kind, depth, top, ply, False))
    return top


@kernel(signature(int64, position_type, tables_type, int64, int64))
def first_stone(position: Record, tables: Record, side: int, stones: int) -> int:
    """Return a stone without a search: one that wins or stops a win, or the first in move order.

    Returns -1 if there is none. The first stone of a game goes to the centre.
    """
    if position.placed == 0:
        return int64(position.cells[position.cell_count // 2])
    cell = winning_cell(position, side, stones)
    if cell >= 0:
        return cell
    no_move = int64(-1)
    if threatens(position, int64(1 - side)):
        count = list_forced(position, tables, side, int64(0), no_move)
    else:
        count = rank_moves(position, tables, side, int64(0), no_move, list_near_cells(position, int64(0)))
    return pick(position, int64(0), int64(0), count) if count > 0 else no_move


@kernel()
def expected_stone(
    position: Record, tables: Record, memory: Record, proofs: Record, side: int, stones: int, is_decided: bool
) -> int:
    """Return the stone that the search would place, or -1 if it is unknown.

    It is a winning stone, the move in the transposition table, or the first stone of a forced win.
    """
    cell = winning_cell(position, side, stones)
    if cell >= 0:
        return cell
    data = recall(memory, key_of(position, tables, side) ^ (SECOND_STONE if stones == 1 else int64(0)))
    cell = int64(data & NO_MOVE)
    if cell != NO_MOVE and position.stones[cell] == 0:
        return cell
    if not is_decided or position.seeks_wins == 0:
        return int64(-1)
    if threatens(position, int64(1 - side)):
        count = list_forced(position, tables, side, int64(0), int64(-1))
        return pick(position, int64(0), int64(0), count)
    position.four_limit = position.four_nodes + _ROOT_NODES
    if win_by_threats(position, tables, proofs, side, int64(0), stones, int64(_ROOT_TURNS)) > 0:
        return int64(position.four_move)
    return int64(-1)


@kernel(signature(int64, position_type, tables_type, int64_array, int64_array, *[int64] * 4, int64_array))
def principal_variation(
    position: Record,
    tables: Record,
    memory: Record,
    proofs: Record,
    side: int,
    stones: int,
    first: int,
    is_decided: int,
    line: Record,
) -> int:
    """Write the cells of the principal variation that begins with ``first`` into ``line``.

    Return their number.
    """
    nodes, found, cell = position.four_nodes, int64(0), int64(first)
    while cell >= 0 and found < line.shape[0]:
        is_over = position.classes[side * CELLS + cell] == _FIVE
        place(position, tables, cell, side)
        line[found] = cell
        found += 1
        stones -= 1
        if stones == 0:
            side, stones = int64(1 - side), int64(2)
        cell = int64(-1)
        if not is_over:
            cell = expected_stone(position, tables, memory, proofs, side, stones, is_decided != 0)
    for _ in range(found):
        take_back(position, tables)
    position.four_nodes = nodes
    return found
