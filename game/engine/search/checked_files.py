"""Numba's cache files with a checksum: a damaged file is not loaded, and its functions are compiled again.

Numba itself neither verifies its files nor waits until they are on disk. After a power failure a file may be empty or
damaged, and numba then raises various exceptions or runs damaged machine code.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from numba.core import caching

from game.storage import compiled_code

#: Contents of an index: the file of each compiled kernel, by types and processor.
Entries = dict[object, str]


class CheckedFiles(caching.IndexDataCacheFile):
    """Numba's cache files of one compiled function (kernel). Numba calls only ``load`` and ``save``.

    A kernel that cannot be saved, for example on a full disk, still works, because it has been compiled.
    """

    def save(self, key: object, data: object) -> None:
        """Save a compiled kernel; an error of the file system is ignored."""
        with contextlib.suppress(OSError):
            super().save(key, data)  # type: ignore[no-untyped-call]

    def _load_index(self) -> Entries:
        if self._is_sound(self._index_path):
            return cast("Entries", super()._load_index())  # type: ignore[no-untyped-call]
        return {}

    def _load_data(self, name: str) -> object:
        path = self._data_path(name)  # type: ignore[no-untyped-call]
        if self._is_sound(path):
            return super()._load_data(name)  # type: ignore[no-untyped-call]
        raise FileNotFoundError(path)

    def _is_sound(self, path: str) -> bool:
        """Return True if a file's checksum is right; files outside our cache folders are not checked."""
        if not compiled_code.holds(Path(path)):
            return True
        with contextlib.suppress(FileNotFoundError, ValueError):
            compiled_code.unsealed(Path(path))
            return True
        return False

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        # The checksum may follow the pickle, which is read only up to its end.
        with super()._open_for_write(filepath) as file:
            contents = BytesIO()
            yield contents
            file.write(compiled_code.sealed(contents.getvalue()))
            file.flush()
            os.fsync(file.fileno())


def check_files() -> None:
    """Make numba save and load all compiled code with ``CheckedFiles``."""
    caching.IndexDataCacheFile = CheckedFiles  # type: ignore[misc]
