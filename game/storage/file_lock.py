"""A file that one process holds at a time, so that what the others read does not change under their hands.

Others may be waited for (``hold_lock``), or told that they come too late (``held``).
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from game.core.language import _
from game.storage.files import NotNowError

#: Seconds that another process may hold a file before the wait ends, and those between two looks.
LOCK_SECONDS = 2.0
_PAUSE = 0.02


@contextlib.contextmanager
def hold_lock(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Wait until no other process holds this file, and hold it; a process that ends lets it go.

    The file is made for this, and stays. Without effect where it cannot be written. Raises NotNowError, with a
    sentence, where another process still holds it after so many seconds.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _wait_for(stack.enter_context(path.open("ab")), path, seconds)
        yield


def _wait_for(file: IO[bytes], path: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not _is_free(file):
        if time.monotonic() > until:
            name = path.name.removesuffix(".lock")
            raise NotNowError(_("Another window or program has been holding {file} for too long.", file=name))
        time.sleep(_PAUSE)


def held(path: Path, *, create: bool = False) -> IO[bytes] | None:
    """A file, opened and held until it is closed; None where another process holds it. Raises OSError.

    The file has to be there, unless ``create`` makes an empty one that only its owner may read. Where the file's system
    knows no locks, no process is kept out.
    """
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | (os.O_CREAT if create else 0)
    file = os.fdopen(os.open(path, flags, 0o600), "r+b")
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
