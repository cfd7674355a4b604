"""Garbage collection in the window's process, to free memory when a scene closes or the window is resized.

Scenes, their fields and their buttons refer to each other, so that their pictures stay in memory until a garbage
collection. A heap that held pictures keeps its size until malloc_trim shrinks it.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from functools import cache

#: Seconds of a full search for circles that a player would notice, as with a series of some hundred games.
_NOTICED = 0.03
#: Seconds that a full search takes longer for each search among what is young since the last full one: 7,700 objects.
_SECONDS_A_YOUNG_SEARCH = 0.001
#: The number of requests after which a full collection is made in any case.
_MOST_LEFT = 30
#: The searches among what is young before Python makes a full one on its own: no file that is read begins one.
_YOUNG_SEARCHES = 2_000
#: Seconds that another thread goes on in Python once the window's waits for its turn. A frame asks for it many times.
_SWITCH_SECONDS = 0.0005


class MemoryTrimmer:
    """Garbage collector that runs soon after a scene was closed or the window was resized.

    If a full collection takes noticeably long, most turns only collect the younger generations.
    """

    def __init__(self) -> None:
        self._is_any = False
        self._seconds = 0.0
        """Seconds that the latest full garbage collection took."""
        self._since = 0
        """The number of garbage collections since the latest full one."""

    @staticmethod
    def keep_long_lived() -> None:
        """Exclude all existing objects from garbage collections, which then take only a few milliseconds.

        For the program's main window: objects that exist when it opens live as long as the process.
        """
        gc.freeze()
        youngest, young, _oldest = gc.get_threshold()
        gc.set_threshold(youngest, young, _YOUNG_SEARCHES)

    def leave(self) -> None:
        """Request a garbage collection, because a scene was closed or the window's size changed."""
        self._is_any = True

    def clear_away(self) -> None:
        """Collect garbage if that was requested, and return unused memory to the system."""
        if not self._is_any:
            return
        self._is_any = False
        self._since += 1
        # A file that was read, or still is, may have brought a million objects since the last full search.
        expected = self._seconds + gc.get_count()[2] * _SECONDS_A_YOUNG_SEARCH
        if expected < _NOTICED or self._since >= _MOST_LEFT:
            began = time.thread_time()
            gc.collect()
            self._seconds, self._since = time.thread_time() - began, 0
        else:
            gc.collect(1)
        _shrink()()


@cache
def _shrink() -> Callable[[], object]:
    """Return a function that gives unused heap memory back to the system.

    It calls malloc_trim of the GNU C library, or does nothing where that is missing.
    """
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None


def take_precedence() -> None:
    """Configure Python so that other threads and garbage collections delay the window as little as possible.

    Garbage collections, which ``main.py`` has switched off for the start, are on again afterwards.
    """
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)
    MemoryTrimmer.keep_long_lived()
