"""Principal-variation search: which stone is best, looked at ever deeper."""

from __future__ import annotations

from game.kit.compiled import Record, int64, int64_array, kernel, signature
from game.kit.evaluation import evaluate, number_of
from game.kit.position import LISTED, PLIES, place, position_type, tables_type, take_back
from game.kit.tables import CELLS, DEPTHS, CellClass
from game.kit.threats import find_cell, list_stops, may_place, number_of_fours, win_by_fours

#: The score of a win, less one for each ply until then; scores beyond WON are such wins.
WIN = 30_000
WON = 29_000
#: Kinds of remembered scores.
AT_LEAST, AT_MOST, EXACT = 1, 2, 3
#: Plies kept free for the search for fours at the end of a line.
_LAST_PLY = PLIES // 2

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_THREE = int(CellClass.THREE)

_FIRST = 1_000_000
_KILLER = (240, 150)
_ANSWER = 130
_FOURS_AT_ROOT, _FOURS_INSIDE, _FOURS_AT_LEAF = 50_000, 64, 16
_FUTILITY = 90
_FEW, _MORE = 8, 4


@kernel()
def recall(memory: Record, key: int) -> int:
    """What is remembered of a position, 0 for nothing. Each pair of entries keeps the deepest and the newest."""
    slot = (key & (memory.shape[0] // 4 - 1)) * 4
    for entry in range(slot, slot + 4, 2):
        if memory[entry] ^ memory[entry + 1] == key:
            return int64(memory[entry + 1])
    return int64(0)


@kernel()
def remember(memory: Record, key: int, data: int) -> None:
    """Keeps what was found; two searches at once cannot mix their entries, as a key fits its own data only."""
    slot = (key & (memory.shape[0] // 4 - 1)) * 4
    there = memory[slot + 1]
    is_old = (there >> 36) & 255 != (data >> 36) & 255
    is_same = memory[slot] ^ there == key
    if not (is_old or is_same or (data >> 12) & 255 >= (there >> 12) & 255):
        slot += 2
    memory[slot + 1] = data
    memory[slot] = key ^ data


@kernel()
def list_moves(position: Record, tables: Record, side: int, ply: int, best: int, must_defend: bool) -> int:
    """Lists the cells worth trying with what says how early, and says how many there are.

    When the other colour is about to make an open four, only cells on such lines and own fours are.
    """
    other = 1 - side
    base = ply * LISTED
    found = 0
    answer = int64(-1)
    if position.placed > 0:
        answer = int64(position.answers[side * CELLS + int64(position.moves[(position.placed - 1) & 1023])])
    for index in range(position.cell_count):
        cell = int64(position.cells[index]) & (CELLS - 1)
        if position.stones[cell] != 0 or position.neighbours[cell] == 0:
            continue
        own = (side << 16) + int64(position.combined[side * CELLS + cell])
        others = (other << 16) + int64(position.combined[other * CELLS + cell])
        if must_defend and tables.threatens[own] == 0 and tables.threatens[others] == 0:
            continue
        order = int64(tables.attack[own]) + int64(tables.defence[others])
        order += int64(position.history[side * CELLS + cell]) >> 5
        if cell == best:
            order = int64(_FIRST)
        elif cell == position.killers[2 * ply]:
            order += _KILLER[0]
        elif cell == position.killers[2 * ply + 1]:
            order += _KILLER[1]
        if cell == answer:
            order += _ANSWER
        position.listed[base + found] = cell
        position.order[base + found] = order
        found = min(found + 1, LISTED - 1)
    return int64(found)


@kernel()
def pick(position: Record, base: int, index: int, count: int) -> int:
    """Moves the most promising of the cells not tried yet to ``index`` of the list."""
    best = index
    for at in range(index + 1, count):
        if position.order[base + at] > position.order[base + best]:
            best = at
    cell, order = position.listed[base + best], position.order[base + best]
    position.listed[base + best] = position.listed[base + index]
    position.order[base + best] = position.order[base + index]
    position.listed[base + index] = cell
    position.order[base + index] = order
    return int64(cell)


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
def learn(position: Record, side: int, ply: int, depth: int, index: int) -> None:
    """A quiet stone refuted the move before: it is tried earlier from now on, those that were tried first later."""
    base = ply * LISTED
    cell = position.listed[base + index]
    if position.killers[2 * ply] != cell:
        position.killers[2 * ply + 1] = position.killers[2 * ply]
        position.killers[2 * ply] = cell
    if position.placed > 0:
        position.answers[side * CELLS + int64(position.moves[(position.placed - 1) & 1023])] = cell
    bonus = min(32 * depth * depth, 2000)
    for tried in range(index + 1):
        at = side * CELLS + int64(position.listed[base + tried])
        change = bonus if tried == index else -bonus
        position.history[at] += change - int64(position.history[at]) * bonus // 8192


@kernel()
def keep_best(position: Record, ply: int, cell: int, score: int) -> None:
    """At the root the best move so far is the search's result."""
    if ply == 0:
        position.best = cell
        position.best_score = score


@kernel()
def reduction(position: Record, tables: Record, side: int, cell: int, depth: int, index: int, is_wide: bool) -> int:
    """By how many plies a late quiet move is searched less."""
    own = position.classes[side * CELLS + cell]
    others = position.classes[(1 - side) * CELLS + cell]
    if depth < 2 or own >= _FOUR:
        return int64(0)
    less = int64(tables.reduction[min(depth, DEPTHS - 1) * DEPTHS + min(index, DEPTHS - 1)])
    less -= int64(position.history[side * CELLS + cell]) // 4096
    if is_wide:
        less -= 1
    if own >= _THREE:
        less -= 1
    if others >= _FOUR:
        less -= 1
    return max(int64(0), less)


@kernel()
def score_here(data: int, ply: int) -> int:
    """A remembered score; wins are remembered as seen from their own position."""
    score = ((data >> 20) & 65535) - 32768
    if score > WON:
        return int64(score - ply)
    return int64(score + ply if score < -WON else score)


@kernel()
def settles(data: int, score: int, alpha: int, beta: int, depth: int) -> bool:
    """Whether a remembered score is deep enough and says on which side of the window the position lies."""
    kind = (data >> 10) & 3
    fits = kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha)
    return fits and ((data >> 12) & 255) >= depth


@kernel()
def packed(position: Record, best: int, kind: int, depth: int, score: int, ply: int) -> int:
    """What is remembered of a position, in one integer that is never 0."""
    if score > WON:
        score += ply
    elif score < -WON:
        score -= ply
    return int64(max(best, 0) | kind << 10 | max(depth, 0) << 12 | (score + 32768) << 20 | (position.age & 255) << 36)


@kernel()
def fours_win(position: Record, tables: Record, proofs: Record, side: int, ply: int, depth: int) -> int:
    """The plies of a win by fours within the budget of such a node, 0 when none is found."""
    if position.seeks_wins == 0 or number_of_fours(position, side) == 0:
        return int64(0)
    budget = _FOURS_AT_ROOT if ply == 0 else (_FOURS_INSIDE if depth > 0 else _FOURS_AT_LEAF)
    position.four_limit = position.four_nodes + budget
    return win_by_fours(position, tables, proofs, int64(side), int64(ply), int64(24 if depth > 0 else 10))


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
    may_pass: int,
) -> int:
    """The score of the position for the side on turn, exact between alpha and beta."""
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
    count = list_stops(position, tables, int64(side), int64(ply)) if must_stop else int64(0)
    if must_stop and count == 0:
        keep_best(position, ply, find_cell(position, tables, other, _FIVE), ply + 2 - WIN)
        return ply + 2 - WIN
    if not must_stop and number_of(position.counts[side], _OPEN_FOUR) > 0:
        keep_best(position, ply, find_cell(position, tables, side, _OPEN_FOUR), WIN - ply - 3)
        return WIN - ply - 3
    # 3. Nothing from here is better than a win that was found already.
    if ply > 0 and WIN - ply - 3 <= alpha:
        return WIN - ply - 3
    # 4. What is remembered. Stopping a four costs no depth.
    is_wide = beta - alpha > 1
    depth = max(depth, int64(-4)) + must_stop
    key = position.hash ^ (tables.hash_of_side if side == 1 else int64(0))
    data = recall(memory, key)
    best = int64(-1)
    if data != 0:
        best = data & 1023
        score = score_here(data, ply)
        if ply > 0 and not is_wide and settles(data, score, alpha, beta, depth):
            return score
    must_defend = not must_stop and number_of(position.counts[other], _OPEN_FOUR) > 0
    value = evaluate(position, tables, side)
    if ply >= _LAST_PLY:
        return value
    if not must_stop:
        # 5. A win by fours.
        plies = fours_win(position, tables, proofs, side, ply, depth)
        if plies > 0:
            keep_best(position, ply, position.four_move, WIN - ply - plies)
            return WIN - ply - plies
        # 6. Deep enough, unless an open four must be prevented.
        if depth <= 0 and (not must_defend or depth <= -4):
            return value
        # 7. So good that a full look is not needed: by a margin, or even after a pass.
        if not is_wide and not must_defend and ply > 0 and -WON < beta < WON:
            if depth <= 4 and value - _FUTILITY * depth >= beta:
                return value
            if may_pass != 0 and depth >= 3 and value >= beta:
                less, next_ply = int64(depth - 3 - depth // 4), int64(ply + 1)
                score = -search(
                    position, tables, memory, proofs, int64(-beta), int64(1 - beta), less, next_ply, other, int64(0)
                )
                if position.stop == 0 and score >= beta:
                    return min(score, int64(WON))
        depth -= int64(best < 0 and depth >= 5)
        count = list_moves(position, tables, side, ply, best, must_defend)
    # 8. Each move: the first with the full window, the others to show that they are not better.
    low, top = int64(alpha), int64(-WIN)
    tried_enough = count if is_wide or must_stop or must_defend else _FEW + _MORE * max(depth, 1)
    for index in range(count):
        listed = int64(position.listed[ply * LISTED + index])
        cell = listed if must_stop else pick(position, ply * LISTED, index, count)
        own = position.classes[side * CELLS + cell]
        is_quiet = own < _THREE and position.classes[other * CELLS + cell] < _FOUR
        is_hopeless = index >= tried_enough or (depth <= 3 and value + _FUTILITY * (depth + 1) <= alpha)
        if is_hopeless and top > -WON and is_quiet and not (is_wide or must_stop or must_defend):
            continue
        if not must_stop and not may_place(position, tables, cell, side):
            continue
        less = (
            reduction(position, tables, side, cell, depth, index, is_wide or must_defend) if not must_stop else int64(0)
        )
        place(position, tables, cell, side)
        next_depth, next_ply, score = int64(depth - 1), int64(ply + 1), int64(0)
        narrow = top > -WIN
        if narrow:
            score = -search(
                position, tables, memory, proofs, -low - 1, -low, next_depth - less, next_ply, other, int64(1)
            )
            if score > low and less > 0 and position.stop == 0:
                score = -search(position, tables, memory, proofs, -low - 1, -low, next_depth, next_ply, other, int64(1))
        if not narrow or (low < score < beta and position.stop == 0):
            score = -search(position, tables, memory, proofs, int64(-beta), -low, next_depth, next_ply, other, int64(1))
        take_back(position, tables)
        if position.stop != 0:
            return int64(0)
        if score > top:
            top, best = score, cell
            if score > low or index == 0:
                keep_best(position, ply, cell, score)
            low = max(low, score)
            if score >= beta:
                if own < _FOUR and not must_stop:
                    learn(position, side, ply, depth, index)
                break
    # 9. Nothing that may be tried: an open four cannot be prevented, or the rest of the board is far away.
    if top == -WIN:
        return ply + 4 - WIN if must_defend else value
    kind = AT_LEAST if top >= beta else (EXACT if top > alpha else AT_MOST)
    remember(memory, key, packed(position, best, kind, depth, top, ply))
    return top
