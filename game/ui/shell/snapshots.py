"""Snapshots of the window. A thread writes their files, because that takes a while for a large window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from game.core.language import _
from game.core.threads.worker import WindowQueue, failure_text, start_worker
from game.storage import folders
from game.storage.files import StoreError
from game.storage.folders import save_picture
from game.ui.painting.surfaces import png


class Snapshots:
    """Writer that saves snapshots of the window one after the other, and reports the result of each."""

    def __init__(self, posted: WindowQueue, show_message: Callable[[str], None]) -> None:
        """Use ``show_message``, on the window's thread, to say where a snapshot is or why it could not be saved."""
        self._posted, self._show_message = posted, show_message
        self._writer: threading.Thread | None = None

    def take(self, picture: pygame.Surface, name: str) -> None:
        """Save a snapshot of the window in a file named after ``name`` and the time."""
        self.close()
        base = f"{name} {datetime.now():%Y-%m-%d %H.%M.%S}"
        folder = folders.pictures_folder()
        self._writer = start_worker(lambda: self._write(folder, base, picture), "snapshot", self._fail, outlives=True)

    def _write(self, folder: Path, base: str, picture: pygame.Surface) -> None:
        try:
            file = save_picture(folder, base, png(picture))
        except StoreError as error:
            self._report(str(error))
        else:
            self._report(_("Saved as “{file}” in {folder}.", file=file.name, folder=file.parent))

    def _fail(self, error: Exception) -> None:
        self._report(failure_text(error))

    def _report(self, sentence: str) -> None:
        self._posted.post(partial(self._show_message, sentence))

    def close(self) -> None:
        """Wait until the last snapshot of the window is written."""
        if self._writer is not None:
            self._writer.join()
            self._writer = None
