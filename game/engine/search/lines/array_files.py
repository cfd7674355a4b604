"""Files of named arrays (npz, the format of ``numpy.savez``), read whole or not at all."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tokenize import TokenError
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

#: What zipfile and numpy raise for a file that is damaged, or of another kind.
_DAMAGED = (BadZipFile, EOFError, RuntimeError, TokenError, ValueError, zlib.error)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read all arrays of a file, by name; raises OSError, and ValueError as ``arrays_of``."""
    return arrays_of(path.read_bytes())


def arrays_of(contents: bytes) -> dict[str, NDArray[Any]]:
    """All arrays of a file's contents, by name; raises ValueError where they are damaged or of another kind.

    The checksum of a part is tested before numpy sees it.
    """
    try:
        with ZipFile(BytesIO(contents)) as parts:
            return {name.removesuffix(".npy"): np.load(BytesIO(parts.read(name))) for name in parts.namelist()}
    except _DAMAGED as error:
        raise ValueError(f"it is damaged, or no file of arrays: {error}") from error


def write_arrays(file: BinaryIO, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file for ``read_arrays``; the same arrays in the same order make the same bytes."""
    # An older numpy would keep the argument allow_pickle, which mypy misses, as one more array.
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
