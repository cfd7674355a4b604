"""Wins and threats in games with stacks, in which one stone a turn falls: they need only look at the next cells."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.sheets.lines import line_effects
from game.engine.search.sheets.position import MOVE_KINDS, has_kind
from game.engine.search.sheets.tables import CELLS, OWNERS


@kernel()
def stone_for(position: Record, tables: Record, side: int, owner: int) -> int:
    """Return a kind of stone that a side can place to extend lines of a line kind, or -1 if it has none."""
    own = int64(tables.kind_of[owner])
    if has_kind(position, tables, side, own):
        return own
    for kind in range(tables.kinds):
        if tables.line_kind[kind] == 0 and has_kind(position, tables, side, int64(kind)):
            return int64(kind)
    return int64(-1)


@kernel()
def next_cell(position: Record, tables: Record, stack: int) -> int:
    """Return the cell on which the next stone in a stack comes to lie, or -1 if the stack is full."""
    at = tables.first_in_stack[stack] + position.height[stack]
    return int64(tables.stack_cells[at]) if at < tables.first_in_stack[stack + 1] else int64(-1)


@kernel()
def winning_kind(position: Record, tables: Record, side: int, cell: int) -> int:
    """Return the kind of a stone with which a side wins on an empty cell, or -1 if there is none."""
    for owner in range(1, tables.line_kinds + 1):
        if position.lone[owner * CELLS + cell] > 0 and tables.profits[side * OWNERS + owner] != 0:
            kind = stone_for(position, tables, side, int64(owner))
            if kind >= 0 and line_effects(position, tables, cell, kind, side, False) >> side & 1 != 0:
                return kind
    return int64(-1)


@kernel()
def wins_at(position: Record, tables: Record, side: int, cell: int) -> bool:
    """Return True if a stone of a side on an empty cell wins."""
    return winning_kind(position, tables, side, cell) >= 0


@kernel()
def win_on_stack(position: Record, tables: Record, side: int) -> int:
    """Return a move with which a side wins at once, or -1."""
    for stack in range(tables.stacks):
        cell = next_cell(position, tables, int64(stack))
        if cell >= 0:
            kind = winning_kind(position, tables, side, cell)
            if kind >= 0:
                return int64(cell * MOVE_KINDS + kind)
    return int64(-1)


@kernel()
def mark_next_cells(position: Record, tables: Record, side: int, stamp: int) -> bool:
    """Mark the cells on which a side could win now by ``stamp``; return False if there are none."""
    is_threat = False
    for stack in range(tables.stacks):
        cell = next_cell(position, tables, int64(stack))
        if cell >= 0 and wins_at(position, tables, side, cell):
            position.marked[cell] = stamp
            is_threat = True
    return is_threat


@kernel()
def keep_safe(position: Record, tables: Record, count: int) -> int:
    """Drop the listed moves after which the other side wins on the cell above, and return the number of the others."""
    base, other, kept = position.list_end, int64(1 - position.turn_side), int64(0)
    for index in range(base, base + count):
        above = int64(tables.above[position.listed[index] // MOVE_KINDS])
        if above < 0 or not wins_at(position, tables, other, above):
            position.listed[base + kept] = position.listed[index]
            position.order[base + kept] = position.order[index]
            kept += 1
    return kept


@kernel()
def is_pressing(position: Record, tables: Record, window: int, cell: int) -> bool:
    """Return True if a stone on a cell lets its side fill the window, which lacks two stones, at once."""
    for at in range(window * tables.length, (window + 1) * tables.length):
        there = int64(tables.window_cells[at])
        if position.stones[there] == 0 and there != cell:
            return there == tables.above[cell] or there == next_cell(position, tables, int64(tables.stack_of[there]))
    return False
