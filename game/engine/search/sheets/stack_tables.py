"""Tables of falling stones: the stacks in which they lie, and the cells that decide such a game.

A stack is a column of a board, or a part of it above a hole, that fills with stones from below. In a game of one stone
a turn, both sides fill the other stacks until one has to place the stone below a cell that the other side needs. Which
side that is depends only on the number of cells (V. Allis, "A Knowledge-based Approach of Connect-Four", 1988): on a
board of even height the first side gets such cells in odd rows, counted from 1, and the second side those in even rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.geometry import Geometry
from game.engine.search.compiled import Record
from game.sheets.sheet import SheetRules, Where

#: Worths of a window: in a game without stacks, in one with stacks by its share of cells that the first side gets, in
#: eighths, and for windows within one stack.
PLAIN_WORTH, FIRST_WORTH, STACK_WORTH = 0, 1, 10
WORTHS = 11
_SHARES = 8


def has_stacks(rules: SheetRules) -> bool:
    """Return True if each turn is one falling stone, no stone is ever removed, and passes are not allowed."""
    is_single = (rules.turn.first, rules.turn.stones) == (1, 1) and not rules.turn.passes
    is_simple = not (rules.capture.runs or rules.line.points or rules.end.turns or any(rules.forbid))
    return rules.place.where is Where.DROP and is_single and is_simple


def fill_stacks(record: Record, rules: SheetRules, geometry: Geometry) -> None:
    """Fill in the stacks, if the game has any, and the worth of each window."""
    if not has_stacks(rules):
        return
    stacks = list(_stacks(geometry))
    record["stacks"], record["above"], at = len(stacks), -1, 0
    for number, stack in enumerate(stacks):
        record["first_in_stack"][number] = at
        record["stack_cells"][at : at + len(stack)] = stack
        at += len(stack)
        for cell, above in zip(stack, (*stack[1:], -1), strict=True):
            record["stack_of"][cell], record["above"][cell] = number, above
    record["first_in_stack"][len(stacks)] = at
    length, firsts = int(record["length"]), _cells_of_first(stacks)
    for number in range(int(record["windows"])):
        window = record["window_cells"][number * length : (number + 1) * length].tolist()
        is_upright = len({int(record["stack_of"][cell]) for cell in window}) == 1
        share = round(_SHARES * len(firsts.intersection(window)) / length)
        record["worth"][number] = STACK_WORTH if is_upright else FIRST_WORTH + share


def _stacks(geometry: Geometry) -> Iterator[list[int]]:
    """Yield the cells of each stack from below."""
    for cell, (x, y) in enumerate(geometry.cells):
        if geometry.at(x, y + 1) is None:
            stack, above = [cell], geometry.at(x, y - 1)
            while above is not None:
                stack.append(above)
                above = geometry.at(x, geometry.cells[above][1] - 1)
            yield stack


def _cells_of_first(stacks: Sequence[Sequence[int]]) -> frozenset[int]:
    """Return the cells that the first side gets at the end if it needs no other cell, and the second side neither."""
    cells = sum(map(len, stacks))
    # The stones that can be placed before the one below such a cell: after an odd number, it is the second side's.
    before = {cell: cells - len(stack) + height - 1 for stack in stacks for height, cell in enumerate(stack)}
    return frozenset(cell for cell, stones in before.items() if stones % 2)


def share_of(worth: int, side: int) -> float:
    """Return the share of a window's cells that a side gets at the end, by the window's worth."""
    share = (worth - FIRST_WORTH) / _SHARES
    return 1 - share if side else share
