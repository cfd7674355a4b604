"""Files in the making: nobody waits for them, and they can be left off."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from game.core.model import Reason


class ExportJob(Protocol):
    """A file that is made while the window goes on."""

    @property
    def share(self) -> float:
        """How much of it is made, 0 to 1."""

    @property
    def contents(self) -> bytes | Reason | None:
        """The file, or why there is none; None while it is being made."""

    def step(self) -> None:
        """Do what has to be done on the window's thread."""

    def stop(self) -> None:
        """Leave off what is not made yet."""


class WrittenFile:
    """A file that a thread writes."""

    share = 0.0

    def __init__(self, write: Callable[[], bytes | Reason]) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._file = self._worker.submit(write)

    @property
    def contents(self) -> bytes | Reason | None:
        """The file, or why there is none; None while it is written."""
        return self._file.result() if self._file.done() else None

    def step(self) -> None:
        """The thread does it all."""

    def stop(self) -> None:
        """Wait for nothing; what is written goes nowhere."""
        self._worker.shutdown(wait=False, cancel_futures=True)
