"""The static evaluation of a position of a rule sheet: its windows, captures and points, and who must give way."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.sheets.moves import lacking
from game.engine.search.sheets.stacks import wins_at
from game.engine.search.sheets.tables import CAPTURED, CELLS
from game.engine.search.task import MOST_EVALUATION

#: The value of each stone left in the turn, in points: the advantage of being to move.
_TEMPO = 120
#: The value, in points, of a game that one side wins when both fill the stacks as far as they can; less for each cell
#: that is empty until then.
_FILLED, _EMPTY = 1000, 4


@kernel()
def evaluate(position: Record, tables: Record) -> int:
    """Return the static evaluation for the side to move, in points.

    It is the sum of the unfinished windows' values, captures and points.
    """
    score = position.score + 100 * (position.points[0] - position.points[1])
    if tables.capture_runs != 0:
        first, second = min(position.captured[0], CAPTURED - 1), min(position.captured[1], CAPTURED - 1)
        score += tables.captured_value[first] - tables.captured_value[second]
    score = score if position.turn_side == 0 else -score
    if tables.stacks != 0:
        score += filled_up(position, tables)
    return int64(max(-MOST_EVALUATION, min(MOST_EVALUATION, score + _TEMPO * position.left)))


@kernel()
def filled_up(position: Record, tables: Record) -> int:
    """Return the value for the side to move of what follows when both sides fill the stacks as long as nothing happens.

    Neither side places a stone below a cell on which the other side wins, until it has no other move. It can place one
    below such a cell of its own: the other side must answer there, and the game goes on in this stack.
    """
    side = int64(position.turn_side)
    if lacking(position, tables, int64(0), int64(1)) == 0 and lacking(position, tables, int64(1), int64(1)) == 0:
        return int64(0)
    # 1. The stones that both can place, one after another, without a loss.
    empty = int64(position.empty)
    for stack in range(tables.stacks):
        position.supposed[stack] = position.height[stack]
        moves = fill(position, tables, int64(stack))
        side ^= moves & 1
        empty -= moves
    # 2. The side to move gives up a cell of its own, or loses.
    stack = int64(0)
    while empty > 0:
        stack = stack_to_give_up(position, tables, side)
        if stack < 0:
            value = int64(_FILLED - _EMPTY * (position.empty - empty))
            return -value if side == position.turn_side else value
        position.supposed[stack] += 2
        moves = fill(position, tables, stack)
        side ^= moves & 1
        empty -= moves + 2
    return int64(0)


@kernel()
def fill(position: Record, tables: Record, stack: int) -> int:
    """Suppose stones in a stack up to the one below a cell on which a side wins, and return their number."""
    begin, end = int64(tables.first_in_stack[stack]), int64(tables.first_in_stack[stack + 1])
    at = begin + position.supposed[stack]
    moves = int64(0)
    while at < end:
        if at + 1 < end and is_wanted(position, tables, int64(tables.stack_cells[at + 1])):
            break
        at += 1
        moves += 1
    position.supposed[stack] += moves
    return moves


@kernel()
def is_wanted(position: Record, tables: Record, cell: int) -> bool:
    """Return True if a stone on an empty cell wins for a side."""
    found = False
    for owner in range(1, tables.line_kinds + 1):
        found |= position.lone[owner * CELLS + cell] > 0
    return found and (wins_at(position, tables, int64(0), cell) or wins_at(position, tables, int64(1), cell))


@kernel()
def stack_to_give_up(position: Record, tables: Record, side: int) -> int:
    """Return a stack in which the next supposed stone is below a cell where only this side wins, or -1."""
    for stack in range(tables.stacks):
        at = tables.first_in_stack[stack] + position.supposed[stack] + 1
        if at < tables.first_in_stack[stack + 1]:
            above = int64(tables.stack_cells[at])
            if not wins_at(position, tables, int64(1 - side), above):
                return int64(stack)
    return int64(-1)
