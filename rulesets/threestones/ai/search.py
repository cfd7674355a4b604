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

from ..promises import POINT
from .ending import are_last, best_lead, last_stones
from .position import (
    LISTED,
    best_hope,
    choice,
    choices,
    evaluate,
    is_bound,
    key_of,
    place,
    plies_left,
    points_of,
    position_type,
    stones_left,
    tables_type,
    take_back,
)
from .tables import MOST_BOUND, MOST_LINES, POCKETS

#: A score above all others.
_INFINITE = 30_000
#: Number of moves that are searched to the full depth, and the least depth at which later ones are reduced.
_FULL, _DEEP = 5, 3
#: Number of last stones that are solved without a search, and number up to which the tighter bound is computed.
_LAST, _SHARED = 2, 4
#: Number of stones left up to which the transposition table costs more time than it saves.
_FORGOTTEN = 3
#: The history is divided by 2 to this power in the move order; the second value applies if the search is exact.
SHARE, _LAST_SHARE = 5, 2
#: Bound of a history value.
_MOST = 4096


@kernel()
def list_moves(position: Record, tables: Record, team: int, ply: int, bound: bool, best: int, share: int) -> int:
    """List the legal moves except ``best``, and return their number.

    A move is the number of a pocket times four plus a kind. The history of a move, divided by 2 to the power of
    ``share``, counts in its order.
    """
    base, found, sign = ply * LISTED, int64(0), 1 - 2 * team
    for index in range(choices(position, tables, bound)):
        cell = choice(position, tables, bound, int64(index))
        if position.stones[cell] != 0:
            continue
        for kind in range(1, 4):
            move = 4 * cell + kind
            if position.hands[4 * team + kind] == 0 or move == best:
                continue
            gain = int64(0)
            for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
                code = int64(position.codes[position.lines[at]])
                gain += tables.order[code | kind << position.places[at]] - tables.order[code]
            position.listed[base + found] = move
            position.order[base + found] = sign * gain + (position.history[4 * POCKETS * team + move] >> share)
            found += 1
    return found


@kernel()
def learn(position: Record, team: int, ply: int, depth: int, move: int, tried: int) -> None:
    """Update the history table of the move order after a beta cutoff.

    The move that caused it gains value, and the moves searched before it lose value.
    """
    bonus, base = min(depth * depth * 8, 512), ply * LISTED
    at = 4 * POCKETS * team + move
    position.history[at] += bonus - position.history[at] * bonus // _MOST
    for index in range(tried):
        if position.listed[base + index] != move:
            at = 4 * POCKETS * team + position.listed[base + index]
            position.history[at] -= bonus + position.history[at] * bonus // _MOST


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
def may_move(position: Record, tables: Record, team: int, move: int, bound: bool) -> bool:
    """Return True if a move of a team is legal."""
    cell = move >> 2
    if move < 0 or cell >= POCKETS or position.stones[cell] != 0 or position.hands[4 * team + (move & 3)] == 0:
        return False
    if not bound:
        return True
    for index in range(tables.number_of_bound[position.last]):
        if tables.bound[position.last * MOST_BOUND + index] == cell:
            return True
    return False


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
    # 3. The transposition table.
    bound = is_bound(position, tables)
    is_stored = left > _FORGOTTEN
    key, turn, data = int64(0), int64(0), int64(NO_MOVE)
    if is_stored:
        key = key_of(position, tables, team, bound)
        turn, data = position.turn, recall(memory, key)
    known = score_here(data, int64(0))
    if ply > 0 and settles(data, known, alpha, beta, depth):
        return known
    best = turned(position, tables, data & NO_MOVE, True)
    # 4. The moves, the hash move first.
    top, low, chosen = int64(-_INFINITE), int64(alpha), int64(NO_MOVE)
    count, index, tried, base = int64(-1), int64(0), int64(0), ply * LISTED
    is_here = may_move(position, tables, team, best, bound)
    while True:
        if is_here:
            move, is_here = best, False
        else:
            if count < 0:
                count = list_moves(position, tables, team, ply, bound, best, int64(_LAST_SHARE if is_exact else SHARE))
            if index >= count:
                break
            move = pick(position, base, index, count)
            index += 1
        tried += 1
        less = int64(0)
        if not is_exact and tried > _FULL and depth >= _DEEP:
            less = int64(1 if tried <= 3 * _FULL else 2)
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
