"""Principal-variation search: which stone is best, looked at ever deeper. Depths are in sixteenths of a ply."""

from __future__ import annotations

from game.kit.compiled import Record, int64, int64_array, kernel, signature
from game.kit.evaluation import evaluate, number_of
from game.kit.memory import AT_LEAST, AT_MOST, EXACT, NO_MOVE, packed, recall, remember, score_here, settles
from game.kit.ordering import bonus_of, learn, list_moves, pick
from game.kit.position import LISTED, PLIES, place, position_type, tables_type, take_back
from game.kit.scores import UNMEASURED, WIN, WON
from game.kit.settings import PLY
from game.kit.tables import CELLS, DEPTHS, CellClass
from game.kit.threats import find_cell, list_stops, may_place, number_of_fours, win_by_fours
from game.kit.threes import win_by_threes

#: Plies kept free for the search for fours at the end of a line.
_LAST_PLY = PLIES // 2
_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_THREE = int(CellClass.THREE)
_LITTLE = int(CellClass.LITTLE)
#: The history of a move in points of one ply's reduction.
_HISTORY_OF_A_PLY = 8192


@kernel(signature(int64, position_type, tables_type, int64))
def first_guess(position: Record, tables: Record, side: int) -> int:
    """A cell without a search: a five, what stops one, else the first in the order; -1 when there is none."""
    other = 1 - side
    if number_of(position.counts[side], _FIVE) > 0:
        return find_cell(position, tables, side, _FIVE)
    if number_of(position.counts[other], _FIVE) > 0 and list_stops(position, tables, side, int64(0)) > 0:
        return int64(position.listed[0])
    count = list_moves(position, tables, side, int64(0), int64(-1), False)
    for index in range(count):
        cell = pick(position, int64(0), index, count)
        if may_place(position, tables, cell, side):
            return cell
    return int64(-1)


@kernel()
def keep_best(position: Record, ply: int, cell: int, score: int) -> None:
    """At the root the best move so far is the search's result."""
    if ply == 0:
        position.best = cell
        position.best_score = score


@kernel()
def nodes_left(position: Record) -> int:
    """How many more nodes the search may look at."""
    return int64(position.node_limit - position.nodes - position.four_nodes)


@kernel()
def fours_win(position: Record, tables: Record, proofs: Record, side: int, ply: int, depth: int) -> int:
    """The plies of a win by fours within the budget of such a node, 0 when none is found."""
    if position.seeks_wins == 0 or number_of_fours(position, side) == 0:
        return int64(0)
    inside = tables.fours_inside if depth > 0 else tables.fours_at_leaf
    budget = min(tables.fours_at_root if ply == 0 else inside, nodes_left(position))
    if budget <= 0:
        return int64(0)
    position.four_limit = position.four_nodes + budget
    return win_by_fours(position, tables, proofs, int64(side), int64(ply), int64(24 if depth > 0 else 10))


@kernel()
def threes_win(position: Record, tables: Record, proofs: Record, side: int, ply: int, depth: int) -> bool:
    """Whether fours and threes win, within the budget of such a node."""
    plies = 1 + (depth - tables.threes_depth) // PLY
    budget = tables.threes_inside * plies
    if ply == 0:
        budget = (position.nodes + position.four_nodes) * tables.threes_at_root // 100
    budget = min(budget, nodes_left(position))
    if position.seeks_wins == 0 or budget <= 0 or number_of(position.counts[1 - side], _OPEN_FOUR) > 0:
        return False
    return win_by_threes(position, tables, proofs, int64(side), int64(ply), int64(budget)) > 0 and (
        ply > 0 or position.four_move >= 0
    )


@kernel()
def quiet_value(position: Record, tables: Record, proofs: Record, side: int, ply: int, value: int, beta: int) -> int:
    """The value of a position that is not searched on, unless it is too low and fours win."""
    if value >= beta:
        return value
    plies = fours_win(position, tables, proofs, side, ply, int64(0))
    return WIN - ply - plies if plies > 0 else value


@kernel()
def refutes_early(tables: Record, depth: int, value: int, beta: int, improving: bool) -> bool:
    """Whether the position is so good that a full look is not needed."""
    if tables.futility == 0 or beta < -WON or value > WON:
        return False
    margin = max(int64(0), tables.futility * (depth - PLY - PLY * improving) // PLY)
    return bool(value - margin >= beta)


@kernel()
def is_hopeless(tables: Record, depth: int, value: int, alpha: int) -> bool:
    """Whether the position is so bad near the end of a line that only fours can help."""
    margin = 19 + tables.razoring * depth // PLY
    return bool(tables.razoring != 0 and 5 * depth < 13 * PLY and value + margin < alpha < WON)


@kernel()
def may_pass(position: Record, tables: Record, depth: int, value: int, beta: int) -> bool:
    """Whether the position is so good that even a pass may refute the move before."""
    if tables.passing == 0 or position.passes != 0 or depth <= 3 * PLY or beta <= -WON:
        return False
    return bool(value >= beta + max(int64(230), tables.passing - 28 * depth // PLY))


@kernel()
def reduction(
    position: Record, tables: Record, side: int, cell: int, depth: int, index: int, how: int, is_cut: bool, ply: int
) -> int:
    """By how much a late move is searched less; ``how``: 1 improving, 2 once in the main line, 4 a wide window."""
    less = int64(tables.reduction[min(depth // PLY, DEPTHS - 1) * DEPTHS + min(index, DEPTHS - 1)])
    if how & 1 == 0 and less > PLY:
        less += tables.worse_reduction
    if how & 6:
        less -= tables.wide_reduction
    if is_cut and cell != position.killers[2 * ply] and cell != position.killers[2 * ply + 1]:
        less += tables.cut_reduction
    own, others = position.classes[side * CELLS + cell], position.classes[(1 - side) * CELLS + cell]
    if own >= _THREE:
        less -= PLY
    elif others >= _FOUR:
        less -= PLY // 2
    elif own <= _LITTLE and others <= _LITTLE:
        less += PLY // 2
    return int64(less - bonus_of(position, tables, side, cell) * tables.history_reduction // _HISTORY_OF_A_PLY)


@kernel()
def extension(position: Record, tables: Record, score: int, floor: int, is_narrow: bool) -> int:
    """By how much the only good move is searched more, given the best score of the others."""
    if score >= floor:
        return int64(0)
    return int64(2 * PLY if is_narrow and score < floor - 25 else PLY)


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
    """The score of the position for the side on turn, exact between alpha and beta.

    ``is_cut``: 1 where some move is expected to refute the one before.
    """
    # 1. Told to stop, or out of nodes.
    position.nodes += 1
    if position.stop != 0 or position.nodes + position.four_nodes > position.node_limit:
        position.stop = 1
        return int64(0)
    other = 1 - side
    # 2. Decided: a five, no cell left, fives that cannot be stopped, an open four.
    if number_of(position.counts[side], _FIVE) > 0:
        keep_best(position, ply, find_cell(position, tables, side, _FIVE), WIN - ply - 1)
        return WIN - ply - 1
    if position.placed >= position.cell_count:
        return int64(0)
    must_stop = number_of(position.counts[other], _FIVE) > 0
    count = list_stops(position, tables, int64(side), int64(ply)) if must_stop else int64(-1)
    if must_stop and count == 0:
        keep_best(position, ply, find_cell(position, tables, other, _FIVE), ply + 2 - WIN)
        return ply + 2 - WIN
    if not must_stop and number_of(position.counts[side], _OPEN_FOUR) > 0:
        keep_best(position, ply, find_cell(position, tables, side, _OPEN_FOUR), WIN - ply - 3)
        return WIN - ply - 3
    # 3. Nothing from here is better than a win that was found already.
    if ply > 0 and WIN - ply - 3 <= alpha:
        return WIN - ply - 3
    # 4. The end of a line, unless a four must be stopped or an open four prevented.
    is_wide, excluded = beta - alpha > 1, int64(position.excluded[ply])
    must_defend = not must_stop and number_of(position.counts[other], _OPEN_FOUR) > 0
    value = evaluate(position, tables, side)
    if ply >= _LAST_PLY:
        return value
    if must_stop:
        depth = max(depth, int64(0)) + tables.stop_extension
        value = -int64(position.values[ply - 1]) if ply > 0 else value
    elif depth <= 0 and (not must_defend or depth <= -PLY * tables.defence_plies):
        return quiet_value(position, tables, proofs, side, ply, value, beta)
    # 5. What is remembered.
    key = position.hash ^ (tables.hash_of_side if side == 1 else int64(0)) ^ (excluded + 1) * 0x9E3779B97F4A7C1
    data = recall(memory, key)
    best = data & NO_MOVE if data != 0 else int64(NO_MOVE)
    known = score_here(data, ply) if data != 0 else int64(0)
    was_wide = is_wide or (data >> 38) & 1 != 0
    position.values[ply] = value
    improving = ply >= 2 and value > position.values[ply - 2]
    if data != 0:
        if ply > 0 and not is_wide and settles(data, known, alpha, beta, depth):
            return known
        if (data >> 10) & (AT_LEAST if known > value else AT_MOST) and abs(known) < WON:
            value = known
    # 6. A win by fours, or by fours and threes, and a position that is good or bad enough without a closer look.
    if not must_stop and excluded < 0:
        if ply == 0 or (depth > 0 and value < beta):
            plies = fours_win(position, tables, proofs, side, ply, depth)
            if plies > 0:
                keep_best(position, ply, position.four_move, WIN - ply - plies)
                return WIN - ply - plies
            if (ply == 0 or depth >= tables.threes_depth) and threes_win(position, tables, proofs, side, ply, depth):
                keep_best(position, ply, position.four_move, WIN - ply - UNMEASURED)
                return WIN - ply - UNMEASURED
        if not (is_wide or must_defend):
            if is_hopeless(tables, depth, value, alpha):
                return quiet_value(position, tables, proofs, side, ply, value, beta)
            if refutes_early(tables, depth, value, beta, improving):
                return value
            if may_pass(position, tables, depth, value, beta):
                position.passes = 1
                less, next_ply = int64(depth - depth // 7 - 4 * PLY), int64(ply + 1)
                position.excluded[next_ply] = -1
                score = -search(
                    position, tables, memory, proofs, int64(-beta), int64(1 - beta), less, next_ply, other, int64(0)
                )
                position.passes = 0
                if position.stop == 0 and score >= beta:
                    return min(score, int64(WON))
    if best == NO_MOVE and not must_stop and depth > 2 * PLY:
        depth -= tables.unknown_reduction
    # 7. Whether the remembered move is the only good one.
    more = int64(0)
    if depth >= tables.singular > 0 and best != NO_MOVE and ply > 0 and excluded < 0 and not must_stop:
        is_deep = (data >> 12) & 1023 >= depth - 2 * PLY
        if is_deep and (data >> 10) & AT_LEAST and abs(known) < WON and position.stones[best] == 0:
            floor = known - tables.singular_margin * depth // PLY
            position.excluded[ply] = best
            score = search(
                position, tables, memory, proofs, int64(floor - 1), int64(floor), int64(depth // 2), ply, side, is_cut
            )
            position.excluded[ply] = -1
            if position.stop == 0 and score >= floor >= beta:
                return int64(floor)
            more = extension(position, tables, score, floor, not is_wide)
            if score >= floor and known >= beta:
                more = int64(-3 * PLY // 2)
    # 8. Each move: the first with the full window, the others to show that they are not better.
    low, top, index, tried = int64(alpha), int64(-WIN), int64(0), int64(0)
    is_likely = not is_wide and is_cut != 0 and not must_stop and value >= beta + 15 * depth // PLY + 87 * must_defend
    first = best if best != NO_MOVE and not must_stop and position.stones[best] == 0 else int64(-1)
    chosen = int64(NO_MOVE)
    next_ply = int64(ply + 1)
    while True:
        # 8a. The remembered move comes before the others are even listed.
        if first >= 0:
            cell, first = first, int64(-1)
        else:
            if count < 0:
                count = list_moves(position, tables, side, ply, best, must_defend)
            if index >= count:
                break
            cell = (
                int64(position.listed[ply * LISTED + index])
                if must_stop
                else pick(position, ply * LISTED, index, count)
            )
            index += 1
        if cell == excluded or (not must_stop and not may_place(position, tables, cell, side)):
            continue
        tried += 1
        # 8b. Late or dull moves near the end of a line are left out.
        own, others = position.classes[side * CELLS + cell], position.classes[other * CELLS + cell]
        if ply > 0 and top > -WON and not must_stop:
            enough = int64(tables.enough[min(max(depth // PLY, 0), DEPTHS - 1)])
            if tables.few > 0 and own < _FOUR and tried >= (enough if improving else enough // 2):
                continue
            if depth < tables.dull_depth and own <= _LITTLE and others <= _LITTLE:
                continue
        next_depth = depth - PLY + (more if cell == best else int64(0))
        if is_likely and own < _FOUR:
            next_depth -= tables.likely_reduction
        less = int64(0)
        if depth >= 2 * PLY and tried > 1 + (ply == 0) and own < _FOUR and not must_stop:
            how = int64(improving) + 2 * int64(was_wide) + 4 * int64(is_wide)
            less = reduction(position, tables, side, cell, depth, tried, how, is_cut != 0, ply)
            less = min(max(less, int64(-PLY)), max(next_depth - PLY, int64(0)))
        # 8c. The search behind it.
        place(position, tables, cell, side)
        position.excluded[next_ply] = -1
        passes, position.passes = position.passes, 0
        score = int64(0)
        narrow = tried > 1
        if narrow:
            score = -search(
                position, tables, memory, proofs, -low - 1, -low, int64(next_depth - less), next_ply, other, int64(1)
            )
            if score > low and less > 0 and position.stop == 0:
                score = -search(
                    position, tables, memory, proofs, -low - 1, -low, next_depth, next_ply, other, int64(1 - is_cut)
                )
        elif not is_wide:
            score = -search(
                position, tables, memory, proofs, int64(-beta), -low, next_depth, next_ply, other, int64(1 - is_cut)
            )
        if is_wide and (not narrow or (low < score < beta and position.stop == 0)):
            score = -search(position, tables, memory, proofs, int64(-beta), -low, next_depth, next_ply, other, int64(0))
        take_back(position, tables)
        position.passes = passes
        if position.stop != 0:
            return int64(0)
        if score > top:
            top = score
            if score > low or tried == 1:
                chosen = cell
                keep_best(position, ply, cell, score)
            if score > low:
                low = score
                if 2 * PLY < depth < 12 * PLY and abs(score) < 2000 and score < beta:
                    depth -= tables.improved_reduction
            if score >= beta:
                if not must_stop:
                    learn(position, tables, side, ply, depth, cell, index)
                break
    # 9. Nothing that may be tried: an open four cannot be prevented, or the rest of the board is far away.
    if top == -WIN:
        if excluded >= 0:
            return int64(alpha)
        return ply + 4 - WIN if must_defend else value
    kind = AT_LEAST if top >= beta else (EXACT if top > alpha else AT_MOST)
    if kind == AT_MOST and best != NO_MOVE:
        chosen = best
    if excluded < 0:
        remember(memory, key, packed(position, chosen, kind, depth, top, ply, was_wide))
    return top
