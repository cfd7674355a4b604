"""Slow computation of the evaluation net, a small neural network, by its definition from the stones on the board.

It uses numbers too wide to overflow. The net sees each empty cell as four pattern bytes, one for each direction: what a
stone of either side would make on the line through the cell.
"""

import numpy as np

from game.engine.search.lines.net import shape
from game.engine.search.lines.net.net import Net
from game.engine.search.lines.tables import CELLS, STEPS

#: The size of a random net's output weights, as a share of that of its other weights.
OUTPUT = 0.03


def patterns_of(position: np.void, tables: np.void) -> np.ndarray:
    """Return the four pattern bytes (see this module) of every empty cell, as an array of cells by directions.

    They are computed from the stones on the board alone.
    """
    stones = position["stones"].astype(np.int64)
    cells = empty_cells(position)
    found = []
    reach = int(tables["reach"])
    for step in STEPS:
        key = np.zeros(len(cells), np.int64)
        for place, distance in enumerate([*range(-reach, 0), *range(1, reach + 1)]):
            key |= stones[cells + step * distance] << 2 * place
        found.append(tables["lines"][key])
    return np.stack(found, axis=1)


def empty_cells(position: np.void) -> np.ndarray:
    cells = position["cells"][: position["cell_count"]].astype(np.int64)
    return cells[position["stones"][cells] == 0]


def features_of(net: Net, patterns: np.ndarray, side: int) -> np.ndarray:
    """Return the net's features of each cell from a side's view, as an array of cells by features.

    They are the sum of the rows that the net's first table has for the cell's four pattern bytes. The lower half of a
    byte is for the line class of the side itself, the upper half for that of the opponent.
    """
    seen = patterns.astype(np.int64)
    seen = seen if side == 0 else seen >> 4 | (seen & 15) << 4
    return net.rows[min(side, len(net.rows) - 1)].astype(np.int64)[seen].sum(axis=1)


def totals_of(net: Net, patterns: np.ndarray, side: int) -> np.ndarray:
    return np.maximum(features_of(net, patterns, side), 0).sum(axis=0)


def all_totals(net: Net, position: np.void, tables: np.void) -> list[int]:
    """Return the net's sums over all empty cells for both sides in one list, in the engine's order."""
    patterns = patterns_of(position, tables)
    return [int(total) for side in range(2) for total in totals_of(net, patterns, side)]


def halves_up(numbers: np.ndarray, bits: int) -> np.ndarray:
    """Return the numbers divided by ``2 ** bits`` and rounded to the nearest integer, halves upwards."""
    return np.floor(numbers / (1 << bits) + 0.5).astype(np.int64)


def squashed(sums: np.ndarray) -> np.ndarray:
    """Return the outputs of a hidden layer from the sums of its inputs: scaled, limited, and smaller if negative."""
    value = halves_up(sums, shape.SUM_BITS - shape.HIDDEN_BITS)
    value = value.clip(-shape.MOST_HIDDEN, shape.MOST_HIDDEN)
    return np.where(value < 0, value // (1 << shape.LEAK_BITS), value)


def slow_score(net: Net, position: np.void, tables: np.void, side: int, left: int) -> int:
    """Return the net's score for the side to move, in points, with ``left`` stones left in its turn."""
    colour = min(side, len(net.rows) - 1)

    def part(name: str) -> np.ndarray:
        return getattr(net, name)[colour].astype(np.int64)

    totals = totals_of(net, patterns_of(position, tables), side)
    inputs = np.minimum(halves_up(totals * int(net.scaling[position["size"]]), shape.SCALING_BITS), shape.MOST_INPUT)
    first = inputs @ part("first") + part("first_bias")[left - 1]
    second = squashed(first) @ part("second") + part("second_bias")
    # The kernels keep these sums in 32 bits, so they must fit.
    assert max(np.abs(first).max(), np.abs(second).max()) < 1 << 31
    out = int(squashed(second) @ part("last") + inputs @ part("beside") + part("last_bias")[left - 1])
    return max(-20_000, min(20_000, out * shape.POINTS // (1 << shape.SUM_BITS)))


def stored_features_are_right(net: Net, position: np.void, tables: np.void) -> bool:
    """Return True if the features that the engine has stored for every empty cell agree with their definition."""
    patterns, cells = patterns_of(position, tables), empty_cells(position)
    expected = np.concatenate([features_of(net, patterns, side) for side in range(2)], axis=1)
    return np.array_equal(position["sums"]["features"].reshape(CELLS, shape.VIEWS)[cells], expected)


def any_net(seed: int, colours: int = 1, part: float = 1.0) -> Net:
    """Return a net with random weights, up to the share ``part`` of the largest possible ones.

    ``colours`` is 2 if each colour has weights of its own, else 1. The weights of the output are smaller, as otherwise
    most scores would be clipped to their bounds.
    """
    rng = np.random.default_rng(seed)

    def weights(*sizes: int, of_output: float = 1.0) -> np.ndarray:
        most = int(shape.MOST_WEIGHT * part * of_output)
        return rng.integers(-most, most + 1, (colours, *sizes)).astype(np.int16)

    def biases(*sizes: int, of_output: float = 1.0) -> np.ndarray:
        most = int(shape.MOST_BIAS * part * of_output)
        return rng.integers(-most, most + 1, (colours, *sizes)).astype(np.int32)

    return Net(
        rows=weights(shape.PATTERNS, shape.WIDTH),
        first=weights(shape.WIDTH, shape.HIDDEN),
        second=weights(shape.HIDDEN, shape.HIDDEN),
        last=weights(shape.HIDDEN, of_output=OUTPUT),
        beside=weights(shape.WIDTH, of_output=OUTPUT),
        first_bias=biases(shape.STONES_LEFT, shape.HIDDEN),
        second_bias=biases(shape.HIDDEN),
        last_bias=biases(shape.STONES_LEFT, of_output=OUTPUT),
        scaling=any_scaling(),
    )


def any_scaling() -> np.ndarray:
    """Return for every board size the factor that turns a sum over all cells into an input of the net.

    Boards of all sizes then give the same inputs if their cells have the same mean.
    """
    sizes = np.arange(shape.LARGEST_SIZE + 1)
    return np.where(sizes > 0, (1 << 18) * 225 // np.maximum(sizes * sizes, 1), 0).astype(np.int32).clip(0, 1 << 24)
