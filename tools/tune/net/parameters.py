"""A net's parameters: floating-point numbers in training, and the integers that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.net import shape
from game.engine.search.lines.net.net import Net
from tools.tune.labels import Floats

#: Arrays by their names in net files, with the shapes of ``Net``. The names never change.
Parameters = Mapping[str, Floats]

#: The fixed-point scale of each parameter: the power of two by which it is multiplied to become an integer.
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
#: On a board of this many cells, a sum of features of this size is an input of 1.
_CELLS, _TOTAL = 225, 16


def first_parameters(rng: np.random.Generator, colours: int) -> dict[str, Floats]:
    """Return small random parameters to begin a training with.

    ``colours`` is 2 if each colour has weights of its own, else 1.
    """
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
    """Return the factors that turn a sum over all empty cells into an input of the net, for boards of these sizes.

    Boards of different sizes then give similar inputs.
    """
    return (_CELLS / _TOTAL / size.astype(np.float32) ** 2).astype(np.float32)


def limited(parameters: Parameters) -> dict[str, Floats]:
    """Return the parameters, limited to the range that the integers of the engine's net can represent."""
    return {name: part.clip(-_most(name), _most(name)) for name, part in parameters.items()}


def _most(name: str) -> float:
    most = shape.MOST_BIAS if name.endswith("bias") else shape.MOST_WEIGHT
    return float(most / (1 << _BITS[name]))


def whole_numbers(parameters: Parameters) -> Net:
    """Return the net with integer weights that the engine uses, rounded from these parameters."""
    kinds: dict[str, Any] = {name: np.int32 if name.endswith("bias") else np.int16 for name in _BITS}
    parts: dict[str, Any] = {
        name: np.rint(part.astype(np.float64) * (1 << _BITS[name])).astype(kinds[name])
        for name, part in limited(parameters).items()
    }
    one = 1 << shape.SCALING_BITS + shape.INPUT_BITS - shape.ROW_BITS
    sizes = np.arange(1, shape.LARGEST_SIZE + 1, dtype=np.uint8)
    by_size = np.rint(scaling(sizes).astype(np.float64) * one).clip(max=1 << shape.SCALING_BITS)
    return Net.of_arrays({**parts, "scaling": np.append(0, by_size).astype(np.int32)})
