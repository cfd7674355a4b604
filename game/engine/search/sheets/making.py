"""Making and taking back moves of a rule sheet.

Placing a stone captures stones, scores points and finds the winner as ``docs/rule-sheets.md`` says; taking it back
restores the position before it.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel, no_value, signature
from game.engine.search.sheets.lines import LOSING, break_pending, line_effects, pending_winner, score_points, side_at
from game.engine.search.sheets.position import MOVE_KINDS, UNBROKEN, has_stone, lift, position_type, put, tables_type
from game.engine.search.sheets.tables import FIRST_WON, KINDS, RUNNING, SECOND_WON, WAYS

#: The longest run of stones that can be captured.
_LONGEST_RUN = 30


@kernel()
def run_to_capture(position: Record, tables: Record, cell: int, way: int, mover: int) -> int:
    """Return the number of stones that a stone of ``mover`` on this cell captures in one way."""
    run, there = int64(0), int64(tables.step[cell * WAYS + way])
    while there >= 0 and there != cell and side_at(position, tables, there) == 1 - mover:
        run += 1
        there = int64(tables.step[there * WAYS + way])
    if run == 0 or run > _LONGEST_RUN or tables.capture_runs >> run & 1 == 0:
        return int64(0)
    is_enclosed = there >= 0 and there != cell and side_at(position, tables, there) == mover
    return run if is_enclosed else int64(0)


@kernel()
def capture(position: Record, tables: Record, cell: int, mover: int) -> int:
    """Remove the stones that the new stone on this cell captures, and return their number."""
    begin = position.taken
    for way in range(2 * tables.line_ways):
        there = cell
        for _ in range(run_to_capture(position, tables, cell, int64(way), mover)):
            there = int64(tables.step[there * WAYS + way])
            position.taken_cell[position.taken] = there
            position.taken += 1
    kept = begin
    for index in range(begin, position.taken):
        # On a board with joined edges, two ways can lead to the same stone.
        there = int64(position.taken_cell[index])
        if position.stones[there] != 0:
            position.taken_cell[kept] = there
            position.taken_kind[kept] = position.stones[there] - 1
            lift(position, tables, there)
            kept += 1
    position.taken = kept
    return int64(kept - begin)


@kernel()
def final_result(position: Record, tables: Record) -> int:
    """Return the result of a game that ends without a winner: by points, or as ``end.full`` says."""
    if position.points[0] != position.points[1]:
        return int64(FIRST_WON if position.points[0] > position.points[1] else SECOND_WON)
    return int64(tables.full)


@kernel(signature(no_value, position_type, tables_type, int64))
def make(position: Record, tables: Record, move: int) -> None:
    """Place a stone with all its effects: captures, lines or points, and the end of the turn or of the game."""
    cell, kind, at, mover = move // MOVE_KINDS, move % MOVE_KINDS, position.made, position.turn_side
    position.made_cell[at] = cell
    position.made_kind[at] = kind
    position.side_before[at] = mover
    position.left_before[at] = position.left
    position.turns_before[at] = position.turns
    position.last_before[at] = position.last
    position.pending_before[at] = position.pending
    position.taken_before[at] = position.taken
    for side in range(2):
        position.captured_before[2 * at + side] = position.captured[side]
        position.points_before[2 * at + side] = position.points[side]
    put(position, tables, cell, kind)
    if position.hands[mover * KINDS + kind] > 0:
        position.hands[mover * KINDS + kind] -= 1
    position.last = cell
    position.made = at + 1
    own = tables.line_kind[kind]
    if tables.capture_runs != 0 and own != 0 and tables.side[own] == mover:
        taken = capture(position, tables, cell, mover)
        position.captured[mover] += taken
        if taken > 0 and position.pending > 0:
            break_pending(position, tables)
    judge(position, tables, cell, kind, mover)
    if position.result == RUNNING:
        end_turn(position, tables, mover)


@kernel()
def judge(position: Record, tables: Record, cell: int, kind: int, mover: int) -> None:
    """Set the result after a stone's captures: by lines or by captures. In a game for points, score its rows."""
    if tables.points != 0:
        score_points(position, tables, cell, mover)
    else:
        survives = tables.survive != 0
        effects = line_effects(position, tables, cell, kind, mover, survives)
        if effects & ~LOSING != 0:
            if not survives:
                position.result = mover + 1 if effects >> mover & 1 != 0 else 2 - mover
        elif effects != 0:
            position.result = 2 - mover
    if position.result == RUNNING and 0 < tables.capture_wins <= position.captured[mover]:
        position.result = mover + 1


@kernel()
def end_turn(position: Record, tables: Record, mover: int) -> None:
    """Count the stone of a running game: the turn may end, and with it the game."""
    position.left -= 1
    if position.left == 0:
        position.turns += 1
        position.turn_side = 1 - mover
        position.left = tables.turn_stones
        position.result = pending_winner(position, tables, mover)
        if position.result == RUNNING and 0 < tables.end_turns <= position.turns:
            position.result = final_result(position, tables)
    if position.result == RUNNING and (position.empty == 0 or not has_stone(position, tables, position.turn_side)):
        position.result = result_without_move(position, tables)


@kernel()
def result_without_move(position: Record, tables: Record) -> int:
    """Return the result of a game in which the side to move cannot place a stone."""
    result = pending_winner(position, tables, int64(-1))
    return result if result != RUNNING else final_result(position, tables)


@kernel(signature(no_value, position_type, tables_type))
def take_back(position: Record, tables: Record) -> None:
    """Take back the newest move and restore the position before it."""
    at = position.made - 1
    cell, kind, mover = int64(position.made_cell[at]), int64(position.made_kind[at]), int64(position.side_before[at])
    for index in range(position.taken_before[at], position.taken):
        put(position, tables, int64(position.taken_cell[index]), int64(position.taken_kind[index]))
    position.taken = position.taken_before[at]
    lift(position, tables, cell)
    if position.hands[mover * KINDS + kind] >= 0:
        position.hands[mover * KINDS + kind] += 1
    position.pending = position.pending_before[at]
    for index in range(position.pending):
        if position.broken_at[index] > at and position.broken_at[index] != UNBROKEN:
            position.broken_at[index] = UNBROKEN
    position.turn_side = mover
    position.left = position.left_before[at]
    position.turns = position.turns_before[at]
    position.last = position.last_before[at]
    position.result = RUNNING
    position.made = at
    for side in range(2):
        position.captured[side] = position.captured_before[2 * at + side]
        position.points[side] = position.points_before[2 * at + side]
