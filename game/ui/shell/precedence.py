"""The window goes before other threads, which share the interpreter with it: one of them runs Python at a time."""

from __future__ import annotations

import sys

from game.ui.shell.memory_trimmer import MemoryTrimmer

#: Seconds that another thread goes on in Python once the window's waits for its turn. A frame asks for it many times.
_SWITCH_SECONDS = 0.0005


def take_precedence() -> None:
    """Let the window wait for other threads, and for the search for unused memory, as briefly as possible."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    MemoryTrimmer.spare_what_stays()
