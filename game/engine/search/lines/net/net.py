"""A net as arrays of whole numbers: what training makes, a file keeps, and kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Net:
        """Make a net of the arrays of a file; raises KeyError. Their names in files never change."""
        return cls(
            rows=arrays["rows"],
            first=arrays["first"],
            second=arrays["second"],
            last=arrays["last"],
            beside=arrays["beside"],
            first_bias=arrays["first_bias"],
            second_bias=arrays["second_bias"],
            last_bias=arrays["last_bias"],
            scaling=arrays["scaling"],
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays under their names in files and in the record that kernels read."""
        return {
            "rows": self.rows,
            "first": self.first,
            "second": self.second,
            "last": self.last,
            "beside": self.beside,
            "first_bias": self.first_bias,
            "second_bias": self.second_bias,
            "last_bias": self.last_bias,
            "scaling": self.scaling,
        }


#: Of each array that has a colour the type, the shape behind the colour, and the largest number.
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
    colours, arrays = len(net.rows), net.arrays()
    if colours not in (1, 2):
        raise ValueError(f"a net has weights for 1 or 2 colours, not {colours}")
    for name, (kind, shape, most) in _PARTS.items():
        _check_part(name, arrays[name], kind, (colours, *shape), most)
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
        net = Net.of_arrays(read_arrays(path))
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path.name} holds no net: {error}") from error
    check(net)
    return net


def write_net(file: BinaryIO, net: Net) -> None:
    """Write a file for ``read_net``; the same numbers make the same bytes. Raises ValueError for numbers too large."""
    check(net)
    write_arrays(file, net.arrays())


def install(net: Net, record: Record) -> None:
    """Write a net into the record that kernels read, for both colours."""
    check(net)
    arrays = net.arrays()
    for name in _PARTS:
        part = arrays[name]
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
