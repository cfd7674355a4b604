"""Principal variation search of a rule sheet. It searches single stones, of which a turn may have several.

Depths are in stones. The same side may be to move after a stone; its score then keeps its sign.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.searching import is_stopped, keep_best, pick
from game.engine.search.sheets.evaluation import evaluate
from game.engine.search.sheets.making import make, result_without_move, take_back
from game.engine.search.sheets.moves import (
    lacking,
    learn,
    list_fours,
    list_moves,
    mark_stops,
    may_make,
    win_in_turn,
)
from game.engine.search.sheets.position import (
    LISTED,
    MOVE_KINDS,
    PLIES,
    UNBROKEN,
    key_of,
    position_type,
    score_of_result,
    tables_type,
)
from game.engine.search.sheets.stacks import keep_safe
from game.engine.search.sheets.tables import KINDS, RUNNING
from game.engine.search.task import WIN, WON
from game.engine.search.transposition import (
    AT_MOST,
    NO_MOVE,
    kind_within,
    packed,
    recall,
    remember,
    score_here,
    settles,
)

#: The ply at which every position is evaluated without a search.
_LAST_PLY = PLIES - 12
#: The ply up to which forced moves do not count as depth.
_LAST_EXTENDED = 60
#: Number of plies with threats that are searched beyond the depth.
_QUIET = 6
#: Number of moves that are searched to the full depth, and the least depth at which later ones are reduced.
_FULL, _DEEP = 4, 2
#: Number of moves searched at a node: a base, and the increase per stone of depth. A lost position has no such limit.
_WIDTH, _WIDER = 14, 4
#: Number of moves that are searched when the depth is used up: in the middle of a turn, and while a line must survive.
_LATE, _BREAKING = 2, 8
#: Futility pruning: the margin above beta for each stone of depth, and the largest depth at which it applies.
_MARGIN, _FUTILE = 90, 3
#: Bit of a transposition table entry at which the kind of the best move's stone begins.
_KIND_AT = 48


@kernel()
def stored_move(data: int) -> int:
    """Return the best move of a transposition table entry, or -1 if it has none."""
    cell = data & NO_MOVE
    return int64(-1) if cell == NO_MOVE else int64(cell * MOVE_KINDS + (data >> _KIND_AT & MOVE_KINDS - 1))


@kernel()
def store(position: Record, memory: Record, key: int, move: int, kind: int, depth: int, score: int, ply: int) -> None:
    """Store the result of a search in the transposition table; a move of -1 stands for none."""
    cell, stone = (move // MOVE_KINDS, move % MOVE_KINDS) if move >= 0 else (int64(NO_MOVE), int64(0))
    remember(memory, key, packed(position, cell, kind, depth, score, ply, False) | stone << _KIND_AT)


@kernel()
def is_legal(position: Record, tables: Record, move: int) -> bool:
    """Return True if the side to move may make a move from the transposition table."""
    cell, kind = move // MOVE_KINDS, move % MOVE_KINDS
    if move < 0 or cell >= tables.cells or kind >= KINDS:
        return False
    return may_make(position, tables, int64(cell), int64(kind))


@kernel()
def has_pending(position: Record) -> bool:
    """Return True if a winning line waits for the opponent's turn."""
    found = False
    for index in range(position.pending):
        found |= position.broken_at[index] == UNBROKEN
    return found


@kernel()
def next_stamp(position: Record) -> int:
    """Return a number with which no cell is marked yet."""
    position.stamp += 1
    return int64(position.stamp)


@kernel(signature(int64, position_type, tables_type, int64_array, *[int64] * 4))
def search(position: Record, tables: Record, memory: Record, alpha: int, beta: int, depth: int, ply: int) -> int:
    """Return the score for the side to move, exact between alpha and beta within the searched depth."""
    # 1. Stopped, over, or no win sooner than a known one.
    if is_stopped(position):
        return int64(0)
    if position.result != RUNNING:
        return score_of_result(position, position.result, ply)
    if ply > 0 and WIN - ply - 1 <= alpha:
        return int64(WIN - ply - 1)
    # 2. A win within the turn.
    side = int64(position.turn_side)
    move = win_in_turn(position, tables)
    if move >= 0:
        keep_best(position, ply, move, WIN - ply - position.win_stones)
        return int64(WIN - ply - position.win_stones)
    base = int64(position.list_end)
    if ply >= _LAST_PLY or base + tables.cells * tables.kinds >= LISTED:
        return evaluate(position, tables)
    # 3. A leaf at the start of a turn and not under threat: only moves that threaten to win.
    stamp = next_stamp(position)
    must_stop = mark_stops(position, tables, stamp)
    is_late, is_urgent = depth <= 0, must_stop or has_pending(position)
    top, value = int64(-WIN), int64(0)
    only_fours = is_late and not is_urgent and position.left == tables.turn_stones
    if only_fours or (is_late and depth <= -2 * _QUIET):
        value = evaluate(position, tables)
        can_attack = tables.turn_stones == 1 and tables.is_stoppable != 0 and depth > -_QUIET
        if value >= beta or not can_attack or lacking(position, tables, side, int64(2)) == 0:
            return value
        top = value
    low = max(int64(alpha), top)
    # 4. The transposition table.
    key = key_of(position, tables)
    data = recall(memory, key)
    best, known = stored_move(data), score_here(data, ply)
    if ply > 0 and beta - alpha == 1 and settles(data, known, alpha, beta, depth):
        return known
    # 5. Futility pruning.
    is_narrow = beta - alpha == 1 and ply > 0 and not is_urgent and position.left == tables.turn_stones
    is_narrow = is_narrow and 0 < depth <= _FUTILE and abs(beta) < WON and tables.points == 0
    if is_narrow and evaluate(position, tables) - _MARGIN * depth >= beta:
        return int64(beta)
    # 6. The moves, the hash move first.
    is_here = not only_fours and (ply > 0 or best >= 0) and is_legal(position, tables, best)
    if is_here and must_stop and position.marked[best // MOVE_KINDS] != stamp:
        is_here = False
    if not is_here:
        best = int64(-1)
    count, index, tried, chosen = int64(-1), int64(0), int64(0), int64(-1)
    width = int64(_WIDTH + _WIDER * depth)
    if is_late:
        width = int64(_BREAKING if is_urgent else _LATE)
    is_extended = must_stop and ply < _LAST_EXTENDED
    while True:
        if is_here:
            move, is_here = best, False
        else:
            if count < 0:
                if only_fours:
                    count = list_fours(position, tables, next_stamp(position))
                else:
                    count = list_moves(position, tables, best, stamp if must_stop else int64(0))
                    if tables.stacks != 0 and ply > 0:
                        count = keep_safe(position, tables, count)
                position.list_end = base + count
            if index >= count or (tried >= width and not must_stop and top > -WON):
                break
            move = pick(position, base, index, count)
            index += 1
        tried += 1
        less = int64(0)
        if not is_urgent and tried > _FULL and depth >= _DEEP:
            less = int64(1 if tried <= 4 * _FULL else 2)
        # 7. The first move with the full window, the others reduced and with a null window.
        make(position, tables, move)
        next_ply, deep = int64(ply + 1), int64(depth if is_extended else depth - 1)
        score, is_same = low + 1, position.turn_side == side
        if tried > 1:
            if is_same:
                score = search(position, tables, memory, low, low + 1, deep - less, next_ply)
            else:
                score = -search(position, tables, memory, -low - 1, -low, deep - less, next_ply)
        if tried == 1 or (score > low and (less > 0 or score < beta)):
            if is_same:
                score = search(position, tables, memory, low, beta, deep, next_ply)
            else:
                score = -search(position, tables, memory, -beta, -low, deep, next_ply)
        take_back(position, tables)
        if position.stop != 0:
            position.list_end = base
            return int64(0)
        # 8. A better move, or a beta cutoff.
        if score > top:
            top, chosen = score, move
            if score > alpha or tried == 1:
                keep_best(position, ply, move, score)
        low = max(low, score)
        if score >= beta:
            if depth > 0:
                learn(position, side, base, depth, move, index)
            break
    position.list_end = base
    if tried == 0 and not only_fours:
        # No stone stops the threat, or all give the opponent a win, or the side to move cannot place a stone at all.
        if must_stop or tables.stacks != 0:
            return int64(ply + 2 - WIN)
        return score_of_result(position, result_without_move(position, tables), ply)
    kind = kind_within(top, alpha, beta)
    store(
        position, memory, key, best if kind == AT_MOST and best >= 0 else chosen, kind, max(depth, int64(0)), top, ply
    )
    return top


@kernel(signature(int64, position_type, tables_type))
def list_all(position: Record, tables: Record) -> int:
    """List all legal moves from the beginning of the list on, and return their number."""
    position.list_end = 0
    return list_moves(position, tables, int64(-1), int64(0))


@kernel(signature(int64, position_type, tables_type))
def first_move(position: Record, tables: Record) -> int:
    """Return a move without a search: a win, a stop of a threat, or the first in move order; -1 if there is none."""
    move = win_in_turn(position, tables)
    if move >= 0:
        return move
    position.list_end = 0
    stamp = next_stamp(position)
    count = int64(0)
    if mark_stops(position, tables, stamp):
        count = list_moves(position, tables, int64(-1), stamp)
    if count == 0:
        count = list_moves(position, tables, int64(-1), int64(0))
    return pick(position, int64(0), int64(0), count) if count > 0 else int64(-1)


@kernel(signature(int64, position_type, tables_type))
def is_tense(position: Record, tables: Record) -> int:
    """Return 1 if a side can win within a turn, so that the game is decided by force; else 0."""
    if win_in_turn(position, tables) >= 0:
        return int64(1)
    return int64(mark_stops(position, tables, next_stamp(position)))


@kernel(signature(int64, position_type, tables_type, int64_array, int64, int64_array))
def principal_variation(position: Record, tables: Record, memory: Record, first: int, line: Record) -> int:
    """Write the moves of the principal variation that begins with ``first`` into ``line``; return their number."""
    found, move = int64(0), int64(first)
    while move >= 0 and found < line.shape[0]:
        make(position, tables, move)
        line[found] = move
        found += 1
        if position.result != RUNNING:
            break
        move = win_in_turn(position, tables)
        if move < 0:
            move = stored_move(recall(memory, key_of(position, tables)))
            if not is_legal(position, tables, move):
                move = int64(-1)
    for _ in range(found):
        take_back(position, tables)
    return found
