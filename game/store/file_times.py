"""When files were written, as lists of files need it."""

from __future__ import annotations

import time
from pathlib import Path

#: Seconds by which the clock of a disk in the net may be ahead of ours.
_CLOCK_DOUBT = 120.0


def stamp(path: Path) -> tuple[int, ...]:
    """What differs once a file is another one; nothing where it is missing."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def modified(path: Path) -> float:
    """The time of the last write, 0 when the file is missing; the autosave may remove a journal at any moment."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def recency(time_written: float) -> float:
    """The time of the last write, for an order; 0 where it lies in the future: such a save would stay the newest."""
    return time_written if time_written <= time.time() + _CLOCK_DOUBT else 0.0
