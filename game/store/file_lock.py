"""A file that one process holds at a time, so that what the others read does not change under their hands."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO


@contextlib.contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Wait until no other process holds this file, and hold it; a process that ends lets it go.

    The file is made for this, and stays. Without effect where it cannot be written.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _lock(stack.enter_context(path.open("wb")))
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        # The system itself tries for ten seconds before it raises.
        while True:
            with contextlib.suppress(OSError):
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
