"""Control of the processes that a program has started, directly or through its children."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Collection

import psutil

#: Options of Linux's prctl (include/uapi/linux/prctl.h; described in its manual page).
_SET_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36
#: Number of attempts to find and kill all processes; a process may start another before it is killed.
_ROUNDS = 20


def adopt_orphans() -> None:
    """Make this process the new parent of orphaned processes below it; does nothing on systems other than Linux."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def ending_with_parent() -> Callable[[], None] | None:
    """Return a function that makes a child process die with this process, or None on systems other than Linux.

    The child has to call it before its program starts (``preexec_fn`` of ``subprocess.Popen``).
    """
    if not sys.platform.startswith("linux"):
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def call() -> None:
        prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return call


def waking_with_parent_lost() -> None:
    """On Linux, have the system resume this process, if it is suspended, when its parent ends.

    The resumed process then sees that its input has closed and ends its own children. Does nothing on other systems.
    """
    if sys.platform.startswith("linux"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGCONT)


def end_tree(process: int) -> None:
    """Kill a child process, by its process id, and all processes below it, even if they are suspended."""
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(process)
        # The processes below it can be found only while it is alive.
        end_descendants(above=root)
        root.kill()


def end_descendants(spared: Collection[psutil.Process] = (), above: psutil.Process | None = None) -> None:
    """Kill all processes below ``above`` (by default, this process) except the ``spared`` ones, until none is left."""
    for _round in range(_ROUNDS):
        below = (above or psutil.Process()).children(recursive=True)
        found = [process for process in below if process not in spared]
        if not found:
            return
        for process in found:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(found, timeout=0.1)


def _prctl(option: int, value: int) -> None:
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(option, value)
