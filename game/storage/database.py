"""The database: players, their results, mistakes, puzzles, reviews, positions and settings, in one SQLite file."""

from __future__ import annotations

import json
from typing import TypeVar

from game.storage.learning.mistakes import MistakeTable
from game.storage.positions import PositionTable
from game.storage.puzzles.tries import PuzzleTable
from game.storage.sqlite.write_queue import Write
from game.storage.statistics.figures import FigureTable

T = TypeVar("T")


class Database(MistakeTable, FigureTable, PuzzleTable, PositionTable):
    """All tables of the database, and the settings as named values."""

    def setting(self, key: str, default: T) -> T:
        """Return the setting with this key, or the default if it is missing or has another type."""
        rows = self._rows("SELECT value FROM settings WHERE key = ?", (key,))
        if not rows:
            return default
        try:
            value = json.loads(rows[0][0])
            if isinstance(default, float) and type(value) is int:
                value = float(value)
        except (ValueError, OverflowError, RecursionError):
            return default
        return value if default is None or type(value) is type(default) else default

    def set_setting(self, key: str, value: object) -> Write:
        """Store a setting under a key. The value must be representable in JSON."""
        # ASCII output can also represent bytes of a path that are not valid text.
        text = json.dumps(value)
        return self._write(
            "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, text)
        )
