"""The keys of a database's players, games and puzzles, for the comparison of two files."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

#: The program never changes or deletes these rows: a missing one was lost together with its file.
_PLAYERS = ("SELECT id, created FROM players",)
_GAMES = (
    "SELECT player, ruleset, tournament, seed, game, played FROM results",
    "SELECT first, second, ruleset, tournament, seed, game, played FROM meetings",
)
_PUZZLES = ("SELECT player, ruleset, riddle, tried FROM riddle_tries",)
#: Seconds to wait for another program that is writing.
_PATIENCE = 0.5
#: UnicodeDecodeError: the error message about a damaged schema quotes the damaged bytes.
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


@dataclass(frozen=True, slots=True)
class Holding:
    """The keys of the players, games and tried puzzles in a database, to compare it with another one."""

    players: frozenset[Hashable] = frozenset()
    games: frozenset[Hashable] = frozenset()
    puzzles: frozenset[Hashable] = frozenset()

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Holding:
        """Read the primary keys of all players, games and puzzles from a database.

        Raises sqlite3.Error or UnicodeDecodeError if the file is damaged.
        """
        return cls(_rows(connection, _PLAYERS), _rows(connection, _GAMES), _rows(connection, _PUZZLES))

    @property
    def is_empty(self) -> bool:
        """True if the database contains no players, games or tried puzzles."""
        return not (self.players or self.games or self.puzzles)

    def lacks(self, other: Holding) -> bool:
        """Return True if the other database has a player, game or puzzle that this one does not have."""
        return not (
            self.players >= other.players and self.games >= other.games and self.puzzles >= other.puzzles
        )  # fmt: skip


def _rows(connection: sqlite3.Connection, queries: tuple[str, ...]) -> frozenset[Hashable]:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found: set[Hashable] = set()
    for query in queries:
        # Databases of earlier versions lack some tables.
        if query.rpartition(" ")[2] in tables:
            found.update(connection.execute(query))
    return frozenset(found)


def read_holding(path: Path, *, with_log: bool = False) -> Holding | None:
    """Return the keys of the players, games and puzzles in a database file; None if it is missing or unreadable.

    No window may have the file open. ``with_log`` also reads the write-ahead log next to it. Neither file is written.
    """
    try:
        with contextlib.closing(open_to_read(path, with_log=with_log)) as connection:
            return Holding.of(connection)
    except _UNREADABLE:
        return None


def is_sound(path: Path, *, with_log: bool = False) -> bool | None:
    """Return True if SQLite finds no damage in a database file; None if the file is temporarily unreadable.

    A file cannot be read, for instance, while it is locked.
    """
    try:
        with contextlib.closing(open_to_read(path, with_log=with_log)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.OperationalError:
        return None
    except _UNREADABLE:
        return False


def open_to_read(path: Path, *, with_log: bool = False) -> sqlite3.Connection:
    """Open a database file read-only. Raises sqlite3.Error.

    Without its log the file is read as it is: nothing is locked, and no file is created next to it.
    """
    name = f"{path.absolute().as_uri()}?mode=ro{'' if with_log else '&immutable=1'}"
    connection = sqlite3.connect(name, timeout=_PATIENCE, uri=True, isolation_level=None)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection
