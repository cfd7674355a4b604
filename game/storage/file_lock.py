"""File locks between processes, so that data does not change while another process reads it.

``hold_lock`` and ``wait_for_lock`` wait for the lock; ``held`` gives up at once if another process holds it.

The library ``filelock`` does not fit: on Windows it locks the first byte, which hides a data file from its readers, and
ignores the byte that earlier versions of the program lock.
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

#: Seconds to wait for a lock, and seconds between two tries.
LOCK_SECONDS = 2.0
_PAUSE = 0.02


@contextlib.contextmanager
def hold_lock(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold the lock on a file during a ``with`` block, after waiting for it if necessary.

    The lock also ends with the process.

    The file is created for this purpose and stays. Has no effect if the file is not writable. Raises NotNowError, with
    a message for the player, if another process still holds the lock after ``seconds``.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = wait_for_lock(path, seconds)
            if file is None:
                name = path.name.removesuffix(".lock")
                raise NotNowError(_("Another window or program has been using {file} for too long.", file=name))
            stack.enter_context(file)
        yield


def wait_for_lock(path: Path, seconds: float) -> IO[bytes] | None:
    """Open and lock a file, which is created if missing. Return None if it is still locked after ``seconds``.

    The lock lasts until the file is closed. Raises OSError.
    """
    until = time.monotonic() + seconds
    while (file := held(path, create=True)) is None and time.monotonic() <= until:
        time.sleep(_PAUSE)
    return file


def held(path: Path, *, create: bool = False) -> IO[bytes] | None:
    """Open and lock a file without waiting. Return None if another process has the lock.

    The lock lasts until the file is closed. Raises OSError.

    The file must exist, unless ``create`` is set: then an empty one is made that only its owner may read. If the file
    system does not support locks, the file is returned without one.
    """
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | (os.O_CREAT if create else 0)
    file = os.fdopen(os.open(path, flags, 0o600), "r+b")
    if _is_free(file):
        return file
    file.close()
    return None


if sys.platform == "win32":
    import msvcrt

    #: An offset far beyond all contents: on Windows a locked byte cannot be read either.
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
