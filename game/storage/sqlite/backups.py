"""Backups of the database beside it: made when something has changed, and chosen by count, size and age.

They are numbered one after the other, so that no clock that was wrong for a while makes an old one new. One that holds
something that the database lacks is never deleted, and none is ever written over: it is what a player can go back to.
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
from game.storage.sqlite.private_files import beside, give_name, identity, temporary_beside

#: The most bytes of all backups together, beside those that hold something that the database lacks.
MOST_BYTES = 256 * 1024 * 1024
#: A date and the backup's number. Those of earlier versions have no number, or a small one that counts within a day.
_DATED = r"-(\d{4}-\d\d-\d\d)(?:-(?:([0-9]{4,9})|[0-9]{1,3}))?"
_ASIDE = r"\.(damaged|replaced|before-restoring)-([0-9]{1,9})"
#: The most databases that were set aside and hold nothing of their own.
_MOST_ASIDE = 3


@dataclass(frozen=True, slots=True)
class Backup:
    """A file that the player can go back to."""

    path: Path
    kind: str
    """``copy``, or why a whole database was set aside: ``damaged``, ``replaced``, ``before-restoring``."""
    number: int
    """Counts up from file to file of the same kind; 0 for copies of earlier versions."""
    day: str
    """The day in ISO 8601 by the clock of that time; "" where it cannot be told."""
    written: float
    """The time at which the file was last written, in seconds."""
    size: int
    holding: Holding


#: For each way to choose backups: how many, and the label of which the newest one is chosen.
_CHOSEN: tuple[tuple[int, Callable[[Backup], Hashable]], ...] = (
    (4, lambda backup: backup.path.name),
    (7, lambda backup: backup.day),
    (3, lambda backup: backup.day[:7]),
)


class BackupFolder:
    """The backups beside a database. Two threads that look at once read a file twice, and nothing worse."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[tuple[str, int, int], Holding | None] = {}
        """The contents of files by name, size and time, so that each is read once."""

    def backups(self) -> list[Backup]:
        """All files that can be gone back to: databases that were set aside, then the copies, the newest first.

        Damaged ones and empty ones are left out.
        """
        return [*self._asides(), *self._copies()]

    def make(self, connection: sqlite3.Connection, today: date) -> Path | None:
        """Copy what a connection reads; None where nothing has changed since the last copy, or there is nothing in it.

        Raises OSError or sqlite3.Error; nothing is left behind then.
        """
        now = Holding.of(connection)
        if now.is_empty:
            return None
        copies = self._copies()
        temporary = temporary_beside(self.path)
        try:
            vacuum_into(connection, temporary)
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
        """Delete the copies that nobody needs: not chosen, or too large together; never what the database lacks."""
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
        """Delete databases that were set aside: those of which a newer one, or the database, holds everything."""
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
        """The dated copies, in the order in which they were made, the last one first."""
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
                    continue  # A second name, left by a program that was killed: to read it would end SQLite's locks.
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
    """The backup that holds most of what the database lacks; None where nothing is missing."""
    missing = [each for each in backups if now.lacks(each.holding)]
    return max(missing, key=_fullness, default=None)


def _fullness(backup: Backup) -> tuple[int, int, int, int]:
    holding = backup.holding
    return len(holding.games), len(holding.players), len(holding.puzzles), backup.number


def vacuum_into(connection: sqlite3.Connection, empty: Path) -> None:
    """Write what a connection reads to an empty file, without what was deleted. Raises sqlite3.Error.

    The name goes as bytes: one that is no UTF-8 cannot be handed over as text.
    """
    connection.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(empty.absolute()),))


def _newest_of_each(copies: Sequence[Backup], most: int, label: Callable[[Backup], Hashable]) -> set[Path]:
    """The newest copy of each label, for as many labels as are wanted."""
    newest: dict[Hashable, Path] = {}
    for copy in copies:
        if label(copy) not in newest and len(newest) < most:
            newest[label(copy)] = copy.path
    return set(newest.values())


def _is_same(one: Path, other: Path) -> bool:
    """Whether two files have the same contents: SQLite writes the same rows as the same bytes."""
    filecmp.clear_cache()
    with contextlib.suppress(OSError):
        return filecmp.cmp(one, other, shallow=False)
    return False


def _day(seconds: float) -> str:
    """The day of a moment; "" where no calendar has it."""
    try:
        return date.fromtimestamp(seconds).isoformat()
    except (OSError, OverflowError, ValueError):
        return ""
