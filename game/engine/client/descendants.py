"""The processes that a program has started, and those that they have started, wherever they hide."""

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
#: How often the processes are looked for again: one that is about to be ended may start another.
_ROUNDS = 20


def adopt_orphans() -> None:
    """On Linux: make every process that loses its parent below this one a child of this one."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def ending_with_parent() -> Callable[[], None] | None:
    """On Linux: what a child calls before its program starts, so that it is killed when its parent ends."""
    if not sys.platform.startswith("linux"):
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def call() -> None:
        prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return call


def waking_with_parent_lost() -> None:
    """On Linux: let the system wake this process, should it be suspended, when its parent ends.

    It then sees that its input has closed, and ends what it looks after.
    """
    if sys.platform.startswith("linux"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGCONT)


def end_tree(process: int) -> None:
    """Kill a child of ours and all processes below it, suspended or not."""
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(process)
        # While it lives, what was started below it is found through it.
        end_descendants(above=root)
        root.kill()


def end_descendants(spared: Collection[psutil.Process] = (), above: psutil.Process | None = None) -> None:
    """Kill all processes below this one, or another one, but those that are spared, until none is left."""
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
