"""What scenes and sizes of the window leave behind: it is given back to the system as soon as nothing moves.

Scenes, their fields and their buttons refer to each other, so that their pictures stay until such circles are
collected; and a heap that held pictures keeps its size until it is told to shrink.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import cache

#: How many scenes and sizes may wait to be cleared away while the window never rests.
_MOST_WAITING = 0


class Leftovers:
    """Remembers that something was left behind, and clears it away at a quiet moment."""

    def __init__(self) -> None:
        self._count = 0

    @staticmethod
    def spare_what_stays() -> None:
        """Take all that there is now out of the search for circles: it stays as long as the program."""
        gc.freeze()

    @staticmethod
    def spare_nothing() -> None:
        """Let all that there is be collected again: the window closes."""
        gc.unfreeze()

    def leave(self) -> None:
        """A scene or a size was left."""
        self._count += 1

    def clear_away(self, *, is_quiet: bool) -> None:
        """Collect what was left, if anything was, and shrink the heap; a few leavings wait for a quiet moment."""
        if self._count > (0 if is_quiet else _MOST_WAITING):
            self._count = 0
            gc.collect()
            _shrink()()


@cache
def _shrink() -> Callable[[], object]:
    """What gives the unused heap back, where the system's library has it: malloc_trim of the GNU C library."""
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None
