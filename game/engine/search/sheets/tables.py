"""The constant tables of a search: the cells, windows and rules of one sheet as numbers, in one record.

A window is a straight row of ``line.length`` adjacent cells. The record has room for the largest board that a sheet can
have, so that the same compiled code plays every sheet. A search only touches the part that its board needs.

The kinds of stones have numbers from 0, in the order of the sheet. Kinds that are not wild can make lines of their own;
they are also numbered from 1 as *line kinds*, and 0 stands for the wild stones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.core.geometry import Geometry
from game.engine.search.compiled import Record
from game.engine.search.sheets.stack_tables import PLAIN_WORTH, STACK_WORTH, WORTHS, fill_stacks, share_of
from game.sheets.sheet import Effect, Forbidden, Full, SheetRules, StoneKind, StoneSide, Where, Winner

#: Largest numbers of cells, columns, kinds of stones, and directions of lines.
CELLS, COLUMNS, KINDS, LINE_WAYS = 676, 26, 6, 4
#: Number of ways from a cell: each direction of lines and its opposite. Way ``w ^ 1`` is opposite to way ``w``.
WAYS = 2 * LINE_WAYS
#: Largest numbers of cells in a window, and of windows.
LENGTH, WINDOWS = 26, LINE_WAYS * CELLS
#: Owners of a window: 0 if it has no stones but wild ones, a line kind, or DEAD if it has stones of two line kinds.
OWNERS, DEAD = 8, 7
#: The state of a window is its owner times COUNTS plus the number of its stones.
COUNTS = 32
#: Number of bits that count the stones of each line kind in the code of a window.
BITS = 5
#: Value of ``hands`` for a kind without a limit.
UNLIMITED = -1
#: The most captured stones that have a value of their own.
CAPTURED = 128
#: Results of a game: nobody has won yet, the first side, the second side, or nobody.
RUNNING, FIRST_WON, SECOND_WON, DRAWN = range(4)
#: Effects of a line, the numbers of ``longer``.
WINS, NOTHING, LOSES = range(3)
#: Rules on where a stone may be placed, the numbers of ``where``.
ANYWHERE, DROP, BESIDE, CROSS = range(4)
#: The value of a window in the evaluation, in points, by the number of stones that it lacks.
_VALUES = (0, 220, 60, 16, 4, 1)
#: The same in a game for points, in hundredths of a point.
_POINT_VALUES = (0, 40, 14, 4, 1)
#: The same in games with stacks. An almost full window counts less, because ``filled_up`` tells who gets its cell.
_STACK_VALUES = (0, 110, 85, 22, 4, 1)
#: Factors of these values: of windows within one stack, of those with no cell that their side gets at the end, and of
#: those with such cells only.
_UPRIGHT, _OTHERS, _OWN = 0.3, 0.4, 1.6
#: The value of a window in the move order, by the number of stones that it lacks.
_ORDERS = (0, 4000, 400, 60, 12, 3, 1)
#: Factor of these values, in eighths, for lines of the side to move.
_OWN_ORDER = 10
#: Evaluation of captured stones: of each stone, and of the last one before the win by captures.
_CAPTURED_VALUE, _LAST_CAPTURED_VALUE = 30, 900

TABLES = np.dtype(
    [
        # The board.
        ("cells", "i8"),
        ("windows", "i8"),
        ("length", "i8"),
        ("line_ways", "i8"),
        ("step", "i2", (CELLS * WAYS,)),
        ("window_cells", "i2", (WINDOWS * LENGTH,)),
        ("first_window", "i4", (CELLS + 1,)),
        ("windows_through", "i2", (WINDOWS * LENGTH,)),
        ("below", "i2", (CELLS,)),
        ("column", "i2", (CELLS,)),
        ("row", "i2", (CELLS,)),
        ("cells_in_column", "i2", (COLUMNS,)),
        ("cells_in_row", "i2", (COLUMNS,)),
        # The stacks of falling stones, see ``stack_tables``; none in other games. ``stack_cells`` are from below.
        ("stacks", "i8"),
        ("stack_of", "i2", (CELLS,)),
        ("first_in_stack", "i2", (CELLS + 1,)),
        ("stack_cells", "i2", (CELLS,)),
        ("above", "i2", (CELLS,)),
        # The stones: line kind of each kind, kind of each line kind, its side, and who may place a kind.
        ("kinds", "i8"),
        ("line_kinds", "i8"),
        ("line_kind", "i1", (KINDS,)),
        ("kind_of", "i1", (OWNERS,)),
        ("side", "i1", (OWNERS,)),
        ("may_place", "u1", (2 * KINDS,)),
        # The rules. ``winner`` and ``profits`` have an entry for each side that moves and each line kind.
        ("winner", "i1", (2 * OWNERS,)),
        ("profits", "u1", (2 * OWNERS,)),
        ("longer", "i1", (OWNERS,)),
        ("blocked", "i8"),
        ("loses", "i8"),
        ("points", "i8"),
        ("survive", "i8"),
        ("capture_runs", "i8"),
        ("capture_wins", "i8"),
        ("where", "i8"),
        ("full", "i8"),
        ("end_turns", "i8"),
        ("turn_stones", "i8"),
        ("forbids", "i8", (2,)),
        ("is_stoppable", "i8"),
        # The evaluation and the move order.
        ("worth", "i1", (WINDOWS,)),
        ("value", "i4", (WORTHS * OWNERS * COUNTS,)),
        ("order", "i4", (COUNTS,)),
        ("weight", "i4", (2 * KINDS * OWNERS,)),
        ("captured_value", "i4", (CAPTURED,)),
        ("hash", "i8", (KINDS * CELLS,)),
    ],
    align=True,
)
#: The bits of ``forbids``.
DOUBLE_THREE, DOUBLE_FOUR, OVERLINE = 1, 2, 4
_FORBIDDEN = {Forbidden.DOUBLE_THREE: DOUBLE_THREE, Forbidden.DOUBLE_FOUR: DOUBLE_FOUR, Forbidden.OVERLINE: OVERLINE}
_EFFECTS = {Effect.WINS: WINS, Effect.NOTHING: NOTHING, Effect.LOSES: LOSES}
_PLACES = {Where.ANYWHERE: ANYWHERE, Where.DROP: DROP, Where.BESIDE: BESIDE, Where.CROSS: CROSS}
_FULL = {Full.DRAW: DRAWN, Full.FIRST: FIRST_WON, Full.SECOND: SECOND_WON}


def build(rules: SheetRules, geometry: Geometry) -> NDArray[Any]:
    """Return the tables of a sheet as an array of one record.

    ``geometry`` is the board; its ``directions`` are those of the lines that count. Raises ValueError if the board or
    the number of kinds is larger than a sheet allows.
    """
    sizes = ((len(geometry), CELLS), (len(rules.stones), KINDS), (max(geometry.columns, geometry.rows), COLUMNS))
    if any(size > most for size, most in sizes):
        raise ValueError("a rule sheet has at most 26 columns, 26 rows and 6 kinds of stones")
    made = np.zeros(1, TABLES)
    record = made[0]
    _fill_board(record, geometry)
    _fill_windows(record, geometry, rules.line.length)
    fill_stacks(record, rules, geometry)
    _fill_stones(record, rules)
    _fill_rules(record, rules)
    _fill_values(record, rules)
    record["hash"] = np.random.default_rng(2017).integers(-(1 << 63), (1 << 63) - 1, len(record["hash"]))
    return made


def _fill_board(record: Record, geometry: Geometry) -> None:
    record["cells"], record["line_ways"] = len(geometry), len(geometry.directions)
    record["step"], record["below"] = -1, -1
    for cell, (x, y) in enumerate(geometry.cells):
        record["column"][cell], record["row"][cell] = x, y
        record["cells_in_column"][x] += 1
        record["cells_in_row"][y] += 1
        below = geometry.at(x, y + 1)
        record["below"][cell] = -1 if below is None else below
        for number, (dx, dy) in enumerate(geometry.directions):
            for way, there in ((2 * number, (dx, dy)), (2 * number + 1, (-dx, -dy))):
                record["step"][cell * WAYS + way] = next(iter(geometry.ray(cell, there)[:1]), -1)


def _fill_windows(record: Record, geometry: Geometry, length: int) -> None:
    windows = list(_windows(geometry, length))
    record["windows"], record["length"] = len(windows), length
    through: list[list[int]] = [[] for _ in geometry.cells]
    for number, window in enumerate(windows):
        record["window_cells"][number * length : (number + 1) * length] = window
        for cell in window:
            through[cell].append(number)
    at = 0
    for cell, numbers in enumerate(through):
        record["first_window"][cell] = at
        record["windows_through"][at : at + len(numbers)] = numbers
        at += len(numbers)
    record["first_window"][len(through) :] = at


def _windows(geometry: Geometry, length: int) -> Iterator[tuple[int, ...]]:
    """Yield the windows of a board; a closed line of exactly this length is one window."""
    for way in geometry.directions:
        seen = set[frozenset[int]]()
        for cell in range(len(geometry)):
            window = (cell, *geometry.ray(cell, way)[: length - 1])
            if len(window) == length and frozenset(window) not in seen:
                seen.add(frozenset(window))
                yield window


def _fill_stones(record: Record, rules: SheetRules) -> None:
    record["kinds"] = len(rules.stones)
    found = 0
    for number, kind in enumerate(rules.stones):
        for seat in (0, 1):
            record["may_place"][seat * KINDS + number] = kind.is_placed_by(seat)
        if not kind.wild:
            found += 1
            record["line_kind"][number] = found
            record["kind_of"][found] = number
            record["side"][found] = int(kind.side is StoneSide.SECOND)
    record["line_kinds"] = found


def _fill_rules(record: Record, rules: SheetRules) -> None:
    for number, kind in _line_kinds(rules):
        record["longer"][number] = _EFFECTS[rules.line.longer[int(kind.side is StoneSide.SECOND)]]
        for mover in (0, 1):
            winner = _winner(rules, kind, mover)
            record["winner"][mover * OWNERS + number] = winner
            record["profits"][mover * OWNERS + number] = winner == mover
    record["blocked"], record["loses"] = rules.line.blocked, rules.line.loses
    record["points"], record["survive"] = rules.line.points, rules.capture.survive
    record["capture_runs"] = sum(1 << run for run in rules.capture.runs)
    record["capture_wins"] = rules.capture.wins
    record["where"], record["full"] = _PLACES[rules.place.where], _FULL[rules.end.full]
    record["end_turns"], record["turn_stones"] = rules.end.turns, rules.turn.stones
    record["forbids"] = [sum(_FORBIDDEN[each] for each in side) for side in rules.forbid]
    # A line that the opponent threatens must be stopped at once, on its own cells, unless lines do not win at once or
    # the next stone changes the cells that are allowed.
    is_free = rules.place.where is Where.ANYWHERE or (rules.turn.stones == 1 and rules.place.where is not Where.CROSS)
    record["is_stoppable"] = is_free and not (rules.line.points or rules.capture.survive)


def _line_kinds(rules: SheetRules) -> Iterator[tuple[int, StoneKind]]:
    return enumerate((kind for kind in rules.stones if not kind.wild), start=1)


def _winner(rules: SheetRules, kind: StoneKind, mover: int) -> int:
    own = int(kind.side is StoneSide.SECOND)
    return {Winner.COLOUR: own, Winner.MOVER: mover, Winner.FIRST: 0, Winner.SECOND: 1}[rules.line.winner]


def _fill_values(record: Record, rules: SheetRules) -> None:
    length = rules.line.length
    values = _POINT_VALUES if rules.line.points else _VALUES
    values = _STACK_VALUES if record["stacks"] else values
    for count in range(length + 1):
        record["order"][count] = _ORDERS[min(length - count, len(_ORDERS) - 1)]
    for number, kind in _line_kinds(rules):
        sign = _sign(rules, kind)
        for count in range(1, length):
            lacks = length - count
            value = sign * (values[lacks] if lacks < len(values) else 1)
            for worth in range(WORTHS):
                at = (worth * OWNERS + number) * COUNTS + count
                record["value"][at] = round(value * _factor(worth, int(sign < 0)))
    for side in (0, 1):
        for placed in range(len(rules.stones)):
            weights = _weights(rules, side, placed)
            at = (side * KINDS + placed) * OWNERS
            record["weight"][at : at + len(weights)] = weights
    wins = rules.capture.wins
    for count in range(CAPTURED):
        share = min(1.0, count / wins) if wins else 0.0
        record["captured_value"][count] = round(_CAPTURED_VALUE * count + _LAST_CAPTURED_VALUE * share**3)


def _factor(worth: int, side: int) -> float:
    """Return the factor of the value of a window of a side, by its worth."""
    if worth == PLAIN_WORTH:
        return 1.0
    if worth == STACK_WORTH:
        return _UPRIGHT
    return _OTHERS + (_OWN - _OTHERS) * share_of(worth, side)


def _sign(rules: SheetRules, kind: StoneKind) -> int:
    """Return 1 if an unfinished line of a kind is good for the first side, -1 for the second, 0 for whoever moves."""
    gainers = [seat for seat in (0, 1) if _winner(rules, kind, seat) == seat]
    if len(gainers) == 2:
        gainers = [seat for seat in (0, 1) if kind.is_placed_by(seat)]
    return 0 if len(gainers) != 1 else (1, -1)[gainers[0]]


def _weights(rules: SheetRules, side: int, placed: int) -> list[int]:
    """Return the weight of the windows of each owner in the order of a stone, in eighths; 8 for windows of nobody.

    A stone of the same kind, or a wild one, makes the window stronger; any other stone makes it worthless.
    """
    stone, weights = rules.stones[placed], [8]
    for _number, kind in _line_kinds(rules):
        is_gain = _winner(rules, kind, side) == side
        is_longer = stone.wild or stone.letter == kind.letter
        weights.append((_OWN_ORDER if is_longer else 8) * (1 if is_gain is is_longer else -1))
    return weights
