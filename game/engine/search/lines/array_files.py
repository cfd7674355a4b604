"""Files of named arrays (npz, the format of ``numpy.savez``), checked as a whole before use."""

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

#: Exceptions of zipfile and numpy for a damaged or unsuitable file.
_DAMAGED = (BadZipFile, EOFError, RuntimeError, TokenError, ValueError, zlib.error)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read all arrays of a file, by name; raises OSError, or ValueError if the file is invalid."""
    return arrays_of(path.read_bytes())


def arrays_of(contents: bytes) -> dict[str, NDArray[Any]]:
    """Parse the contents of a file into arrays by name; raises ValueError if they are damaged or not npz.

    The checksum of each part is verified before numpy parses it.
    """
    try:
        with ZipFile(BytesIO(contents)) as parts:
            return {name.removesuffix(".npy"): np.load(BytesIO(parts.read(name))) for name in parts.namelist()}
    except _DAMAGED as error:
        raise ValueError(f"it is damaged, or no file of arrays: {error}") from error


def write_arrays(file: BinaryIO, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file for ``read_arrays``; equal arrays in the same order give equal bytes."""
    # Older numpy versions would store the argument allow_pickle, which mypy asks for, as another array.
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
