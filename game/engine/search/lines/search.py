"""Principal variation search with iterative deepening for n-in-a-row games; depths are in sixteenths of a ply."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.ordering import learn, list_moves
from game.engine.search.lines.position import (
    LISTED,
    PLIES,
    key_of,
    number_of,
    place,
    position_type,
    tables_type,
    take_back,
)
from game.engine.search.lines.pruning import (
    UNDECIDED,
    decided,
    extension,
    leaves_out,
    may_be_singular,
    quiet_value,
    reduction,
    without_moves,
)
from game.engine.search.lines.refutation import refuted
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import find_cell, list_stops, may_place
from game.engine.search.searching import is_stopped, keep_best, pick
from game.engine.search.task import WIN, WON
from game.engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    NO_MOVE,
    kind_of,
    kind_within,
    move_to_keep,
    packed,
    prepare_recall,
    recall,
    remember,
    score_here,
    settles,
    was_in_main_line,
)

#: Plies reserved for the VCF search at the end of a variation.
_LAST_PLY = PLIES // 2
_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
#: Changes the hash key of a position that is searched without one of its moves (singular extension).
_WITHOUT = 0x9E3779B97F4A7C1


@kernel(signature(int64, position_type, tables_type, int64))
def first_guess(position: Record, tables: Record, side: int) -> int:
    """Return a move without searching: one that makes or stops a five, or the first in move order.

    Returns -1 if there is none.
    """
    other = 1 - side
    if number_of(position.counts[side], _FIVE) > 0:
        return find_cell(position, tables, side, int64(_FIVE))
    if number_of(position.counts[other], _FIVE) > 0 and list_stops(position, tables, side, int64(0)) > 0:
        return int64(position.listed[0])
    must_defend = number_of(position.counts[other], _OPEN_FOUR) > 0
    count = list_moves(position, tables, side, int64(0), int64(-1), must_defend)
    for index in range(count):
        cell = pick(position, int64(0), index, count)
        if may_place(position, tables, cell, side):
            return cell
    return int64(-1)


@kernel(within_caller=True)
def static_value(position: Record, tables: Record, side: int, ply: int, must_stop: bool, excluded: int) -> int:
    """Return a position's static evaluation; for a forced answer, the previous position's value, negated."""
    if must_stop and ply > 0:
        return -int64(position.values[ply - 1])
    return int64(position.values[ply]) if excluded >= 0 else net_score(position, tables, side, int64(1))


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
    is_cut: int,
) -> int:
    """Return the score for the side to move, exact between alpha and beta; ``is_cut`` is 1 in an expected cut node."""
    # 1. Stopped, or out of nodes.
    if is_stopped(position):
        return int64(0)
    # 2. Decided at once, or no better than a win that is already known.
    other = 1 - side
    must_stop = number_of(position.counts[other], _FIVE) > 0
    count = list_stops(position, tables, int64(side), int64(ply)) if must_stop else int64(-1)
    score = decided(position, tables, side, ply, must_stop, count)
    if score != UNDECIDED:
        return score
    if ply == 1:
        score = refuted(position, tables, memory, side, ply)
        if score != UNDECIDED:
            return score
    if ply > 0 and WIN - ply - 3 <= alpha:
        return WIN - ply - 3
    # 3. A leaf. Stopping a five is forced and costs hardly any depth.
    is_wide, excluded = beta - alpha > 1, int64(position.excluded[ply])
    if ply >= _LAST_PLY:
        return net_score(position, tables, side, int64(1))
    if must_stop:
        depth = max(depth, int64(0)) + tables.stop_extension
    elif depth <= 0:
        return quiet_value(position, tables, proofs, side, ply, net_score(position, tables, side, int64(1)), beta)
    # 4. The transposition table, and the static evaluation if the table does not decide.
    key = key_of(position, tables, side) ^ (excluded + 1) * _WITHOUT
    data = recall(memory, key)
    best, known = data & NO_MOVE, score_here(data, ply)
    was_wide = is_wide or was_in_main_line(data)
    if ply > 0 and not is_wide and settles(data, known, alpha, beta, depth):
        return known
    value = static_value(position, tables, side, ply, must_stop, excluded)
    position.values[ply] = value
    improving = ply >= 2 and value > position.values[ply - 2]
    if kind_of(data) & (AT_LEAST if known > value else AT_MOST) and abs(known) < WON:
        value = known
    # 5. VCF and VCT at the root; razoring and futility pruning.
    must_defend = not must_stop and number_of(position.counts[other], _OPEN_FOUR) > 0
    if not must_stop and excluded < 0:
        how = int64(is_wide) + 2 * int64(must_defend) + 4 * int64(improving)
        score = without_moves(position, tables, proofs, side, ply, depth, alpha, beta, value, how)
        if score != UNDECIDED:
            return score
    if best == NO_MOVE and not must_stop and depth > 2 * PLY:
        depth -= tables.unknown_reduction
    # 6. Singular extension: test if the hash move is the only good one.
    is_here = best != NO_MOVE and position.stones[best] == 0 and not must_stop
    more, chosen = int64(0), int64(NO_MOVE)
    if is_here and ply > 0 and excluded < 0 and may_be_singular(tables, data, known, depth):
        floor, half = int64(known - tables.singular_margin * depth // PLY), int64(depth // 2)
        position.excluded[ply] = best
        score = search(position, tables, memory, proofs, floor - 1, floor, half, ply, side, is_cut)
        position.excluded[ply] = -1
        if position.stop == 0 and score >= floor >= beta:
            return floor
        more = extension(tables, score, floor, known, beta, is_wide)
    # 7. The moves: the hash move first, before the others are even listed.
    low, top, index, tried, gap, next_ply = int64(alpha), int64(-WIN), int64(0), int64(0), int64(0), int64(ply + 1)
    how, may_leave = int64(improving) + 2 * int64(was_wide) + 4 * is_cut, ply > 0 and not must_stop
    while True:
        if is_here:
            cell, is_here = best, False
        else:
            if count < 0:
                count = list_moves(position, tables, side, ply, best, must_defend)
            if index >= count:
                break
            cell = pick(position, ply * LISTED, index, count)
            gap = int64(position.order[ply * LISTED] - position.order[ply * LISTED + index])
            index += 1
        if cell == excluded or (not must_stop and not may_place(position, tables, cell, side)):
            continue
        tried += 1
        if may_leave and top > -WON and leaves_out(position, tables, side, cell, depth, tried, improving):
            continue
        next_depth, less = depth - PLY + (more if cell == best else int64(0)), int64(0)
        if tried > 1 + (ply == 0) and not must_stop:
            less = reduction(position, tables, side, cell, depth, next_depth, tried, gap, how, ply)
        # 8. The first move with the full window, the others reduced and with a null window.
        prepare_recall(memory, key_of(position, tables, other) ^ tables.hash[side * CELLS + cell])
        place(position, tables, cell, side)
        position.excluded[next_ply] = -1
        score = low + 1
        if tried > 1:
            less_deep = int64(next_depth - less)
            score = -search(position, tables, memory, proofs, -low - 1, -low, less_deep, next_ply, other, 1)
        if (tried == 1 or less > 0) and not (tried == 1 and is_wide) and score > low and position.stop == 0:
            cut = int64(1 - is_cut)
            score = -search(position, tables, memory, proofs, -low - 1, -low, next_depth, next_ply, other, cut)
        if is_wide and (tried == 1 or low < score < beta) and position.stop == 0:
            score = -search(position, tables, memory, proofs, -beta, -low, next_depth, next_ply, other, 0)
        take_back(position, tables)
        if position.stop != 0:
            return int64(0)
        # 9. A better move, or a beta cutoff.
        if score > low or tried == 1:
            chosen = cell
            keep_best(position, ply, cell, score)
        top, low = max(top, score), max(low, score)
        if score >= beta:
            if not must_stop:
                learn(position, tables, side, ply, depth, cell, index)
            break
    # 10. No legal move: an open four cannot be prevented, or the other cells are far from every stone.
    if top == -WIN:
        return int64(alpha) if excluded >= 0 else (ply + 4 - WIN if must_defend else value)
    kind = kind_within(top, alpha, beta)
    if excluded < 0:
        remember(memory, key, packed(position, move_to_keep(kind, best, chosen), kind, depth, top, ply, was_wide))
    return top
