"""Memory that scenes and sizes of the window leave behind: it is given back to the system at once.

Scenes, their fields and their buttons refer to each other, so that their pictures stay until such circles are
collected; and a heap that held pictures keeps its size until it is told to shrink.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import cache

from game.core.tournament import Tournament

#: The number of games from which on the search for circles would stop the window.
_MANY_GAMES = 50


class Leftovers:
    """Remembers that something was left behind, and clears it away in the next turn of the loop."""

    def __init__(self) -> None:
        self._is_any = False

    @staticmethod
    def spare_what_stays() -> None:
        """Take all that there is now out of the search for circles, which then takes a few milliseconds only.

        For the program's one window: whatever is there when it begins stays as long as the process.
        """
        gc.freeze()

    @classmethod
    def spare_long_series(cls, tournament: Tournament) -> None:
        """Take a series of many games out of that search, too: with a thousand games it takes seconds.

        A tournament has no circles, and is freed when it is no longer used. Everything else that is in memory now is
        spared with it.
        """
        if len(tournament.games) >= _MANY_GAMES:
            cls.spare_what_stays()

    def leave(self) -> None:
        """A scene or a size was left."""
        self._is_any = True

    def clear_away(self) -> None:
        """Collect what was left, if anything was, and shrink the heap."""
        if self._is_any:
            self._is_any = False
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
