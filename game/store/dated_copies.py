"""Copies of the database, one of each of the last days that the program was used, and what is missing beside them."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.core.language import _

#: How many days are kept.
KEPT_DAYS = 3
_DATE = r"-(\d{4}-\d\d-\d\d)"
#: What is counted, to see whether anything is gone: players, then games.
_COUNTS = ("SELECT COUNT(*) FROM players", "SELECT (SELECT COUNT(*) FROM results) + (SELECT COUNT(*) FROM meetings)")


@dataclass(frozen=True, slots=True)
class Holding:
    """How much a database holds."""

    players: int
    games: int

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Holding:
        """Count; raises sqlite3.Error."""
        players, games = (int(connection.execute(query).fetchone()[0]) for query in _COUNTS)
        return cls(players, games)

    def lacks(self, other: Holding) -> bool:
        """Whether the other one holds more of anything."""
        return self.players < other.players or self.games < other.games


def keep_copy(connection: sqlite3.Connection, path: Path, today: date) -> None:
    """Make today's copy anew; older ones go after some days, but none that holds more than there is now.

    A database in memory, or one that is closed, has no copies, and a disk that takes none leaves the older ones.
    """
    copy = path.with_name(f"{path.stem}-{today.isoformat()}{path.suffix}")
    written = copy.with_name(f"{copy.name}.writing")
    with contextlib.suppress(OSError, sqlite3.Error):
        if not connection.execute("PRAGMA database_list").fetchone()[2]:
            return
        written.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(written),))
        written.replace(copy)
        now = Holding.of(connection)
        for old in _copies(path)[KEPT_DAYS:]:
            if not now.lacks(_holding(old)):
                old.unlink()


def missing_since(connection: sqlite3.Connection, path: Path) -> str:
    """What the newest copy holds and the database does not, in a sentence; "" when nothing is missing."""
    for copy in _copies(path)[:1]:
        with contextlib.suppress(sqlite3.Error):
            kept, now = _holding(copy), Holding.of(connection)
            if now.lacks(kept):
                return _(
                    "{file} holds {players} players and {games} games; its copy {copy} holds {kept_players} and "
                    "{kept_games}. To go back to the copy, close the program and give it the name of the file.",
                    file=path.name,
                    players=now.players,
                    games=now.games,
                    copy=copy.name,
                    kept_players=kept.players,
                    kept_games=kept.games,
                )
    return ""


def _holding(copy: Path) -> Holding:
    with contextlib.closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return Holding.of(connection)


def _copies(path: Path) -> list[Path]:
    """The dated copies beside the database, the newest first."""
    name = re.compile(f"{re.escape(path.stem)}{_DATE}{re.escape(path.suffix)}")
    try:
        found = [beside for beside in path.parent.iterdir() if name.fullmatch(beside.name)]
    except OSError:
        return []
    return sorted(found, key=lambda beside: beside.name, reverse=True)
