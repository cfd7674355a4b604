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


def end_descendants(spared: Collection[psutil.Process] = ()) -> None:
    """Kill all processes below this one but those that are spared, until none is left."""
    for _round in range(_ROUNDS):
        found = [process for process in psutil.Process().children(recursive=True) if process not in spared]
        if not found:
            return
        for process in found:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(found, timeout=0.1)


def _prctl(option: int, value: int) -> None:
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(option, value)
