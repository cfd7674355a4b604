"""Creation and renaming of private files next to the database, which only their owner can read.

A temporary file becomes a backup by renaming it. A database is moved together with the other files of SQLite. A lock
lets only one window at a time do so.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from game.core.language import _
from game.storage.file_lock import wait_for_lock
from game.storage.files import cause, new_temporary, replace, sync_folder
from game.storage.private import BESIDE, begin_private, make_private

#: A file's device and inode numbers; None if there is no such file.
FileIdentity = tuple[int, int] | None


def beside(path: Path, ending: str) -> Path:
    """Return the path of a database file with an ending appended, such as ``-wal`` for SQLite's log."""
    return path.with_name(path.name + ending)


def begin_private_database(path: Path) -> None:
    """Create a database file and its folder so that only their owner can read them. Raises OSError.

    The permissions of existing files are restricted to the owner.
    """
    begin_private(path)
    for ending in BESIDE:
        make_private(beside(path, ending))


def identity(path: Path, otherwise: FileIdentity = None) -> FileIdentity:
    """Return the identity (device and inode) of the file at a path, None if the file is missing.

    Return ``otherwise`` if its folder or disk is unreachable.
    """
    try:
        facts = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return otherwise
    return facts.st_dev, facts.st_ino


def temporary_sibling(path: Path) -> Path:
    """Create an empty private file next to the database, to be written and then renamed. Raises OSError."""
    return new_temporary(path, private=True)


def remove_second_names(path: Path) -> None:
    """Delete extra hard links to the database, left by a program that was killed while renaming it.

    The caller must hold the lock of ``hold_lock_file``.
    """
    for each in path.parent.glob(f"{path.name}.*-*"):
        if identity(each) == identity(path):
            with contextlib.suppress(OSError):
                each.unlink()


def give_name(temporary: Path, wanted: Path) -> bool:
    """Rename a temporary file unless the new name is taken; return True if it was renamed. Raises OSError.

    The file is on the disk under its new name when this returns.
    """
    sync_file(temporary)
    try:
        os.link(temporary, wanted)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems do not support hard links.
        if wanted.exists():
            return False
        replace(temporary, wanted)
    else:
        temporary.unlink(missing_ok=True)
    sync_folder(wanted.parent)
    return True


def sync_file(path: Path) -> None:
    """Wait until a file's contents are on the disk. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def reason_of_failure(error: Exception) -> str:
    """Return the cause of a disk, SQLite or memory error, as a phrase for the player."""
    if isinstance(error, MemoryError):
        return _("there is not enough memory")
    return cause(error) if isinstance(error, OSError) else str(error)


def free_name(path: Path, word: str) -> Path:
    """Return an unused path to which a database file can be renamed without overwriting another file.

    The path is that of the database with ``word`` and a number appended.
    """
    number = 1
    while any(beside(named := path.with_name(f"{path.name}.{word}-{number}"), end).exists() for end in ("", *BESIDE)):
        number += 1
    return named


def set_log_aside(path: Path) -> Path:
    """Rename SQLite's files next to a database, such as its log, but not the database. Raises OSError."""
    aside = free_name(path, "stray-log")
    _move_siblings(path, aside)
    sync_folder(path.parent)
    return aside


def _move_siblings(path: Path, aside: Path) -> None:
    for ending in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            beside(path, ending).replace(beside(aside, ending))


def set_aside(path: Path, word: str, successor: Path | None = None) -> Path:
    """Rename a database and its side files to an unused name; ``successor``, if any, takes the old name.

    The new name ends with ``word`` and a number; return its path.

    The old name stays in use until the successor takes it over: if the program is killed, either the old or the new
    database is there. The log of the old file is never next to the successor. Raises OSError.
    """
    aside = free_name(path, word)
    is_linked = _link(path, aside)
    _move_siblings(path, aside)
    if not is_linked:
        with contextlib.suppress(FileNotFoundError):
            path.replace(aside)
    if successor is not None:
        replace(successor, path)
    elif is_linked:
        path.unlink()
    sync_folder(path.parent)
    return aside


def _link(path: Path, aside: Path) -> bool:
    try:
        os.link(path, aside)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def hold_lock_file(path: Path, patience: float) -> Iterator[bool]:
    """Prevent other windows from opening, copying or replacing a database inside the ``with`` block.

    Yield True if the lock is held. Yield False after ``patience`` seconds, or if the lock file is not writable.
    """
    lock = path.with_name(f"{path.name}.lock")
    file = None
    with contextlib.suppress(OSError):
        begin_private(lock)
        file = wait_for_lock(lock, patience)
    with file or contextlib.nullcontext():
        yield file is not None
