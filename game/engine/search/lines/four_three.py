"""Wins by a four that also makes an open three, and the moves that may stop such a win.

The opponent must answer the four, and an open four follows. A search that knows this sees such a win five plies
earlier, and against one it needs to try a few moves only.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel, signature
from game.engine.search.lines.listing import list_cells, list_marked_cells, mark, mark_lines
from game.engine.search.lines.patterns import LineClass
from game.engine.search.lines.position import (
    LISTED,
    WALL,
    combination,
    number_of,
    place,
    position_type,
    tables_type,
    take_back,
)
from game.engine.search.lines.tables import FRAME, CellClass
from game.engine.search.lines.vcf import find_cell, fours_in_row, list_stops, may_place

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR_AND_THREE = int(CellClass.FOUR_AND_THREE)
_CLOSED_THREE = int(LineClass.CLOSED_THREE)
_FOUR = int(LineClass.FOUR)
#: Most cells that are tried out.
_MOST = 3


@kernel()
def wins_on(position: Record, tables: Record, side: int, row: int, cell: int) -> bool:
    """Return True if ``side`` wins by a four on this cell: after each answer it makes an open four.

    No answer may make a four of the opponent's own.
    """
    other = 1 - side
    place(position, tables, cell, int64(side))
    answers = list_stops(position, tables, other, row)
    wins = True
    for index in range(answers):
        place(position, tables, int64(position.listed[row * LISTED + index]), int64(other))
        wins = number_of(position.counts[other], _FIVE) == 0 and number_of(position.counts[side], _OPEN_FOUR) > 0
        take_back(position, tables)
        if not wins:
            break
    take_back(position, tables)
    return wins


@kernel(signature(int64, position_type, tables_type, int64, int64))
def winning_four_three(position: Record, tables: Record, side: int, row: int) -> int:
    """Return a cell where ``side``, to move, wins in five plies by a four and an open three; -1 if none is found.

    Neither side can make a five, and ``side`` cannot make an open four. The move list is overwritten at ``row`` and at
    the row after it.
    """
    if position.seeks_wins == 0 or tables.four_threes == 0 or number_of(position.counts[side], _FOUR_AND_THREE) == 0:
        return int64(-1)
    for index in range(min(list_cells(position, side, row, int64(_FOUR_AND_THREE)), _MOST)):
        cell = int64(position.listed[row * LISTED + index])
        if wins_on(position, tables, side, row + 1, cell):
            return cell
    return int64(-1)


@kernel(signature(int64, position_type, tables_type, int64, int64, int64))
def list_four_three_answers(position: Record, tables: Record, side: int, row: int, cell: int) -> int:
    """List the cells where ``side`` may stop the opponent's win by a four and a three on ``cell``; return their number.

    These are all cells where ``side`` makes a four; that cell, and the one that answers the four; the lines of the open
    four that follows; and lines through the answer where another stone may let it make a four. A row must win with both
    ends blocked.
    """
    other = int64(1 - side)
    for line in range(FRAME, FRAME + position.size):
        position.marked[line] = fours_in_row(position, tables, side, line)
    mark(position, cell)
    place(position, tables, cell, other)
    answer = find_cell(position, tables, other, int64(_FIVE))
    mark(position, answer)
    if may_place(position, tables, answer, side):
        lines = combination(position, side, answer)
        place(position, tables, answer, int64(side))
        open_four = find_cell(position, tables, other, int64(_OPEN_FOUR))
        mark(position, open_four)
        mark_lines(position, tables, open_four, combination(position, other, open_four), int64(_FOUR), side + 1)
        take_back(position, tables)
        mark_lines(position, tables, answer, lines, int64(_CLOSED_THREE), other + 1)
    else:
        # A stone on any line through a forbidden cell may allow it.
        mark_lines(position, tables, answer, int64(0), int64(0), int64(WALL))
    take_back(position, tables)
    return list_marked_cells(position, row)
