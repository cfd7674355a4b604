"""Backups next to the database, made after changes, and thinned out by number, size and age.

The backups are numbered, so that a clock that was wrong for a while does not make an old one look new. A backup with
rows that the database lacks is never deleted, and none is ever overwritten: the player can restore it.
"""

from __future__ import annotations

import contextlib
import filecmp
import os
import re
import sqlite3
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.storage.private import BESIDE
from game.storage.sqlite.database_counts import Holding, read_holding
from game.storage.sqlite.private_files import beside, give_name, identity, temporary_sibling

#: Maximum bytes of all backups together, not counting those with rows that the database lacks.
MOST_BYTES = 256 * 1024 * 1024
#: A date and the backup's number. Backups of earlier versions have no number, or a small one that counts within a day.
_DATED = r"-(\d{4}-\d\d-\d\d)(?:-(?:([0-9]{4,9})|[0-9]{1,3}))?"
_ASIDE = r"\.(damaged|replaced|before-restoring)-([0-9]{1,9})"
#: Maximum number of databases that were set aside and have no rows of their own.
_MOST_ASIDE = 3


@dataclass(frozen=True, slots=True)
class Backup:
    """A database file, such as a daily copy, that the player can restore."""

    path: Path
    kind: str
    """``copy``, or the reason why a whole database was set aside: ``damaged``, ``replaced``, ``before-restoring``."""
    number: int
    """A number that increases with each file of the same kind; 0 for copies of earlier versions."""
    day: str
    """The local date in ISO 8601; "" if unknown."""
    written: float
    """The time of the last write, in seconds since the epoch."""
    size: int
    holding: Holding


#: The rules for keeping copies: the number of groups, and the key of a copy's group. The newest copy of each group
#: stays.
_CHOSEN: tuple[tuple[int, Callable[[Backup], Hashable]], ...] = (
    (4, lambda backup: backup.path.name),
    (7, lambda backup: backup.day),
    (3, lambda backup: backup.day[:7]),
)


class BackupFolder:
    """The backups next to a database. Two threads may use it; at worst, a file is read twice."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[tuple[str, int, int], Holding | None] = {}
        """The contents of files by name, size and modification time, so that each file is read once."""

    def backups(self) -> list[Backup]:
        """Return all restorable database files: first replaced databases, then dated copies, newest first.

        Damaged and empty files are left out.
        """
        return [*self._asides(), *self._copies()]

    def make(self, connection: sqlite3.Connection, today: date) -> Path | None:
        """Copy the database of a connection to a new backup and return its path.

        Return None if the database is empty or unchanged since the last copy. Raises OSError or sqlite3.Error; then no
        file is left behind.
        """
        now = Holding.of(connection)
        if now.is_empty:
            return None
        copies = self._copies()
        temporary = temporary_sibling(self.path)
        try:
            vacuum_into(connection, temporary)
            empty_caches(temporary)
            if copies and _is_same(temporary, copies[0].path):
                return None
            made = self._named(temporary, copies, today)
        finally:
            temporary.unlink(missing_ok=True)
        self._thin(now)
        return made

    def _named(self, temporary: Path, copies: Sequence[Backup], today: date) -> Path:
        number = 1 + (copies[0].number if copies else 0)
        while not give_name(temporary, named := self._name(today, number)):
            number += 1
        return named

    def _name(self, today: date, number: int) -> Path:
        return self.path.with_name(f"{self.path.stem}-{today.isoformat()}-{number:04}{self.path.suffix}")

    def _thin(self, now: Holding) -> None:
        """Delete backups that are not selected by date or exceed the maximum total size.

        Copies with rows that the database lacks stay.
        """
        copies = self._copies()
        chosen: set[Path] = set()
        for most, label in _CHOSEN:
            chosen |= _newest_of_each(copies, most, label)
        room = MOST_BYTES
        for at, copy in enumerate(copies):
            room -= copy.size
            is_wanted = at == 0 or (copy.path in chosen and room >= 0)
            if not is_wanted and not now.lacks(copy.holding):
                room += copy.size
                with contextlib.suppress(OSError):
                    copy.path.unlink()

        self._thin_asides(now)

    def _thin_asides(self, now: Holding) -> None:
        """Delete replaced databases whose rows are all in the database, or in a newer file of the same kind."""
        asides = self._asides()
        for at, each in enumerate(asides):
            is_in_newer = any(not newer.holding.lacks(each.holding) for newer in asides[:at] if newer.kind == each.kind)
            is_needed = now.lacks(each.holding) and not is_in_newer
            if at >= _MOST_ASIDE and not is_needed:
                with contextlib.suppress(OSError):
                    for ending in ("", *BESIDE):
                        beside(each.path, ending).unlink(missing_ok=True)

    def _asides(self) -> list[Backup]:
        asides = [each for each in self._found() if each.kind != "copy"]
        return sorted(asides, key=lambda each: (each.written, each.number), reverse=True)

    def _copies(self) -> list[Backup]:
        """Return the dated backups of the database, newest first."""
        copies = [each for each in self._found() if each.kind == "copy"]
        return sorted(copies, key=lambda each: (each.number, each.day, each.path.name), reverse=True)

    def _found(self) -> list[Backup]:
        stem, suffix = re.escape(self.path.stem), re.escape(self.path.suffix)
        open_file = identity(self.path)
        dated = re.compile(f"{stem}{_DATED}{suffix}")
        aside = re.compile(f"{re.escape(self.path.name)}{_ASIDE}")
        found = []
        with contextlib.suppress(OSError):
            for each in self.path.parent.iterdir():
                is_copy, is_aside = dated.fullmatch(each.name), aside.fullmatch(each.name)
                if (is_copy or is_aside) and identity(each) == open_file:
                    continue  # A hard link left by a killed program: closing it would release SQLite's locks.
                if is_copy:
                    found.append(self._backup(each, "copy", int(is_copy[2] or 0), is_copy[1]))
                elif is_aside:
                    found.append(self._backup(each, is_aside[1], int(is_aside[2]), ""))
        return [each for each in found if each is not None]

    def _backup(self, path: Path, kind: str, number: int, day: str) -> Backup | None:
        try:
            facts = path.stat()
        except OSError:
            return None
        log = beside(path, "-wal")
        key = (path.name, facts.st_size, facts.st_mtime_ns)
        if key not in self._known:
            self._known[key] = read_holding(path, with_log=log.exists())
        holding = self._known[key]
        if holding is None or holding.is_empty:
            return None
        day = day or _day(facts.st_mtime)
        return Backup(path, kind, number, day, facts.st_mtime, facts.st_size, holding)


def fullest(backups: Sequence[Backup], now: Holding) -> Backup | None:
    """Return the largest backup that has rows missing in the database, or None if there is none."""
    missing = [each for each in backups if now.lacks(each.holding)]
    return max(missing, key=_fullness, default=None)


def _fullness(backup: Backup) -> tuple[int, int, int, int]:
    holding = backup.holding
    return len(holding.games), len(holding.players), len(holding.puzzles), backup.number


def vacuum_into(connection: sqlite3.Connection, empty: Path) -> None:
    """Write a connection's database, without deleted data, to an empty file. Raises sqlite3.Error.

    The path is passed as bytes: a path that is not valid UTF-8 cannot be passed as text.
    """
    connection.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(empty.absolute()),))


def empty_caches(copy: Path) -> None:
    """Delete the rows of a backup that the program can compute again. Raises sqlite3.Error."""
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        # The copy is not yet used, so it needs no protection against a crash.
        connection.execute("PRAGMA journal_mode = OFF")
        if connection.execute("DELETE FROM positions").rowcount > 0:
            connection.execute("VACUUM")


def _newest_of_each(copies: Sequence[Backup], most: int, label: Callable[[Backup], Hashable]) -> set[Path]:
    """Return the newest backup for each label (such as a month), for up to ``most`` labels."""
    newest: dict[Hashable, Path] = {}
    for copy in copies:
        if label(copy) not in newest and len(newest) < most:
            newest[label(copy)] = copy.path
    return set(newest.values())


def _is_same(one: Path, other: Path) -> bool:
    """Return True if two database copies are readable and identical byte for byte.

    VACUUM INTO writes the same bytes for the same rows, so identical copies hold the same data.
    """
    filecmp.clear_cache()
    with contextlib.suppress(OSError):
        return filecmp.cmp(one, other, shallow=False)
    return False


def _day(seconds: float) -> str:
    """Return the local date of a timestamp in ISO 8601, or "" if the timestamp is out of range.

    ``seconds`` is the time since the epoch.
    """
    try:
        return date.fromtimestamp(seconds).isoformat()
    except (OSError, OverflowError, ValueError):
        return ""
