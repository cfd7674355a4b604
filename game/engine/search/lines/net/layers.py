"""The layers of the neural net, which turn the feature totals of a position into a score."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel, signature
from game.engine.search.lines.net.accumulator import catch_up
from game.engine.search.lines.net.shape import (
    HIDDEN,
    HIDDEN_BITS,
    LEAK_BITS,
    MOST_HIDDEN,
    MOST_INPUT,
    POINTS,
    SCALING_BITS,
    STONES_LEFT,
    SUM_BITS,
    WIDTH,
)
from game.engine.search.lines.net.vectors import first_layer, second_layer
from game.engine.search.lines.position import position_type, tables_type
from game.engine.search.task import MOST_EVALUATION

_UNIT_BITS = SUM_BITS - HIDDEN_BITS
_HALF, _HALF_INPUT = 1 << (_UNIT_BITS - 1), 1 << (SCALING_BITS - 1)


@kernel()
def squash(units: Record, first: int) -> None:
    """Turn a net layer's sums into hidden units: rescaled, clipped, and near 0 for negative sums (leaky ReLU)."""
    for unit in range(first, first + HIDDEN):
        value = min(max((units[unit] + _HALF) >> _UNIT_BITS, -MOST_HIDDEN), MOST_HIDDEN)
        units[unit] = max(value, value >> LEAK_BITS)


@kernel(signature(int64, position_type, tables_type, int64, int64))
def net_score(position: Record, tables: Record, side: int, left: int) -> int:
    """Return the neural net's score, in points, for the side to move with ``left`` stones left in its turn."""
    # 1. The inputs: the side's totals, scaled for the board size.
    catch_up(position, tables)
    side &= 1
    sums, net = position.sums, tables.net
    scaling, view, turn = int64(net.scaling[position.size]), WIDTH * side, STONES_LEFT * side + left - 1
    for feature in range(WIDTH):
        scaled = (sums.totals[view + feature] * scaling + _HALF_INPUT) >> SCALING_BITS
        sums.inputs[feature] = min(scaled, MOST_INPUT)
    # 2. The first hidden layer, whose units are stored before those of the second.
    units = sums.units
    first_layer(units, int64(0), sums.inputs, int64(0), net.first, HIDDEN * view, net.first_bias, HIDDEN * turn)
    squash(units, int64(0))
    # 3. The second hidden layer.
    row, bias = HIDDEN * HIDDEN * side, HIDDEN * side
    second_layer(units, int64(HIDDEN), units, int64(0), net.second, row, net.second_bias, bias)
    squash(units, int64(HIDDEN))
    # 4. The output, to which the linear path contributes directly.
    total = int64(net.last_bias[turn])
    for unit in range(HIDDEN):
        total += int64(units[HIDDEN + unit]) * net.last[HIDDEN * side + unit]
    for feature in range(WIDTH):
        total += int64(sums.inputs[feature]) * net.beside[view + feature]
    return int64(max(-MOST_EVALUATION, min(MOST_EVALUATION, (total * POINTS) >> SUM_BITS)))
