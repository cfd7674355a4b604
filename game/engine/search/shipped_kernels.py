"""Where numba finds the compiled code that a box brings along. Numba imports this by its name, and nobody else."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import UserProvidedCacheLocator

from game.storage import compiled_code


class ShippedKernels(UserProvidedCacheLocator):
    """The code of our own kernels, wherever the box was put; it is fresh while their sources are what they were."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        super().__init__(function, source)  # type: ignore[no-untyped-call]
        self._source = Path(source)
        self._cache_path = str(_place_of(self._source))

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> ShippedKernels | None:
        """The place of a kernel; None for one that is not ours: numba then looks in the user's folder."""
        return None if _place_of(Path(source)) is None else cls(function, source)

    def ensure_cache_path(self) -> None:
        """Make the folder while the box is made; later it may only be read."""
        with contextlib.suppress(OSError):
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """What changes with the source, wherever and whenever it was unpacked."""
        return hashlib.sha256(self._source.read_bytes()).hexdigest()


def _place_of(source: Path) -> Path | None:
    """The folder of the code of a source file, named after the source's; None where that lies outside the program."""
    shipped = compiled_code.shipped()
    if shipped is None or not source.is_relative_to(shipped.parent):
        return None
    return shipped / ".".join(source.relative_to(shipped.parent).with_suffix("").parts)
