"""The moves of a search of a rule sheet: wins within a turn, threats that must be stopped, and all moves in order."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.sheets.forbidden import is_forbidden
from game.engine.search.sheets.lines import line_effects
from game.engine.search.sheets.making import make, run_to_capture, take_back
from game.engine.search.sheets.position import LISTED, MOVE_KINDS, has_kind, is_allowed
from game.engine.search.sheets.stacks import is_pressing, mark_next_cells, stone_for, win_on_stack
from game.engine.search.sheets.tables import CELLS, COUNTS, DROP, KINDS, OWNERS, RUNNING, WAYS

#: Order of a move that captures, for each captured stone.
_CAPTURE_ORDER = 500
#: The history of a move counts in the move order, divided by 2 to this power.
_HISTORY_SHARE = 3
#: Bound of a history value.
_MOST_HISTORY = 4096


@kernel()
def may_make(position: Record, tables: Record, cell: int, kind: int) -> bool:
    """Return True if the side to move may place this stone on this cell."""
    side = int64(position.turn_side)
    if not (has_kind(position, tables, side, kind) and is_allowed(position, tables, cell)):
        return False
    return not is_forbidden(position, tables, side, cell, kind)


@kernel()
def captures_at(position: Record, tables: Record, cell: int, kind: int, side: int) -> int:
    """Return the number of stones that a stone of a side on an empty cell would capture."""
    found, own = int64(0), int64(tables.line_kind[kind])
    if own == 0 or tables.side[own] != side:
        return found
    for way in range(2 * tables.line_ways):
        found += run_to_capture(position, tables, cell, int64(way), side)
    return found


@kernel()
def lacking(position: Record, tables: Record, side: int, most: int) -> int:
    """Return the number of windows in which a side lacks at most ``most`` stones for a line that it wins by."""
    found = int64(0)
    for owner in range(1, tables.line_kinds + 1):
        if tables.profits[side * OWNERS + owner] != 0:
            for count in range(max(int64(1), tables.length - most), tables.length):
                found += position.number[owner * COUNTS + count]
    return found


@kernel()
def win_in_turn(position: Record, tables: Record) -> int:
    """Return the first move of a win within the turn of the side to move, or -1; the move has the fewest stones.

    ``position.win_stones`` receives the number of stones.
    """
    side = int64(position.turn_side)
    if tables.stacks != 0:
        position.win_stones = 1
        return win_on_stack(position, tables, side)
    if tables.points == 0 and tables.survive == 0:
        for stones in range(1, min(position.left, tables.length - 1) + 1):
            if lacking(position, tables, side, int64(stones)) == 0:
                continue
            for window in range(tables.windows):
                state = int64(position.state[window])
                owner = state >> 5
                if tables.length - (state & 31) != stones or tables.profits[side * OWNERS + owner] == 0:
                    continue
                kind = stone_for(position, tables, side, owner)
                move = completing(position, tables, int64(window), kind, int64(stones)) if kind >= 0 else int64(-1)
                if move >= 0:
                    position.win_stones = stones
                    return move
    if tables.capture_wins > 0:
        return win_by_capture(position, tables, side)
    return int64(-1)


@kernel()
def completing(position: Record, tables: Record, window: int, kind: int, stones: int) -> int:
    """Return the first move that fills a window and wins, or -1 if that does not win or is not allowed.

    ``stones`` is the number of empty cells of the window.
    """
    base, side, first, made = window * tables.length, position.turn_side, int64(-1), int64(0)
    for index in range(tables.length):
        # Stones that fall down fill a window from below.
        at = base + (tables.length - 1 - index if tables.where == DROP else index)
        cell = int64(tables.window_cells[at])
        if position.stones[cell] != 0:
            continue
        if position.result != RUNNING or position.turn_side != side or not may_make(position, tables, cell, kind):
            break
        if made == 0:
            first = cell * MOVE_KINDS + kind
        make(position, tables, cell * MOVE_KINDS + kind)
        made += 1
    is_won = made == stones and position.result == side + 1
    for _ in range(made):
        take_back(position, tables)
    return first if is_won else int64(-1)


@kernel()
def win_by_capture(position: Record, tables: Record, side: int) -> int:
    """Return a move that wins by captures at once, or -1. ``position.win_stones`` receives the number of stones, 1."""
    needs = tables.capture_wins - position.captured[side]
    if needs > 20:
        return int64(-1)
    for cell in range(tables.cells):
        if not is_allowed(position, tables, int64(cell)):
            continue
        for kind in range(tables.kinds):
            if captures_at(position, tables, int64(cell), int64(kind), side) < needs:
                continue
            if may_make(position, tables, int64(cell), int64(kind)):
                move = int64(cell * MOVE_KINDS + kind)
                make(position, tables, move)
                is_won = position.result == side + 1
                take_back(position, tables)
                if is_won:
                    position.win_stones = 1
                    return move
    return int64(-1)


@kernel()
def mark_stops(position: Record, tables: Record, stamp: int) -> bool:
    """Mark the cells that may stop the opponent's win in its next turn; return False if there is no such threat.

    A cell is marked by ``stamp`` in ``position.marked``.
    """
    other = int64(1 - position.turn_side)
    most = min(int64(tables.turn_stones), tables.length - 1)
    if tables.is_stoppable == 0 or lacking(position, tables, other, most) == 0:
        return False
    if tables.stacks != 0:
        return mark_next_cells(position, tables, other, stamp)
    is_threat = False
    for window in range(tables.windows):
        state = int64(position.state[window])
        owner = state >> 5
        if tables.length - (state & 31) > most or tables.profits[other * OWNERS + owner] == 0:
            continue
        kind = stone_for(position, tables, other, owner)
        if kind >= 0 and not is_idle(position, tables, int64(window), kind, other, most):
            is_threat = True
            mark_window(position, tables, int64(window), stamp)
    return is_threat


@kernel()
def is_idle(position: Record, tables: Record, window: int, kind: int, side: int, most: int) -> bool:
    """Return True if a side cannot win with a single stone that fills a window, though it lacks only this one.

    The result is always False if a turn has several stones.
    """
    if most > 1:
        return False
    for at in range(window * tables.length, (window + 1) * tables.length):
        cell = int64(tables.window_cells[at])
        if position.stones[cell] == 0:
            below = tables.below[cell]
            if tables.where == DROP and below >= 0 and position.stones[below] == 0:
                return True
            return line_effects(position, tables, cell, kind, side, False) >> side & 1 == 0
    return True


@kernel()
def mark_window(position: Record, tables: Record, window: int, stamp: int) -> None:
    """Mark the empty cells of a window, and those beyond its ends if a line can be made worthless from there."""
    base, length = window * tables.length, tables.length
    reaches_out = tables.blocked != 0
    for owner in range(1, tables.line_kinds + 1):
        reaches_out |= tables.longer[owner] != 0
    for at in range(base, base + length):
        cell = int64(tables.window_cells[at])
        position.marked[cell] = stamp
        if reaches_out and (at == base or at == base + length - 1):
            for way in range(2 * tables.line_ways):
                there = int64(tables.step[cell * WAYS + way])
                if there >= 0:
                    position.marked[there] = stamp


@kernel()
def list_moves(position: Record, tables: Record, best: int, stamp: int) -> int:
    """Add the legal moves except ``best`` to the end of the list, and return their number.

    With a ``stamp`` other than 0, list only the moves on cells with this mark, and those that capture.
    """
    base, side = position.list_end, int64(position.turn_side)
    found, has_captures = int64(0), tables.capture_runs != 0
    for cell in range(tables.cells):
        if position.stones[cell] != 0 or not is_allowed(position, tables, int64(cell)):
            continue
        for kind in range(tables.kinds):
            move = int64(cell * MOVE_KINDS + kind)
            if move == best or not has_kind(position, tables, side, int64(kind)):
                continue
            taken = captures_at(position, tables, int64(cell), int64(kind), side) if has_captures else int64(0)
            if stamp != 0 and taken == 0 and position.marked[cell] != stamp:
                continue
            if base + found >= LISTED or is_forbidden(position, tables, side, int64(cell), int64(kind)):
                continue
            position.listed[base + found] = move
            position.order[base + found] = order_of(position, tables, side, move) + _CAPTURE_ORDER * taken
            found += 1
    return found


@kernel()
def order_of(position: Record, tables: Record, side: int, move: int) -> int:
    """Return the value of a move in the move order: the windows that it extends or spoils, and its history."""
    cell, kind = move // MOVE_KINDS, move % MOVE_KINDS
    at, value = (side * KINDS + kind) * OWNERS, int64(0)
    if tables.stacks != 0:
        for index in range(tables.first_window[cell], tables.first_window[cell + 1]):
            state = int64(position.state[tables.windows_through[index]])
            value += tables.weight[at + (state >> 5)] * tables.order[state & 31]
    else:
        for owner in range(tables.line_kinds + 1):
            value += tables.weight[at + owner] * position.sums[owner * CELLS + cell]
    return int64((value >> 3) + (position.history[side * CELLS * MOVE_KINDS + move] >> _HISTORY_SHARE))


@kernel()
def list_fours(position: Record, tables: Record, stamp: int) -> int:
    """Add the moves that threaten to win with one more stone to the end of the list, and return their number.

    Only for turns of one stone. ``stamp`` marks the cells.
    """
    base, side, found = position.list_end, int64(position.turn_side), int64(0)
    for window in range(tables.windows):
        state = int64(position.state[window])
        owner = state >> 5
        if tables.length - (state & 31) != 2 or tables.profits[side * OWNERS + owner] == 0:
            continue
        kind = stone_for(position, tables, side, owner)
        if kind < 0:
            continue
        for at in range(window * tables.length, (window + 1) * tables.length):
            cell = int64(tables.window_cells[at])
            if position.stones[cell] != 0 or position.marked[cell] == stamp:
                continue
            if tables.stacks != 0 and not is_pressing(position, tables, int64(window), cell):
                continue
            position.marked[cell] = stamp
            if base + found < LISTED and may_make(position, tables, cell, kind):
                move = cell * MOVE_KINDS + kind
                position.listed[base + found] = move
                position.order[base + found] = order_of(position, tables, side, move)
                found += 1
    return found


@kernel()
def learn(position: Record, side: int, base: int, depth: int, move: int, tried: int) -> None:
    """Update the history of the move order after a beta cutoff.

    The move that caused it gains value, and the moves searched before it lose value.
    """
    bonus = min(depth * depth * 8, 512)
    at = side * CELLS * MOVE_KINDS + move
    position.history[at] += bonus - position.history[at] * bonus // _MOST_HISTORY
    for index in range(tried):
        if position.listed[base + index] != move:
            at = side * CELLS * MOVE_KINDS + position.listed[base + index]
            position.history[at] -= bonus + position.history[at] * bonus // _MOST_HISTORY
