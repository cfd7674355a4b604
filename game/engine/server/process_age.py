"""The age of the engine's process: a manager may count the time of a game from the start of the process."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

#: Index of the start time among the fields of ``/proc/self/stat`` after the name of the program, which is in
#: parentheses and may contain spaces (manual page proc_pid_stat).
_START_TIME = 19


def process_age() -> float:
    """Return the seconds since this process was created, including the time in which it was suspended.

    The result is 0 if the system does not tell.
    """
    if sys.platform == "linux":
        # psutil calculates with the time at which the system started, which Linux gives in whole seconds.
        try:
            fields = Path("/proc/self/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            created = int(fields[_START_TIME]) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return 0.0
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - created)
    # Imported only when the first move is wanted, so that the process starts faster.
    import psutil  # noqa: PLC0415

    try:
        return max(0.0, time.time() - float(psutil.Process().create_time()))
    except psutil.Error:
        return 0.0
