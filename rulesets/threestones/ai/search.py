"""Principal variation search of Threestones.

It is exact if it reaches the last stone; depths are in plies.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.searching import is_stopped, keep_best, pick
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

from ..promises import POINT, PROMISES
from .ending import are_last, best_lead, last_stones
from .moves import learn, list_moves, may_move
from .outlook import after_best_stone, best_answer, look_in_hand
from .position import (
    LISTED,
    best_hope,
    evaluate,
    is_bound,
    key_of,
    place,
    plies_left,
    points_of,
    position_type,
    spent,
    stones_left,
    tables_type,
    take_back,
)
from .tables import DEPTHS, POCKETS, TRIED

#: A score above all others.
_INFINITE = 30_000
#: How much better two stones may be than the order of moves says, in hundredths of a point, so that they are looked at.
_MARGIN = 100
#: Number of last stones that are solved without a search, and number up to which the tighter bound is computed.
_LAST, _SHARED = 2, 4
#: Number of stones left up to which the transposition table costs more time than it saves.
_FORGOTTEN = 3
#: The history is divided by 2 to this power in the move order; the second value applies if the search is exact, the
#: third leaves it out.
SHARE, _LAST_SHARE, _NO_SHARE = 5, 2, 31


@kernel()
def turned(position: Record, tables: Record, move: int, back: bool) -> int:
    """Return a move converted to the symmetry of the board to which the hash key belongs.

    With ``back``, convert a move from that form instead.
    """
    if move == NO_MOVE:
        return int64(move)
    at = position.turn * POCKETS + (move >> 2)
    return int64(4 * (tables.turned_back[at] if back else tables.turned[at]) + (move & 3))


@kernel()
def two_stones(
    position: Record, tables: Record, team: int, ply: int, bound: bool, best: int, alpha: int, beta: int
) -> int:
    """Return the score of a search of two stones, which are not placed; the field ``best_near`` receives the best move.

    Neither of them is the last stone. ``best`` is tried first, unless it is ``NO_MOVE``.
    """
    other, base, index, count = 1 - team, ply * LISTED, int64(0), int64(-1)
    whole = evaluate(position, tables, team)
    without_bonus = int64(whole - tables.promises[position.stage * PROMISES + PROMISES - 1])
    top, move = int64(-_INFINITE), int64(best)
    look_in_hand(position, tables, other)
    while top < beta:
        if move == NO_MOVE:
            if count < 0:
                count = list_moves(position, tables, team, ply, bound, best, int64(_NO_SHARE), False)
            if index >= count:
                break
            move = pick(position, base, index, count)
            likely = int64(without_bonus + position.order[base + index] + _MARGIN)
            if top > -_INFINITE and likely <= max(alpha, top):
                top = max(top, likely)
                break
            index += 1
        position.nodes += 1
        gain = (1 - 2 * team) * position.gains[move] + spent(position, tables, move & 3, team)
        score = int64(whole + gain - best_answer(position, tables, move >> 2, move & 3, other))
        if score > top:
            top, position.best_near = score, move
        if score >= beta:
            learn(position, team, ply, int64(2), move, index)
        move = int64(NO_MOVE)
    return top


@kernel(signature(int64, position_type, tables_type, int64_array, *[int64] * 5))
def search(
    position: Record, tables: Record, memory: Record, alpha: int, beta: int, depth: int, ply: int, team: int
) -> int:
    """Return the score for the team to move, exact between alpha and beta within the searched depth."""
    # 1. Stopped, or over.
    if is_stopped(position):
        return int64(0)
    other = 1 - team
    left = plies_left(position)
    lead = int64(POINT * points_of(position) * (1 - 2 * team))
    if stones_left(position, team) == 0 or position.empty == 0:
        return lead
    # 2. The bounds of the final lead do not reach the window.
    is_exact = depth >= left
    highest, lowest = best_hope(position, team), -best_hope(position, other)
    if is_exact and _LAST < left <= _SHARED:
        if lead <= alpha and highest > alpha:
            highest = best_lead(position, tables, team, alpha)
        if lead >= beta and lowest < beta:
            lowest = -best_lead(position, tables, other, int64(-beta))
    if ply > 0 and highest <= alpha:
        return highest
    if ply > 0 and lowest >= beta:
        return lowest
    if depth <= 0:
        return evaluate(position, tables, team)
    if ply > 0 and are_last(position, team):
        return last_stones(position, tables, team, alpha, beta)
    looks = ply > 0 and depth <= 2 and not is_exact and stones_left(position, other) > 0
    if looks and depth == 1:
        return after_best_stone(position, tables, team)
    # 3. The transposition table.
    bound, is_stored = is_bound(position, tables), left > _FORGOTTEN
    key, turn, data = int64(0), int64(0), int64(NO_MOVE)
    if is_stored:
        key = key_of(position, tables, team, bound)
        turn, data = position.turn, recall(memory, key)
    known = score_here(data, int64(0))
    if ply > 0 and settles(data, known, alpha, beta, depth):
        return known
    best = turned(position, tables, data & NO_MOVE, True)
    is_here = may_move(position, tables, team, best, bound)
    # 4. The moves, the hash move first.
    top, low, chosen = int64(-_INFINITE), int64(alpha), int64(NO_MOVE)
    count, index, tried, base = int64(-1), int64(0), int64(0), ply * LISTED
    if looks:
        top = two_stones(position, tables, team, ply, bound, int64(best if is_here else NO_MOVE), alpha, beta)
        chosen, is_here, count = int64(position.best_near), False, int64(0)
    while True:
        if is_here:
            move, is_here = best, False
        else:
            if count < 0:
                share = int64(_LAST_SHARE if is_exact else SHARE)
                count = list_moves(position, tables, team, ply, bound, best, share, is_exact)
            if index >= count:
                break
            move = pick(position, base, index, count)
            index += 1
        tried += 1
        less = int64(0)
        if not is_exact:
            less = int64(tables.reductions[TRIED * min(depth, DEPTHS - 1) + min(tried, TRIED - 1)])
        # 5. The first move with the full window, the others reduced and with a null window.
        place(position, tables, move >> 2, move & 3, team)
        score = low + 1
        next_ply, next_depth = int64(ply + 1), int64(depth - 1)
        if tried > 1:
            score = -search(position, tables, memory, -low - 1, -low, int64(next_depth - less), next_ply, other)
            if less > 0 and score > low:
                score = -search(position, tables, memory, -low - 1, -low, next_depth, next_ply, other)
        if tried == 1 or low < score < beta:
            score = -search(position, tables, memory, int64(-beta), -low, next_depth, next_ply, other)
        take_back(position, tables, team)
        if position.stop != 0:
            return int64(0)
        # 6. A better move, or a beta cutoff.
        if score > top:
            top, chosen = score, move
            if score > alpha or tried == 1:
                keep_best(position, ply, move, score)
        low = max(low, score)
        if score >= beta:
            learn(position, team, ply, depth, move, index)
            break
    if is_stored:
        kind = kind_within(top, alpha, beta)
        position.turn = turn
        kept = turned(position, tables, move_to_keep(kind, best, chosen), False)
        remember(memory, key, packed(position, kept, kind, depth, top, int64(0), False))
    return top


@kernel(signature(int64, position_type, tables_type, int64_array, int64, int64, int64_array))
def principal_variation(position: Record, tables: Record, memory: Record, team: int, first: int, line: Record) -> int:
    """Write the moves of the principal variation that begins with ``first`` into ``line``.

    Return their number.
    """
    found, move = int64(0), int64(first)
    while move >= 0 and found < line.shape[0]:
        place(position, tables, move >> 2, move & 3, team)
        line[found] = move
        found += 1
        team = 1 - team
        bound = is_bound(position, tables)
        data = recall(memory, key_of(position, tables, team, bound))
        move = turned(position, tables, data & NO_MOVE, True)
        if not may_move(position, tables, team, move, bound):
            move = int64(-1)
    for _ in range(found):
        team = 1 - team
        take_back(position, tables, team)
    return found
