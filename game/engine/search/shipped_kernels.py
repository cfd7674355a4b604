"""Cache locator that tells numba where a packaged program's compiled code is."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import caching

from game.storage import compiled_code

# Numba 0.62 gave this class another name.
_CacheLocator: Any = vars(caching).get("UserProvidedCacheLocator") or vars(caching)["_UserProvidedCacheLocator"]


class ShippedKernels(_CacheLocator):  # type: ignore[misc]
    """Cache locator that tells numba where a packaged program's compiled code is.

    The code is valid while the hash of its source is the same.
    """

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        super().__init__(function, source)
        self._source = Path(source)
        self._cache_path = str(_place_of(self._source))

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> ShippedKernels | None:
        """Return the cache locator of a kernel (compiled function).

        Return None for a kernel that is not ours, which numba caches in the user's folder.
        """
        return None if _place_of(Path(source)) is None else cls(function, source)

    def ensure_cache_path(self) -> None:
        """Create the cache folder for compiled code; ignore the error if the folder is read-only."""
        with contextlib.suppress(OSError):
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return the hash of the source, which does not depend on the place and time of the installation."""
        return hashlib.sha256(self._source.read_bytes()).hexdigest()


def find_shipped() -> None:
    """Make numba look for the code of every kernel in the packaged program first."""
    if ShippedKernels not in caching.CacheImpl._locator_classes:
        caching.CacheImpl._locator_classes.insert(0, ShippedKernels)


def _place_of(source: Path) -> Path | None:
    """Return the cache folder for a source file, or None for a file outside the program."""
    shipped = compiled_code.shipped()
    if shipped is None or not source.is_relative_to(shipped.parent):
        return None
    return shipped / ".".join(source.relative_to(shipped.parent).with_suffix("").parts)
