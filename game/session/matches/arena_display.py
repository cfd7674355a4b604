"""The progress of an arena (a run of games between engines) on the terminal: a bar, or lines without ``rich``."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from game.plugins.plugin_process import DONE, OF

if TYPE_CHECKING:
    from rich.progress import Progress

#: Minimum seconds between two lines of progress.
_PAUSE = 10.0


class ArenaProgress(ABC):
    """Abstract class for the progress of an arena: games played, rate, and the current score."""

    def __init__(self, total: int, done: int) -> None:
        self.total = total
        self.done = done
        """Games played, with those that were in the log at the start."""
        self._played = 0
        """Games of this run; those already in the log do not count for the rate."""
        self._began = time.monotonic()

    def add(self, score: str) -> None:
        """Show that another game has ended. ``score`` describes the score so far."""
        self.done += 1
        self._played += 1
        seconds = time.monotonic() - self._began
        self._show(f"{self._played / seconds * 60:.1f} games/min" if seconds else "", score)

    @abstractmethod
    def _show(self, rate: str, score: str) -> None:
        """Show the number of games played, the rate and the score."""


class _Bar(ArenaProgress):
    """A progress bar by ``rich``, with the time left."""

    def __init__(self, total: int, done: int, progress: Progress) -> None:
        super().__init__(total, done)
        self._progress = progress
        self._task = progress.add_task("", total=total, completed=done, rate="", score="")

    def _show(self, rate: str, score: str) -> None:
        self._progress.update(self._task, completed=self.done, rate=rate, score=score)


class _Lines(ArenaProgress):
    """Lines on the standard error output, not too many of them."""

    def __init__(self, total: int, done: int) -> None:
        super().__init__(total, done)
        self._shown = self._began

    def _show(self, rate: str, score: str) -> None:
        now = time.monotonic()
        if now - self._shown >= _PAUSE or self.done == self.total:
            self._shown = now
            sys.stderr.write(f"{self.done}/{self.total}  {rate}  {score}\n")
            sys.stderr.flush()


class _WindowLines(ArenaProgress):
    """A line of JSON on the standard output at the beginning and after each game, for a window that reads it."""

    def __init__(self, total: int, done: int) -> None:
        super().__init__(total, done)
        self._show("", "")

    def _show(self, rate: str, score: str) -> None:
        sys.stdout.write(f"{json.dumps({DONE: self.done, OF: self.total})}\n")
        sys.stdout.flush()


@contextmanager
def open_progress(total: int, done: int, *, for_window: bool = False) -> Iterator[ArenaProgress]:
    """Show the progress of an arena in which ``done`` of ``total`` games have been played already."""
    if for_window:
        yield _WindowLines(total, done)
        return
    if find_spec("rich") is None:
        yield _Lines(total, done)
        return
    from rich.console import Console  # noqa: PLC0415 - only the extra brings it
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[score]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield _Bar(total, done, progress)
