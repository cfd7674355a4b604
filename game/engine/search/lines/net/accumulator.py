"""The neural net's accumulator: sums over a position's cells, updated only when a score is requested.

Stones that are placed and taken back between two scores, as in a forced-win search, cost nothing. The position logs the
changed patterns and the smallest number of stones since the last score; this module does the rest.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel, no_value, signature
from game.engine.search.lines.net.shape import NO_ROW, VIEWS
from game.engine.search.lines.net.vectors import copy_features, copy_totals, replace_features
from game.engine.search.lines.position import CHANGES, MOVES, position_type, tables_type
from game.engine.search.lines.tables import CELLS


@kernel()
def look_up(position: Record, tables: Record, cell: int) -> None:
    """Set the net's features of a cell from its patterns, or to 0 if it is occupied, and update the totals.

    The old features are pushed on the stack.
    """
    cell &= CELLS - 1
    sums, rows, slot = position.sums, tables.net.rows, 4 * cell
    kept = sums.kept & (CHANGES - 1)
    sums.kept_cell[kept] = cell
    sums.kept += 1
    first = second = third = fourth = int64(NO_ROW)
    if position.stones[cell] == 0:
        first, second = int64(position.patterns[slot]), int64(position.patterns[slot + 1])
        third, fourth = int64(position.patterns[slot + 2]), int64(position.patterns[slot + 3])
    replace_features(
        sums.features, VIEWS * cell, sums.kept_features, VIEWS * kept, sums.totals,
        rows, VIEWS * first, VIEWS * second, VIEWS * third, VIEWS * fourth,
    )  # fmt: skip


@kernel()
def begin(position: Record, tables: Record) -> None:
    """Compute the neural net's sums for the whole board, and empty the stack of earlier sums."""
    sums = position.sums
    sums.totals[:] = 0
    sums.features[:] = 0
    for index in range(position.cell_count):
        sums.kept = 0
        look_up(position, tables, int64(position.cells[index]))
    sums.steps = sums.kept = 0
    sums.stones = position.placed


@kernel()
def step_back(position: Record) -> None:
    """Restore the neural net's sums from before the newest update."""
    sums = position.sums
    sums.steps -= 1
    step = sums.steps & (MOVES - 1)
    while sums.kept > sums.kept_before[step]:
        sums.kept -= 1
        kept = sums.kept & (CHANGES - 1)
        at = VIEWS * (int64(sums.kept_cell[kept]) & (CELLS - 1))
        copy_features(sums.features, at, sums.kept_features, VIEWS * kept)
    copy_totals(sums.totals, int64(0), sums.totals_before, VIEWS * step)
    sums.stones = sums.stones_before[step]


@kernel()
def step_on(position: Record, tables: Record) -> None:
    """Update the neural net's sums for the stones placed since the last update, on every cell that they affect."""
    sums = position.sums
    step = sums.steps & (MOVES - 1)
    sums.stones_before[step], sums.kept_before[step] = sums.stones, sums.kept
    copy_totals(sums.totals_before, VIEWS * step, sums.totals, int64(0))
    for move in range(sums.stones, position.placed):
        look_up(position, tables, int64(position.moves[move & (MOVES - 1)]))
    for change in range(position.changes_before[sums.stones & (MOVES - 1)], position.changed):
        look_up(position, tables, (int64(position.changes[change & (CHANGES - 1)]) & (4 * CELLS - 1)) >> 2)
    sums.steps += 1
    sums.stones = position.placed


@kernel(signature(no_value, position_type, tables_type))
def catch_up(position: Record, tables: Record) -> None:
    """Bring the neural net's sums up to date with the stones on the board."""
    sums = position.sums
    while sums.steps > 0 and sums.stones > sums.least:
        step_back(position)
    if sums.stones < 0 or sums.stones > sums.least:
        begin(position, tables)
    elif sums.stones < position.placed:
        step_on(position, tables)
    sums.least = position.placed
