"""A net's parameters while it is trained, as real numbers, and as the whole numbers that the kit calculates with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.net import shape
from game.engine.search.lines.net.net import Net
from tools.tune.labels import Floats

#: By the names of the arrays of a net in files, in the shapes of ``Net``. The names never change.
Parameters = Mapping[str, Floats]

#: What stands for 1 in whole numbers, as a power of two.
_BITS = {
    "rows": shape.ROW_BITS,
    "first": shape.INPUT_WEIGHT_BITS,
    "second": shape.HIDDEN_WEIGHT_BITS,
    "last": shape.HIDDEN_WEIGHT_BITS,
    "beside": shape.INPUT_WEIGHT_BITS,
    "first_bias": shape.SUM_BITS,
    "second_bias": shape.SUM_BITS,
    "last_bias": shape.SUM_BITS,
}
#: The cells of a board on which a total of 16 is an input of 1.
_CELLS, _TOTAL = 225, 16


def first_parameters(rng: np.random.Generator, colours: int) -> dict[str, Floats]:
    """Small random parameters to begin with."""
    width, hidden, left = shape.WIDTH, shape.HIDDEN, shape.STONES_LEFT

    def about(spread: float, *sizes: int, middle: float = 0.0) -> Floats:
        return rng.normal(middle, spread, (colours, *sizes)).astype(np.float32)

    return {
        "rows": about(0.05, shape.PATTERNS, width, middle=0.01),
        "first": about(width**-0.5, width, hidden),
        "second": about(hidden**-0.5, hidden, hidden),
        "last": about(0.05, hidden),
        "beside": about(0.05, width),
        "first_bias": np.zeros((colours, left, hidden), np.float32),
        "second_bias": np.zeros((colours, hidden), np.float32),
        "last_bias": np.zeros((colours, left), np.float32),
    }


def scaling(size: NDArray[np.uint8]) -> Floats:
    """What turns a total into an input on boards of these sizes."""
    return (_CELLS / _TOTAL / size.astype(np.float32) ** 2).astype(np.float32)


def limited(parameters: Parameters) -> dict[str, Floats]:
    """The parameters within what whole numbers can stand for."""
    return {name: part.clip(-_most(name), _most(name)) for name, part in parameters.items()}


def _most(name: str) -> float:
    most = shape.MOST_BIAS if name.endswith("bias") else shape.MOST_WEIGHT
    return float(most / (1 << _BITS[name]))


def whole_numbers(parameters: Parameters) -> Net:
    """The net that the kit calculates with, for every size of board."""
    kinds: dict[str, Any] = {name: np.int32 if name.endswith("bias") else np.int16 for name in _BITS}
    parts: dict[str, Any] = {
        name: np.rint(part.astype(np.float64) * (1 << _BITS[name])).astype(kinds[name])
        for name, part in limited(parameters).items()
    }
    one = 1 << shape.SCALING_BITS + shape.INPUT_BITS - shape.ROW_BITS
    sizes = np.arange(1, shape.LARGEST_SIZE + 1, dtype=np.uint8)
    by_size = np.rint(scaling(sizes).astype(np.float64) * one).clip(max=1 << shape.SCALING_BITS)
    return Net.of_arrays({**parts, "scaling": np.append(0, by_size).astype(np.int32)})
