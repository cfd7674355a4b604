"""Pruning, reductions and extensions: decided positions, forced wins, futility, razoring, late and singular moves."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.lines.four_three import winning_four_three
from game.engine.search.lines.position import number_of
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.tables import CELLS, DEPTHS, CellClass
from game.engine.search.lines.vcf import find_cell, number_of_fours, win_by_fours
from game.engine.search.lines.vct import win_by_threes
from game.engine.search.searching import keep_best, nodes_left, part_of_nodes
from game.engine.search.task import UNMEASURED, WIN, WON
from game.engine.search.transposition import AT_LEAST, depth_of, kind_of

#: Result of the functions in this module for a position that must be searched.
UNDECIDED = 1 << 20
_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_FOUR_AND_SOME = int(CellClass.FOUR_AND_SOME)
_FOUR_AND_THREE = int(CellClass.FOUR_AND_THREE)
_THREE = int(CellClass.THREE)
_LITTLE = int(CellClass.LITTLE)
#: Distance behind the first move in the order that reduces a move by one ply, and the largest distance that counts.
_GAP_OF_A_PLY, _WIDEST_GAP = 256, 512
#: Most fours of a VCF at the end of a variation, and at the root.
_FEW_FOURS, _MANY_FOURS = 10, 24
#: Nodes of a VCF search at the root that are added to its share of the nodes so far, which are few at first.
_FOURS_TO_BEGIN_WITH = 200
#: Points by which all other moves must be worse than a move that is extended by two plies.
_VERY_SINGULAR = 25


@kernel(within_caller=True)
def decided(position: Record, tables: Record, side: int, ply: int, must_stop: bool, stops: int) -> int:
    """Return the score of a position whose result is clear without a search, else UNDECIDED.

    Decided are a five, a full board, fives that cannot be stopped, an open four, and a winning four and three.
    """
    other = 1 - side
    if number_of(position.counts[side], _FIVE) > 0:
        keep_best(position, ply, find_cell(position, tables, side, int64(_FIVE)), WIN - ply - 1)
        return int64(WIN - ply - 1)
    if position.placed >= position.cell_count:
        return int64(0)
    if must_stop and stops == 0:
        keep_best(position, ply, find_cell(position, tables, other, int64(_FIVE)), ply + 2 - WIN)
        return int64(ply + 2 - WIN)
    if not must_stop and number_of(position.counts[side], _OPEN_FOUR) > 0:
        keep_best(position, ply, find_cell(position, tables, side, int64(_OPEN_FOUR)), WIN - ply - 3)
        return int64(WIN - ply - 3)
    cell = int64(-1) if must_stop else winning_four_three(position, tables, int64(side), int64(ply + 1))
    if cell >= 0:
        keep_best(position, ply, cell, WIN - ply - 5)
        return int64(WIN - ply - 5)
    return int64(UNDECIDED)


@kernel()
def fours_win(position: Record, tables: Record, proofs: Record, side: int, ply: int, budget: int) -> int:
    """Return the number of plies to a win by continuous fours (VCF), or 0 if none is found.

    The search has a limit of ``budget`` nodes.
    """
    budget = min(budget, nodes_left(position))
    if position.seeks_wins == 0 or budget <= 0 or number_of_fours(position, side) == 0:
        return int64(0)
    position.four_limit = position.four_nodes + budget
    fours = _MANY_FOURS if ply == 0 else _FEW_FOURS
    return win_by_fours(position, tables, proofs, int64(side), int64(ply), int64(fours))


@kernel(within_caller=True)
def threes_win(position: Record, tables: Record, proofs: Record, side: int) -> bool:
    """Return True if the root has a win by continuous threats (VCT) within the budget of the settings."""
    budget = min(part_of_nodes(position, tables.threes_at_root), nodes_left(position))
    if position.seeks_wins == 0 or budget <= 0 or number_of(position.counts[1 - side], _OPEN_FOUR) > 0:
        return False
    is_won = win_by_threes(position, tables, proofs, int64(side), int64(0), int64(budget)) != 0
    return is_won and position.four_move >= 0


@kernel(within_caller=True)
def forced_win(position: Record, tables: Record, proofs: Record, side: int) -> int:
    """Return the score of a win by continuous fours or threats at the root, or UNDECIDED if none is found."""
    budget = _FOURS_TO_BEGIN_WITH + part_of_nodes(position, tables.fours_at_root)
    plies = fours_win(position, tables, proofs, side, int64(0), budget)
    if plies > 0:
        keep_best(position, int64(0), position.four_move, WIN - plies)
        return int64(WIN - plies)
    if threes_win(position, tables, proofs, side):
        keep_best(position, int64(0), position.four_move, WIN - UNMEASURED)
        return int64(WIN - UNMEASURED)
    return int64(UNDECIDED)


@kernel()
def may_win_by_fours(position: Record, side: int) -> bool:
    """Return True if a win by continuous fours (VCF) is likely.

    A four that also makes a three nearly always wins; plain fours win in one leaf of a hundred.
    """
    counts = position.counts[side]
    return number_of(counts, _FOUR_AND_THREE) > 0 or number_of(counts, _FOUR_AND_SOME) > 1


@kernel()
def quiet_value(position: Record, tables: Record, proofs: Record, side: int, ply: int, value: int, beta: int) -> int:
    """Return the value of a leaf: its evaluation, or the score of a win by fours if the evaluation is below beta."""
    if value >= beta or not may_win_by_fours(position, side):
        return value
    plies = fours_win(position, tables, proofs, side, ply, tables.fours_at_leaf)
    return WIN - ply - plies if plies > 0 else value


@kernel()
def refutes_early(tables: Record, depth: int, value: int, beta: int, improving: bool) -> bool:
    """Return True if a position's value exceeds beta by so much that no search is needed (reverse futility)."""
    if tables.futility == 0 or beta < -WON or value > WON:
        return False
    margin = max(int64(0), tables.futility * (depth - PLY - PLY * improving) // PLY)
    return bool(value - margin >= beta)


@kernel()
def is_hopeless(tables: Record, depth: int, value: int, alpha: int) -> bool:
    """Return True if only a win by fours can still raise a leaf's value to alpha (razoring)."""
    margin = 19 + tables.razoring * depth // PLY
    return bool(tables.razoring != 0 and 5 * depth < 13 * PLY and value + margin < alpha < WON)


@kernel(within_caller=True)
def without_moves(
    position: Record,
    tables: Record,
    proofs: Record,
    side: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    value: int,
    how: int,
) -> int:
    """Return the score of a position that is settled without searching its moves, else UNDECIDED.

    There must be no five to stop. ``how`` is a sum: 1 for a wide window, 2 if an open four must be prevented, 4 if the
    position improves.
    """
    if ply == 0:
        score = forced_win(position, tables, proofs, side)
        if score != UNDECIDED:
            return score
    if how & 3 != 0:
        return int64(UNDECIDED)
    if is_hopeless(tables, depth, value, alpha):
        return quiet_value(position, tables, proofs, side, ply, value, beta)
    return value if refutes_early(tables, depth, value, beta, how & 4 != 0) else int64(UNDECIDED)


@kernel()
def may_be_singular(tables: Record, data: int, known: int, depth: int) -> bool:
    """Return True if the hash move is known well enough to test if it is the only good move (singular extension)."""
    if tables.singular == 0 or depth < tables.singular or abs(known) > WON:
        return False
    return bool(kind_of(data) & AT_LEAST != 0 and depth_of(data) >= depth - 2 * PLY)


@kernel()
def extension(tables: Record, score: int, floor: int, known: int, beta: int, is_wide: bool) -> int:
    """Return the depth added to the hash move, given the best score of the other moves (singular extension)."""
    if score < floor:
        return int64(2 * PLY if not is_wide and score < floor - _VERY_SINGULAR else PLY)
    return int64(-3 * PLY // 2 if known >= beta else 0)


@kernel()
def leaves_out(position: Record, tables: Record, side: int, cell: int, depth: int, tried: int, improving: bool) -> bool:
    """Return True if a move is too late in the order, or too quiet near a leaf, to be searched (late move pruning).

    A four is never left out, because it may begin a win.
    """
    own, others = position.classes[side * CELLS + cell], position.classes[(1 - side) * CELLS + cell]
    if own >= _FOUR:
        return False
    enough = int64(tables.enough[min(max(depth // PLY, 0), DEPTHS - 1)])
    if tables.few > 0 and tried >= (enough if improving else enough // 2):
        return True
    return bool(depth < tables.dull_depth and own <= _LITTLE and others <= _LITTLE)


@kernel(within_caller=True)
def reduction(
    position: Record,
    tables: Record,
    side: int,
    cell: int,
    depth: int,
    next_depth: int,
    tried: int,
    gap: int,
    how: int,
    ply: int,
) -> int:
    """Return the late move reduction, at most ``next_depth``.

    ``gap`` is the distance behind the first move in the order. ``how`` is a sum: 1 if the position improves, 2 if it
    was once in the principal variation, 4 in an expected cut node.
    """
    own, others = position.classes[side * CELLS + cell], position.classes[(1 - side) * CELLS + cell]
    if depth < 2 * PLY:
        return int64(0)
    less = int64(tables.reduction[min(depth // PLY, DEPTHS - 1) * DEPTHS + min(tried, DEPTHS - 1)])
    if how & 1 == 0 and less > PLY:
        less += tables.worse_reduction
    if how & 2 != 0:
        less -= tables.wide_reduction
    if how & 4 != 0 and cell != position.killers[2 * ply] and cell != position.killers[2 * ply + 1]:
        less += tables.cut_reduction
    if own < _FOUR and own >= _THREE:
        less -= PLY
    elif own < _FOUR and others >= _FOUR:
        less -= PLY // 2
    elif own <= _LITTLE and others <= _LITTLE:
        less += PLY // 2
    less += min(gap, int64(_WIDEST_GAP)) * tables.gap_reduction // _GAP_OF_A_PLY
    return int64(min(max(less, -PLY), max(next_depth - PLY, 0)))
