"""The writing of a portable copy.

The archive is written to a temporary file next to its place and renamed when it is complete. The database is copied by
SQLite while it is open, without deleted rows, in which an earlier version may have left a password.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from game.core.language import _
from game.core.own_program import own_version
from game.storage import names
from game.storage.background import OnStep
from game.storage.files import StoreError, cause, new_temporary, replace, sync_folder
from game.storage.portable.parts import (
    COPY_SUFFIX,
    FORMAT,
    LARGEST,
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    PIECE,
    RECORDS,
    SAVE_ENDINGS,
    VERSION,
    PlayerPart,
    begins_as_copy,
)
from game.storage.save_files import beside, size_of
from game.storage.sqlite.backups import empty_caches, vacuum_into
from game.storage.sqlite.private_files import FileIdentity, reason_of_failure, sync_file, temporary_sibling
from game.storage.sqlite.second_connection import open_second

#: Seconds to wait for another window that writes to the database.
_PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class PlayerFiles:
    """The player's files that a portable copy takes along, by part, and their size."""

    paths: Mapping[PlayerPart, Sequence[Path]]
    """The files of each part; of a saved tournament only its main file."""
    database: Path
    identity: FileIdentity
    """The open database file, and its identity."""
    size: int
    """The bytes of all files and of the database."""
    too_large: Sequence[str]
    """The names of files that are left out because of their size."""

    @property
    def counts(self) -> Mapping[PlayerPart, int]:
        """The number of files of each part."""
        return {part: len(paths) for part, paths in self.paths.items()}


def find_files(parts: Sequence[PlayerPart], database: Path, identity: FileIdentity) -> PlayerFiles:
    """Return the player's files; ``identity`` is that of the open database file.

    Raises StoreError if a folder cannot be read, or if the files are too many or too large together.
    """
    found: dict[PlayerPart, list[Path]] = {part: [] for part in parts}
    size, too_large = size_of(database) + size_of(database.with_name(f"{database.name}-wal")), []
    for part in parts:
        for path in _files_of(part):
            bytes_of_it = sum(size_of(beside(path, ending)) for ending in _endings(part))
            if bytes_of_it > LARGEST:
                too_large.append(path.name)
            else:
                found[part].append(path)
                size += bytes_of_it
    count = sum(len(paths) * len(_endings(part)) for part, paths in found.items())
    if count >= MOST_FILES:
        raise StoreError(_("There are {count} files; a copy holds {most}.", count=count, most=MOST_FILES))
    if size > MOST_BYTES:
        sizes = {"size": size // 10**6, "most": MOST_BYTES // 10**6}
        raise StoreError(_("All files together have {size} MB; a copy holds {most} MB.", **sizes))
    return PlayerFiles(found, database, identity, size, too_large)


def _files_of(part: PlayerPart) -> list[Path]:
    try:
        inside = sorted(part.folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        folder, why = part.folder, cause(error)
        raise StoreError(_("{folder} cannot be read: {cause}.", folder=folder, cause=why)) from error
    found = [path for path in inside if names.is_text(path.name) and part.has(path.name) and path.is_file()]
    # A copy that lies there is left out: each one would hold all those before it.
    return [path for path in found if path.suffix.lower() != COPY_SUFFIX or not begins_as_copy(path)]


def _endings(part: PlayerPart) -> tuple[str, ...]:
    return SAVE_ENDINGS if part.is_saves else ("",)


def write_copy(files: PlayerFiles, target: Path, step: OnStep) -> int:
    """Write a portable copy to ``target`` and return its size in bytes.

    A file that is there is replaced. Raises StoreError, and Cancelled if the player stops it; then nothing is left
    behind and a file that was there is unchanged. Runs on any thread.
    """
    try:
        temporary = new_temporary(target, private=True)
    except OSError as error:
        raise _not_written(target, cause(error)) from error
    try:
        with _copied_database(files) as records:
            _write(files, records, temporary, step)
        sync_file(temporary)
        replace(temporary, target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error, zipfile.LargeZipFile) as error:
        raise _not_written(target, reason_of_failure(error)) from error
    finally:
        temporary.unlink(missing_ok=True)
    return size_of(target)


@contextlib.contextmanager
def _copied_database(files: PlayerFiles) -> Iterator[Path]:
    """Copy the open database to a temporary file, which is deleted afterwards. Raises OSError and sqlite3.Error."""
    copy = temporary_sibling(files.database)
    try:
        with contextlib.closing(open_second(files.database, files.identity, _PATIENCE)) as connection:
            vacuum_into(connection, copy)
        empty_caches(copy)
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _write(files: PlayerFiles, records: Path, temporary: Path, step: OnStep) -> None:
    total = sum(map(len, files.paths.values())) + 1
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, _manifest(files))
        _write_records(archive, records, step)
        done = 0
        for part, paths in files.paths.items():
            for path in paths:
                step(done := done + 1, total)
                for ending in _endings(part):
                    _write_file(archive, f"{part.name}/{path.name}{ending}", beside(path, ending))


def _write_records(archive: zipfile.ZipFile, records: Path, step: OnStep) -> None:
    info = zipfile.ZipInfo(RECORDS, datetime.now().timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    with records.open("rb") as file, archive.open(info, "w") as packed:
        while piece := file.read(PIECE):
            step(0, 0)
            packed.write(piece)


def _write_file(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    """Add a file to an archive; one that was deleted meanwhile is passed over. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        info = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
        info.compress_type = zipfile.ZIP_DEFLATED
        with path.open("rb") as file, archive.open(info, "w") as packed:
            shutil.copyfileobj(file, packed)


def _manifest(files: PlayerFiles) -> str:
    about = {
        "format": FORMAT,
        "version": VERSION,
        "program": own_version(),
        "made": datetime.now().astimezone().isoformat(timespec="seconds"),
        "files": {part.name: len(paths) for part, paths in files.paths.items() if paths},
    }
    return json.dumps(about, indent=2) + "\n"


def _not_written(target: Path, why: str) -> StoreError:
    return StoreError(_("Your games could not be copied to {path}: {cause}.", path=target, cause=why))
