"""A thread that reads a file shares the interpreter with the window, which asks for its turn many times a frame."""

from __future__ import annotations

import gc
import sys

from game.ui.shell.memory_trimmer import take_precedence


def test_other_threads_give_way_within_a_millisecond() -> None:
    before, searches = sys.getswitchinterval(), gc.get_threshold()
    try:
        take_precedence()
        assert sys.getswitchinterval() <= 0.001
    finally:
        sys.setswitchinterval(before)
        gc.unfreeze()
        gc.set_threshold(*searches)
