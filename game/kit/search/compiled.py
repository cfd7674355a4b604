"""How functions of the kit are compiled. Importing this module loads numba, with its cache where ours belongs."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from game.kit.search import cache

# Numba reads the variable once, when it is imported; without it a read-only install could not be used.
os.environ["NUMBA_CACHE_DIR"] = str(cache.folder())

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

#: A type of numba's own, such as the layout of a record.
NumbaType = Any
#: A record as a kernel sees it: its fields are attributes.
Record = Any
#: A 64-bit integer: literal arguments of recursive calls must have the type that the signature names.
int64 = cast("Callable[[int], int]", numba.int64)
int64_array: NumbaType = numba.int64[::1]
no_value: NumbaType = numba.void


def record_type(layout: np.dtype[np.void]) -> NumbaType:
    """Numba's type of a numpy record."""
    return numba.from_dtype(layout)


def signature(result: NumbaType, *arguments: NumbaType) -> NumbaType:
    """The types of a kernel that is compiled when its module is imported."""
    return result(*arguments)


def kernel(types: NumbaType | None = None, *, within_caller: bool = False) -> Callable[[Function], Function]:
    """Compiles a function to machine code that runs without Python's lock and is kept in the cache.

    ``within_caller``: it is written into the kernel that calls it. What a kernel calls is optimized again with each
    kernel above it, so that the last steps on the way to a large one are cheaper without an own compilation.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    if within_caller:
        options["inline"] = "always"
    decorate = numba.njit(types, **options) if types is not None else numba.njit(**options)
    return cast("Callable[[Function], Function]", decorate)
