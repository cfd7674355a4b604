"""The net's accumulator: a position's sums, which catch up with its stones when a score is asked for.

Stones that come and go between two scores, as in a search for a forced win, cost nothing. The position logs which
patterns have changed, and the fewest stones that it had since; the rest is done here.
"""

from __future__ import annotations

from game.kit.lines.net.shape import VIEWS
from game.kit.lines.position import CHANGES, MOVES, position_type, tables_type
from game.kit.lines.tables import CELLS
from game.kit.search.compiled import Record, int64, kernel, no_value, signature


@kernel()
def look_up(position: Record, tables: Record, cell: int) -> None:
    """Replace the features of an empty cell by those of its patterns; updates the totals."""
    sums, rows, slot, at = position.sums, tables.net.rows, 4 * cell, VIEWS * cell
    first = VIEWS * int64(position.patterns[slot])
    second = VIEWS * int64(position.patterns[slot + 1])
    third = VIEWS * int64(position.patterns[slot + 2])
    fourth = VIEWS * int64(position.patterns[slot + 3])
    for view in range(VIEWS):
        before = sums.features[at + view]
        after = rows[first + view] + rows[second + view] + rows[third + view] + rows[fourth + view]
        sums.features[at + view] = after
        sums.totals[view] += max(after, 0) - max(before, 0)


@kernel()
def begin(position: Record, tables: Record) -> None:
    """Sum up the whole board; nothing before can be returned to."""
    sums = position.sums
    sums.totals[:] = 0
    for index in range(position.cell_count):
        cell = int64(position.cells[index]) & (CELLS - 1)
        if position.stones[cell] == 0:
            sums.features[VIEWS * cell : VIEWS * (cell + 1)] = 0
            look_up(position, tables, cell)
    sums.steps = sums.kept = 0
    sums.stones = position.placed


@kernel()
def step_back(position: Record) -> None:
    """Return to the sums before the newest step."""
    sums = position.sums
    sums.steps -= 1
    step = sums.steps & (MOVES - 1)
    while sums.kept > sums.kept_before[step]:
        sums.kept -= 1
        kept = sums.kept & (CHANGES - 1)
        at = VIEWS * (int64(sums.kept_cell[kept]) & (CELLS - 1))
        for view in range(VIEWS):
            sums.features[at + view] = sums.kept_features[VIEWS * kept + view]
    for view in range(VIEWS):
        sums.totals[view] = sums.totals_before[VIEWS * step + view]
    sums.stones = sums.stones_before[step]


@kernel()
def step_on(position: Record, tables: Record) -> None:
    """Add what the stones since the last step have changed.

    An occupied cell keeps the features that it had before the step, as nothing reads them until the stone is gone.
    """
    sums = position.sums
    step = sums.steps & (MOVES - 1)
    sums.stones_before[step], sums.kept_before[step] = sums.stones, sums.kept
    for view in range(VIEWS):
        sums.totals_before[VIEWS * step + view] = sums.totals[view]
    for move in range(sums.stones, position.placed):
        at = VIEWS * (int64(position.moves[move & (MOVES - 1)]) & (CELLS - 1))
        for view in range(VIEWS):
            sums.totals[view] -= max(sums.features[at + view], 0)
    for change in range(position.changes_before[sums.stones & (MOVES - 1)], position.changed):
        cell = (int64(position.changed_at[change & (CHANGES - 1)]) >> 2) & (CELLS - 1)
        if position.stones[cell] != 0:
            continue
        kept = sums.kept & (CHANGES - 1)
        sums.kept_cell[kept] = cell
        for view in range(VIEWS):
            sums.kept_features[VIEWS * kept + view] = sums.features[VIEWS * cell + view]
        sums.kept += 1
        look_up(position, tables, cell)
    sums.steps += 1
    sums.stones = position.placed


@kernel(signature(no_value, position_type, tables_type))
def catch_up(position: Record, tables: Record) -> None:
    """Bring the sums in line with the stones on the board."""
    sums = position.sums
    while sums.steps > 0 and sums.stones > sums.least:
        step_back(position)
    if sums.stones < 0 or sums.stones > sums.least:
        begin(position, tables)
    elif sums.stones < position.placed:
        step_on(position, tables)
    sums.least = position.placed
