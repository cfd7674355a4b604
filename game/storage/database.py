"""The database: players, their results, mistakes, puzzles, reviews, positions and settings, in one SQLite file."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, TypeVar

from game.storage.finished_games import GameTables, ReviewTable
from game.storage.learning.mistakes import MistakeTable
from game.storage.players import PlayerTable
from game.storage.positions import PositionTable
from game.storage.puzzles.tries import PuzzleTable
from game.storage.sqlite.sql_file import SqlFile
from game.storage.sqlite.write_queue import Write
from game.storage.statistics.figures import FigureTable

T = TypeVar("T")


class SettingTable:
    """The database table of settings, which are named values."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def get(self, key: str, default: T) -> T:
        """Return the setting with this key, or the default if it is missing or has another type."""
        rows = self._file.rows("SELECT value FROM settings WHERE key = ?", (key,))
        return fitting(_parsed(rows[0][0]), default) if rows else default

    def beginning_with(self, prefix: str) -> dict[str, object]:
        """Return the settings whose keys begin with a prefix, by key; the value of a damaged one is None."""
        rows = self._file.rows("SELECT key, value FROM settings WHERE substr(key, 1, ?) = ?", (len(prefix), prefix))
        return {key: _parsed(text) for key, text in rows}

    def set(self, key: str, value: object) -> Write:
        """Store a setting under a key. The value must be representable in JSON."""
        # ASCII output can also represent bytes of a path that are not valid text.
        text = json.dumps(value)
        return self._file.write(
            "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, text)
        )


def fitting(value: object, default: T) -> T:
    """Return a setting's value if it has the type of the default, else the default. An integer fits a float."""
    found: Any = value
    if isinstance(default, float) and type(value) is int:
        with contextlib.suppress(OverflowError):
            found = float(value)
    return found if default is None or type(found) is type(default) else default


def _parsed(text: str) -> object:
    """Return the value of a setting from its JSON text, None if it is damaged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Database:
    """The tables of one database file, which share its connection and its queue of writes."""

    def __init__(self, path: Path) -> None:
        """Open or create the database file. If that fails, ``file.notice`` gives the reason."""
        self.file = SqlFile(path)
        self.players = PlayerTable(self.file)
        self.games = GameTables(self.file, self.players)
        self.reviews = ReviewTable(self.file)
        self.mistakes = MistakeTable(self.file)
        self.puzzles = PuzzleTable(self.file)
        self.figures = FigureTable(self.file)
        self.positions = PositionTable(self.file)
        self.settings = SettingTable(self.file)
