"""A file that one process holds at a time, so that what the others read does not change under their hands.

Others may be waited for (``alone_with``), or told that they come too late (``held``).
"""

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


def held(path: Path) -> IO[bytes] | None:
    """A file that is there, opened and held until it is closed; None where somebody else holds it. Raises OSError.

    Where the file's system knows no locks, nobody is kept out.
    """
    file = path.open("r+b")
    if _is_free(file):
        return file
    file.close()
    return None


if sys.platform == "win32":
    import msvcrt

    #: A byte far behind all contents: what is locked on Windows cannot be read either.
    _BEHIND = 1 << 30

    def _is_free(file: IO[bytes]) -> bool:
        file.seek(_BEHIND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _lock(file: IO[bytes]) -> None:
        # The system itself tries for ten seconds before it raises.
        while True:
            with contextlib.suppress(OSError):
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
else:
    import fcntl

    def _is_free(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
