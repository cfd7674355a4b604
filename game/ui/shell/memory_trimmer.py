"""Memory that scenes and sizes of the window leave behind: it is given back to the system at once.

Scenes, their fields and their buttons refer to each other, so that their pictures stay until such circles are
collected; and a heap that held pictures keeps its size until it is told to shrink.
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
#: The scenes and sizes that may be left behind before such a search is made again.
_MOST_LEFT = 30
#: The searches among what is young before Python makes a full one on its own: no file that is read begins one.
_YOUNG_SEARCHES = 2_000


class MemoryTrimmer:
    """Remembers that something was left behind, and clears it away in the next turn of the loop.

    Where a full search would be noticed, most turns search only among what is young.
    """

    def __init__(self) -> None:
        self._is_any = False
        self._seconds = 0.0
        """The time that the latest full search took."""
        self._since = 0
        """How often something was left behind since then."""

    @staticmethod
    def spare_what_stays() -> None:
        """Take all that there is now out of the search for circles, which then takes a few milliseconds only.

        For the program's one window: whatever is there when it begins stays as long as the process.
        """
        gc.freeze()
        youngest, young, _oldest = gc.get_threshold()
        gc.set_threshold(youngest, young, _YOUNG_SEARCHES)

    def leave(self) -> None:
        """A scene or a size was left."""
        self._is_any = True

    def clear_away(self) -> None:
        """Collect what was left, if anything was, and shrink the heap."""
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
    """What gives the unused heap back, where the system's library has it: malloc_trim of the GNU C library."""
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None
