"""Export jobs: files that are written in the background and can be cancelled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from game.core.model import Reason


class ExportJob(Protocol):
    """A job that makes an exported file while the window stays responsive."""

    @property
    def share(self) -> float:
        """Fraction of the export job that is done, 0 to 1."""

    @property
    def contents(self) -> bytes | Reason | None:
        """The bytes of the exported file, the Reason why it failed, or None until it is complete."""

    def step(self) -> None:
        """Do the next piece of the export on the window's thread; called once a frame."""

    def stop(self) -> None:
        """Cancel the export."""


class WrittenFile:
    """An exported file whose contents a worker thread makes."""

    share = 0.0

    def __init__(self, write: Callable[[], bytes | Reason]) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._file = self._worker.submit(write)

    @property
    def contents(self) -> bytes | Reason | None:
        """The bytes of the exported file, the Reason why it failed, or None until it is complete."""
        return self._file.result() if self._file.done() else None

    def step(self) -> None:
        """Do nothing, because the worker thread makes the whole file."""

    def stop(self) -> None:
        """Cancel the export, or discard its result if it is already running."""
        self._worker.shutdown(wait=False, cancel_futures=True)
