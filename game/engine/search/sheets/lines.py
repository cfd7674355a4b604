"""The lines through a new stone of a rule sheet: those that win, lose, score points, or must survive a turn."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.sheets.position import PENDING, UNBROKEN
from game.engine.search.sheets.tables import DEAD, LOSES, NOTHING, OWNERS, RUNNING, WAYS, WINS

#: The bit of a line that loses among the effects of a stone's lines.
LOSING = 4


@kernel()
def side_at(position: Record, tables: Record, cell: int) -> int:
    """Return the side of the stone on a cell: 0 or 1, or -1 for a wild stone or none."""
    if position.stones[cell] == 0:
        return int64(-1)
    line_kind = tables.line_kind[position.stones[cell] - 1]
    return int64(-1) if line_kind == 0 else int64(tables.side[line_kind])


@kernel()
def line_effects(position: Record, tables: Record, cell: int, kind: int, mover: int, notes: bool) -> int:
    """Return the effects of the lines through a stone of a kind on a cell, as bits.

    The bits are 1 and 2 if the first or the second side wins, and LOSING if a line loses.
    The cell may be empty: the stone counts as placed. With ``notes``, the winning lines are added to the pending ones.
    """
    effects, own = int64(0), int64(tables.line_kind[kind])
    first, last = (own, own) if own > 0 else (int64(1), int64(tables.line_kinds))
    for line_kind in range(first, last + 1):
        for number in range(tables.line_ways):
            effect, start, length = line_through(position, tables, cell, own, int64(line_kind), int64(2 * number))
            if effect == WINS:
                effects |= 1 << tables.winner[mover * OWNERS + line_kind]
                if notes:
                    add_pending(position, start, int64(2 * number), length, int64(line_kind))
            elif effect == LOSES:
                effects |= LOSING
    return effects


@kernel()
def line_through(
    position: Record, tables: Record, cell: int, own: int, line_kind: int, way: int
) -> tuple[int, int, int]:
    """Return the effect of a line of one kind (WINS, NOTHING or LOSES), its first cell and its length.

    ``own`` is the line kind of the stone on ``cell``.
    """
    colour = tables.kind_of[line_kind] + 1
    length, has_own = int64(1), own == line_kind
    there = int64(tables.step[cell * WAYS + way])
    while there >= 0 and there != cell:
        stone = position.stones[there]
        if stone == 0 or (stone != colour and tables.line_kind[stone - 1] != 0):
            break
        has_own |= stone == colour
        length += 1
        there = int64(tables.step[there * WAYS + way])
    ahead, start, behind = there, cell, int64(-1)
    if there == cell:
        ahead = int64(-1)
    else:
        behind = int64(tables.step[cell * WAYS + way + 1])
        while behind >= 0 and behind != cell:
            stone = position.stones[behind]
            if stone == 0 or (stone != colour and tables.line_kind[stone - 1] != 0):
                break
            has_own |= stone == colour
            length += 1
            start = behind
            behind = int64(tables.step[behind * WAYS + way + 1])
    if not has_own:
        return int64(NOTHING), start, length
    if length == tables.length:
        other = 1 - int64(tables.side[line_kind])
        if tables.blocked == 0 or ahead < 0 or behind < 0:
            return int64(WINS), start, length
        is_closed = side_at(position, tables, ahead) == other and side_at(position, tables, behind) == other
        return int64(NOTHING if is_closed else WINS), start, length
    if length > tables.length and tables.longer[line_kind] != NOTHING:
        return int64(tables.longer[line_kind]), start, length
    return int64(LOSES if length == tables.loses else NOTHING), start, length


@kernel()
def add_pending(position: Record, start: int, way: int, length: int, line_kind: int) -> None:
    """Note a winning line that must survive the opponent's turn, unless it is noted already."""
    for index in range(position.pending):
        is_same = position.pending_cell[index] == start and position.pending_way[index] == way
        if is_same and position.pending_length[index] == length and position.broken_at[index] == UNBROKEN:
            return
    at = position.pending
    if at >= PENDING:
        return
    position.pending_cell[at] = start
    position.pending_way[at] = way
    position.pending_length[at] = length
    position.pending_kind[at] = line_kind
    position.broken_at[at] = UNBROKEN
    position.pending = at + 1


@kernel()
def break_pending(position: Record, tables: Record) -> None:
    """Drop pending lines from which stones were captured; what is left of them may still win."""
    for index in range(position.pending):
        if position.broken_at[index] != UNBROKEN:
            continue
        way, cell, is_broken = int64(position.pending_way[index]), int64(position.pending_cell[index]), False
        for _ in range(position.pending_length[index]):
            is_broken |= position.stones[cell] == 0
            cell = int64(tables.step[cell * WAYS + way])
        if not is_broken:
            continue
        position.broken_at[index] = position.made
        cell = int64(position.pending_cell[index])
        for _ in range(position.pending_length[index]):
            if position.stones[cell] != 0:
                kind = int64(position.stones[cell]) - 1
                line_effects(position, tables, cell, kind, max(int64(0), side_at(position, tables, cell)), True)
            cell = int64(tables.step[cell * WAYS + way])


@kernel()
def pending_winner(position: Record, tables: Record, mover: int) -> int:
    """Return the result if the turn of ``mover`` left a line of the other side on the board, or RUNNING.

    A ``mover`` of -1 stands for the end of the game, when the oldest line wins.
    """
    for index in range(position.pending):
        if position.broken_at[index] == UNBROKEN:
            owner = int64(tables.side[position.pending_kind[index]])
            if owner != mover:
                return owner + 1
    return int64(RUNNING)


@kernel()
def score_points(position: Record, tables: Record, cell: int, mover: int) -> None:
    """Score a point for each window through the new stone that is full of one kind and wild stones."""
    for index in range(tables.first_window[cell], tables.first_window[cell + 1]):
        state = int64(position.state[tables.windows_through[index]])
        owner = state >> 5
        if 0 < owner < DEAD and state & 31 == tables.length:
            position.points[int64(tables.winner[mover * OWNERS + owner])] += 1
