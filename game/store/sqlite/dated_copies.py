"""Copies of the database, one of each of the last days that the program was used, and what is missing beside them.

A copy that holds more than the database is never written over, nor deleted: it is what a player can go back to.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.core.language import _
from game.store.private import begin_private

#: How many days are kept.
KEPT_DAYS = 3
_DATE = r"-(\d{4}-\d\d-\d\d)(?:-([0-9]{1,6}))?"
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
    """Make today's copy anew; older ones go after some days. None that holds more than there is now is touched.

    A database in memory, or one that is closed, has no copies, and a disk that takes none leaves the older ones.
    """
    with contextlib.suppress(OSError, sqlite3.Error):
        if not connection.execute("PRAGMA database_list").fetchone()[2]:
            return
        now = Holding.of(connection)
        copy = _name_of_today(path, today, now)
        written = copy.with_name(f"{copy.name}.writing")
        written.unlink(missing_ok=True)
        begin_private(written)
        connection.execute("VACUUM INTO ?", (str(written),))
        written.replace(copy)
        _drop_old(path, now)


def _name_of_today(path: Path, today: date, now: Holding) -> Path:
    """The copy to write today: with a number when the one of today holds more than there is now."""
    number = 1
    while now.lacks(_holding(copy := _numbered(path, today, number))):
        number += 1
    return copy


def _numbered(path: Path, day: date, number: int) -> Path:
    ending = "" if number == 1 else f"-{number}"
    return path.with_name(f"{path.stem}-{day.isoformat()}{ending}{path.suffix}")


def _drop_old(path: Path, now: Holding) -> None:
    """Delete the copies of all days but the last ones, save those that hold more than there is now."""
    copies = _copies(path)
    days = sorted({day for day, _number, _copy in copies}, reverse=True)
    for day, _number, copy in copies:
        if day not in days[:KEPT_DAYS] and not now.lacks(_holding(copy)):
            copy.unlink()


def missing_since(connection: sqlite3.Connection, path: Path) -> str:
    """What the fullest copy holds and the database does not, in a sentence; "" when nothing is missing."""
    try:
        now = Holding.of(connection)
    except sqlite3.Error:
        return ""
    held = [(_holding(copy), copy.name) for _day, _number, copy in _copies(path)]
    fuller = [(kept, name) for kept, name in held if now.lacks(kept)]
    if not fuller:
        return ""
    kept, name = max(fuller, key=lambda each: (each[0].games, each[0].players))
    return _(
        "{file} holds {players} players and {games} games; its copy {copy} holds {kept_players} and {kept_games}. "
        "To go back to the copy, close the program and give it the name of the file; to go on without, delete it.",
        file=path.name,
        players=now.players,
        games=now.games,
        copy=name,
        kept_players=kept.players,
        kept_games=kept.games,
    )


def _holding(copy: Path) -> Holding:
    """What a copy holds: nothing when it is not there, or cannot be read."""
    name = f"{copy.resolve().as_uri()}?mode=ro&immutable=1"
    # The message of a damage in the schema quotes the damaged bytes.
    try:
        with contextlib.closing(sqlite3.connect(name, uri=True)) as connection:
            return Holding.of(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        return Holding(0, 0)


def _copies(path: Path) -> list[tuple[str, int, Path]]:
    """The copies beside the database, each with its day and its number on that day; the newest first."""
    name = re.compile(f"{re.escape(path.stem)}{_DATE}{re.escape(path.suffix)}")
    try:
        beside = [(name.fullmatch(each.name), each) for each in path.parent.iterdir()]
    except OSError:
        return []
    return sorted(((found[1], int(found[2] or 1), copy) for found, copy in beside if found), reverse=True)
