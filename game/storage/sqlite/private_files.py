"""Files beside the database, and their names: created for this user alone, renamed, set aside under free names.

Temporary files become copies by a new name; a database is moved with the files of SQLite beside it; and a lock lets
one window at a time do so.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from game.core.language import _
from game.storage.file_lock import held
from game.storage.files import cause, new_temporary, replace, sync_folder
from game.storage.private import BESIDE, begin_private, keep_private

#: Seconds between two tries to get a lock.
_PAUSE = 0.01
#: A file's device and number; None where there is none of that name.
FileIdentity = tuple[int, int] | None


def beside(path: Path, ending: str) -> Path:
    """Return the path of a file of SQLite beside a database."""
    return path.with_name(path.name + ending)


def begin_private_database(path: Path) -> None:
    """Create the file of a database, and its folder, for their owner alone; tighten the files there. Raises OSError."""
    begin_private(path)
    for ending in BESIDE:
        keep_private(beside(path, ending))


def identity(path: Path, otherwise: FileIdentity = None) -> FileIdentity:
    """The identity of the file of that name; ``otherwise`` where a folder or a disk cannot be reached."""
    try:
        facts = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return otherwise
    return facts.st_dev, facts.st_ino


def temporary_beside(path: Path) -> Path:
    """Create an empty private file of a name of its own, to be written and then renamed. Raises OSError."""
    return new_temporary(path, private=True)


def remove_second_names(path: Path) -> None:
    """Delete second names of the database, which programs left that were killed as they set it aside.

    The caller must hold the lock of ``hold_lock_beside``.
    """
    for each in path.parent.glob(f"{path.name}.*-*"):
        if identity(each) == identity(path):
            with contextlib.suppress(OSError):
                each.unlink()


def give_name(temporary: Path, wanted: Path) -> bool:
    """Rename a temporary file, unless the name is taken; returns whether it was free. Raises OSError.

    The file is on the disk under its new name when this returns.
    """
    sync_file(temporary)
    try:
        os.link(temporary, wanted)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems know no links.
        if wanted.exists():
            return False
        replace(temporary, wanted)
    else:
        temporary.unlink(missing_ok=True)
    sync_folder(wanted.parent)
    return True


def sync_file(path: Path) -> None:
    """Wait until the disk has a file's contents. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def words_of(error: Exception) -> str:
    """The cause of an error of the disk, of SQLite or of the memory, in words."""
    if isinstance(error, MemoryError):
        return _("there is not enough memory")
    return cause(error) if isinstance(error, OSError) else str(error)


def free_name(path: Path, word: str) -> Path:
    """The next name for a file that is set aside: none is written over."""
    number = 1
    while any(beside(named := path.with_name(f"{path.name}.{word}-{number}"), end).exists() for end in ("", *BESIDE)):
        number += 1
    return named


def set_log_aside(path: Path) -> Path:
    """Give the files beside a database a free name, and leave the database itself. Raises OSError."""
    aside = free_name(path, "stray-log")
    _move_beside(path, aside)
    sync_folder(path.parent)
    return aside


def _move_beside(path: Path, aside: Path) -> None:
    for ending in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            beside(path, ending).replace(beside(aside, ending))


def set_aside(path: Path, word: str, successor: Path | None = None) -> Path:
    """Give a database and the files beside it a free name, and its own name to a successor, if there is one.

    The file keeps its name until the successor takes it: a program that is killed meanwhile leaves either of them.
    No log that belongs to the old file is ever beside the successor. Raises OSError.
    """
    aside = free_name(path, word)
    is_linked = _link(path, aside)
    _move_beside(path, aside)
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
def hold_lock_beside(path: Path, patience: float) -> Iterator[bool]:
    """Keep other windows from opening, copying or replacing a database meanwhile; yields whether that is so.

    After so many seconds, or where nothing can be written, the caller is no longer kept waiting.
    """
    lock = path.with_name(f"{path.name}.lock")
    with contextlib.ExitStack() as stack:
        until, is_alone = time.monotonic() + patience, False
        with contextlib.suppress(OSError):
            begin_private(lock)
            while not is_alone:
                file = held(lock)
                if file is not None:
                    stack.callback(file.close)
                    is_alone = True
                elif time.monotonic() > until:
                    break
                else:
                    time.sleep(_PAUSE)
        yield is_alone
