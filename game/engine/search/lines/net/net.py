"""The neural net as arrays of integers, as written by training, stored in files and read by compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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
from game.engine.search.lines.rules import FREE, Rules

#: Most bytes of a file; the net of one pair of rules has to stay small.
MOST_BYTES = 1_000_000
#: For each array that has a colour: its type, its shape without the colour, and its largest number.
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
#: Folder of the nets that are part of the program, one file for each pair of colour rules.
FOLDER = Path(__file__).with_name("shipped")


@dataclass(frozen=True)
class Net:
    """The weights of a neural net as fixed-point numbers. The first index of each array is the colour.

    The module ``shape`` defines the scales. If both colours have the same rules, the first index has one value, which
    serves both.
    """

    rows: NDArray[np.int16]
    """Rows, indexed by the pattern byte of a line (with the own class in the low half) and by feature."""
    first: NDArray[np.int16]
    """Weights of the first layer, indexed by feature and unit."""
    second: NDArray[np.int16]
    """Weights of the second layer, indexed by unit of the first layer and unit."""
    last: NDArray[np.int16]
    """Weights of the output, indexed by unit of the second layer."""
    beside: NDArray[np.int16]
    """Weights of the linear path to the output, indexed by feature."""
    first_bias: NDArray[np.int32]
    """Biases of the first layer, indexed by the number of stones left in the turn (from 1) and by unit."""
    second_bias: NDArray[np.int32]
    """Biases of the second layer, indexed by unit."""
    last_bias: NDArray[np.int32]
    """Biases of the output, indexed by the number of stones left in the turn (from 1)."""
    scaling: NDArray[np.int32]
    """Factor of the inputs by board size, the same for both colours; 0 for a size that the net does not support."""

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Net:
        """Create a net from the named arrays of a file; raises KeyError if one is missing. The names never change."""
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
        """Return the net's arrays by the names that they have in files and in the record of the compiled search."""
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


def check(net: Net) -> None:
    """Check that no sum of the neural net can overflow; raises ValueError, which names the invalid array."""
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
    """Read a net from a file; raises OSError, or ValueError if the file contains no valid net."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path.name} has more than {MOST_BYTES:,} bytes")
    try:
        net = Net.of_arrays(read_arrays(path))
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path.name} holds no net: {error}") from error
    check(net)
    return net


def write_net(file: BinaryIO, net: Net) -> None:
    """Write a neural net to a file for ``read_net``; raises ValueError if a number is too large.

    Equal numbers give equal bytes.
    """
    check(net)
    write_arrays(file, net.arrays())


def install(net: Net, record: Record) -> None:
    """Copy a neural net, for both colours, into the numpy record that the compiled search reads."""
    check(net)
    arrays = net.arrays()
    for name in _PARTS:
        part = arrays[name]
        both = np.broadcast_to(part, (2, *part.shape[1:]))
        record[name] = _by_pattern(both) if name == "rows" else both.reshape(-1)
    record["scaling"] = net.scaling


def _by_pattern(rows: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the rows of weights of both colours side by side, one row for each pattern of a line.

    A pattern byte has the first colour's class in its low half. The row of zeros follows at the end.
    """
    patterns = np.arange(PATTERNS)
    exchanged = patterns >> 4 | (patterns & 15) << 4
    side_by_side = np.concatenate([rows[0], rows[1][exchanged]], axis=1)
    return np.append(side_by_side, np.zeros(VIEWS, np.int16))


def path_of(rules: Rules, folder: Path = FOLDER) -> Path:
    """Return the path of the net file of these rules."""
    return folder / f"{rules.name}.npz"


def net_for(rules: Rules) -> Net:
    """Return the neural net for these rules, or for the nearest rules that have one; raises OSError or ValueError."""
    found = next((near for near in rules.nearest if path_of(near).is_file()), FREE)
    return _shipped(path_of(found))


@cache
def _shipped(path: Path) -> Net:
    return read_net(path)
