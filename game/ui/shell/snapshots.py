"""Snapshots of the window. A thread writes their files, because that takes a while for a large window."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path
from queue import Empty, SimpleQueue

import pygame

from game.core.language import _
from game.core.threads.worker import failure_text, start_worker
from game.storage import folders
from game.storage.files import StoreError
from game.storage.folders import save_picture
from game.ui.painting.surfaces import png


class Snapshots:
    """Writer that saves snapshots of the window one after the other, and reports the result of each."""

    def __init__(self) -> None:
        self._results: SimpleQueue[Path | StoreError] = SimpleQueue()
        self._writer: threading.Thread | None = None

    def take(self, picture: pygame.Surface, name: str) -> None:
        """Save a snapshot of the window in a file named after ``name`` and the time."""
        self.close()
        base = f"{name} {datetime.now():%Y-%m-%d %H.%M.%S}"
        folder = folders.pictures_folder()
        self._writer = start_worker(lambda: self._write(folder, base, picture), "snapshot", self._fail, outlives=True)

    def _fail(self, error: Exception) -> None:
        self._results.put(StoreError(failure_text(error)))

    def _write(self, folder: Path, base: str, picture: pygame.Surface) -> None:
        try:
            self._results.put(save_picture(folder, base, png(picture)))
        except StoreError as error:
            self._results.put(error)

    def take_message(self) -> str:
        """Return a sentence about a snapshot that was just written or failed; "" if there is none."""
        try:
            result = self._results.get_nowait()
        except Empty:
            return ""
        if isinstance(result, StoreError):
            return str(result)
        return _("Saved as “{file}” in {folder}.", file=result.name, folder=result.parent)

    def close(self) -> None:
        """Wait until the last snapshot of the window is written."""
        if self._writer is not None:
            self._writer.join()
            self._writer = None
