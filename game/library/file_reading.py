"""A file that is read in a thread of its own, so that the window goes on."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from game.core.model import ParseError
from game.core.ruleset import PluginError, Ruleset
from game.formats.opened_file import OpenedFile
from game.formats.reading import open_file


class FileReading:
    """Begins to read at once; ``result`` is None until it is done."""

    def __init__(self, path: Path, rulesets: Mapping[str, Ruleset]) -> None:
        self.path = path
        self.result: OpenedFile | str | None = None
        """What the file holds, or why nothing of it can be read, in a sentence."""
        self._rulesets = rulesets
        threading.Thread(target=self._read, name="file", daemon=True).start()

    def _read(self) -> None:
        try:
            self.result = open_file(self.path, self._rulesets)
        except (ParseError, PluginError) as error:
            self.result = str(error)
