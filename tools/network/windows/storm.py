"""Random network faults: every few seconds the connection stalls or is cut for a few seconds."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tools.network.bad_line import BadLine

#: Ranges in seconds: between two faults, of a stall, and of a cut.
_CALM, _CARD, _CUT = (3.0, 8.0), (1.0, 5.0), (0.2, 2.0)


class Storm:
    """A thread that stalls and cuts a connection at random moments, which depend on a seed, until ``end`` is called."""

    def __init__(self, line: BadLine, seed: int) -> None:
        self._line, self._rng = line, random.Random(seed)
        self._is_over = threading.Event()
        self.stalls = self.cuts = 0
        self._thread = threading.Thread(target=self._blow, daemon=True)
        self._thread.start()

    def _blow(self) -> None:
        while not self._is_over.wait(self._rng.uniform(*_CALM)):
            if self._rng.random() < 0.5:
                self.stalls += 1
                self._line.is_stalled = True
                self._is_over.wait(self._rng.uniform(*_CARD))
            else:
                self.cuts += 1
                self._line.cut()
                self._is_over.wait(self._rng.uniform(*_CUT))
            self._line.mend()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()
        self._line.mend()


@contextmanager
def storm_on(line: BadLine, seed: int) -> Iterator[Storm]:
    """Stall and cut a connection at random moments while the block runs."""
    storm = Storm(line, seed)
    try:
        yield storm
    finally:
        storm.end()
