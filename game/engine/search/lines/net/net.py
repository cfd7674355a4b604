"""A net as arrays of whole numbers: what training makes, a file keeps, and kernels read."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record
from game.engine.search.lines.array_files import read_arrays, write_arrays
from game.engine.search.lines.net.shape import (
    HIDDEN,
    LARGEST_SIZE,
    MOST_BIAS,
    MOST_WEIGHT,
    PATTERNS,
    SCALING_BITS,
    STONES_LEFT,
    VIEWS,
    WIDTH,
)

#: The most bytes of a file: what is shipped for one rule stays small.
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Net:
    """The weights of a net, in the scales of ``shape``; the first index is the colour.

    Where both colours have the same rules there is one set of weights, which serves both.
    """

    rows: NDArray[np.int16]
    """By the pattern byte of a line with the own class in its lower half, and feature."""
    first: NDArray[np.int16]
    """By feature and unit."""
    second: NDArray[np.int16]
    """By unit of the first layer and unit."""
    last: NDArray[np.int16]
    """By unit of the second layer."""
    beside: NDArray[np.int16]
    """The linear path, by feature."""
    first_bias: NDArray[np.int32]
    """By the stones left in the turn, from 1, and unit."""
    second_bias: NDArray[np.int32]
    """By unit."""
    last_bias: NDArray[np.int32]
    """By the stones left in the turn, from 1."""
    scaling: NDArray[np.int32]
    """By the size of the board, without a colour; 0 for a size that the net does not serve."""


#: Of each array the type, the shape behind the colour, and the largest number.
_PARTS: dict[str, tuple[Any, tuple[int, ...], int]] = {
    "rows": (np.int16, (PATTERNS, WIDTH), MOST_WEIGHT),
    "first": (np.int16, (WIDTH, HIDDEN), MOST_WEIGHT),
    "second": (np.int16, (HIDDEN, HIDDEN), MOST_WEIGHT),
    "last": (np.int16, (HIDDEN,), MOST_WEIGHT),
    "beside": (np.int16, (WIDTH,), MOST_WEIGHT),
    "first_bias": (np.int32, (STONES_LEFT, HIDDEN), MOST_BIAS),
    "second_bias": (np.int32, (HIDDEN,), MOST_BIAS),
    "last_bias": (np.int32, (STONES_LEFT,), MOST_BIAS),
}


def check(net: Net) -> None:
    """Make sure that no sum of the net can overflow; raises ValueError which quotes the array that is wrong."""
    colours = len(net.rows)
    if colours not in (1, 2):
        raise ValueError(f"a net has weights for 1 or 2 colours, not {colours}")
    for name, (kind, shape, most) in _PARTS.items():
        _check_part(name, getattr(net, name), kind, (colours, *shape), most)
    _check_part("scaling", net.scaling, np.int32, (LARGEST_SIZE + 1,), 1 << SCALING_BITS)
    if net.scaling.min() < 0:
        raise ValueError(f"the net's scaling holds {net.scaling.min()}; it is never negative")


def _check_part(name: str, part: NDArray[Any], kind: Any, shape: tuple[int, ...], most: int) -> None:  # noqa: ANN401
    if part.dtype != kind or part.shape != shape:
        raise ValueError(f"the net's {name} is {part.dtype} {part.shape}, should be {np.dtype(kind)} {shape}")
    if not (-most <= int(part.min()) and int(part.max()) <= most):
        raise ValueError(f"the net's {name} goes from {part.min()} to {part.max()}, beyond {most}")


def read_net(path: Path) -> Net:
    """Read a net from a file; raises OSError, or ValueError when the file holds no net."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path.name} has more than {MOST_BYTES:,} bytes")
    try:
        arrays = read_arrays(path)
        net = Net(**{part.name: arrays[part.name] for part in fields(Net)})
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path.name} holds no net: {error}") from error
    check(net)
    return net


def write_net(file: BinaryIO, net: Net) -> None:
    """Write a file for ``read_net``; the same numbers make the same bytes. Raises ValueError for numbers too large."""
    check(net)
    write_arrays(file, {part.name: getattr(net, part.name) for part in fields(Net)})


def install(net: Net, record: Record) -> None:
    """Write a net into the record that kernels read, for both colours."""
    check(net)
    for name in _PARTS:
        part: NDArray[Any] = getattr(net, name)
        both = np.broadcast_to(part, (2, *part.shape[1:]))
        record[name] = _by_pattern(both) if name == "rows" else both.reshape(-1)
    record["scaling"] = net.scaling


def _by_pattern(rows: NDArray[np.int16]) -> NDArray[np.int16]:
    """Both colours' rows side by side, by the pattern byte of the kit, in which the first colour's class is lower.

    Behind them follows the row of zeros.
    """
    patterns = np.arange(PATTERNS)
    exchanged = patterns >> 4 | (patterns & 15) << 4
    side_by_side = np.concatenate([rows[0], rows[1][exchanged]], axis=1)
    return np.append(side_by_side, np.zeros(VIEWS, np.int16))
