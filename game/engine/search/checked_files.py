"""Numba's files of compiled code with a checksum: a damaged one is not loaded, and what it held is compiled again.

Numba itself neither checks what it loads nor waits until the disk has what it wrote: after a power failure its files
may be empty, and it then raises whatever its reading meets, or runs damaged machine code.
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

#: What an index holds: the file of each compiled kernel, by types and processor.
Entries = dict[object, str]


class CheckedFiles(caching.IndexDataCacheFile):
    """The files of one kernel; numba asks for nothing else of them than ``load`` and ``save``.

    A kernel that cannot be kept, as where the disk is full, is no trouble: it has been compiled.
    """

    def save(self, key: object, data: object) -> None:
        """Write what was compiled, where that is possible."""
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
        """Whether a file may be loaded; those of plug-ins that keep their code elsewhere are numba's own affair."""
        if not compiled_code.holds(Path(path)):
            return True
        with contextlib.suppress(FileNotFoundError, ValueError):
            compiled_code.unsealed(Path(path))
            return True
        return False

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        # What stands behind the last object of a pickle is not read.
        with super()._open_for_write(filepath) as file:
            contents = BytesIO()
            yield contents
            file.write(compiled_code.sealed(contents.getvalue()))
            file.flush()
            os.fsync(file.fileno())


def check_files() -> None:
    """Let numba keep and load all compiled code from now on by ``CheckedFiles``."""
    caching.IndexDataCacheFile = CheckedFiles  # type: ignore[misc]
