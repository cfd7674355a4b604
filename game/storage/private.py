"""Files and folders that only their owner can read. On Windows the user's folders are private by themselves."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

from game.storage import folders
from game.storage.files import write_new

_FOLDER = 0o700
#: The rights of everybody but the owner.
_OTHERS = 0o077
#: Endings of the files that SQLite keeps beside a database; it creates them with the rights of the database.
BESIDE = ("-wal", "-shm", "-journal")


def begin_private(path: Path) -> None:
    """Create an empty file, and its folder, for their owner alone; take the rights of others away from one that exists.

    SQLite opens an empty file as a new database. Raises OSError.
    """
    path.parent.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
    try:
        write_new(path, b"", private=True)
    except FileExistsError:
        keep_private(path)


def keep_private(path: Path) -> None:
    """Take the rights of other users away from a file or folder, where there is one and it is this user's."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        found = path.stat()
        if is_open_to_others(found) and found.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def is_open_to_others(found: os.stat_result) -> bool:
    """Return whether others can use a file or folder; a shared folder, such as that of temporary files, is none."""
    return bool(found.st_mode & _OTHERS) and not found.st_mode & stat.S_ISVTX


def make_data_folder_private() -> None:
    """Create the data folder for its owner alone; tighten one of an earlier version.

    A folder is tightened until the first start of this version, which leaves a private database in it: a player who
    opens it to others later is not overruled. The home folder itself, where STONE_FAIR_HOME names it, is left as it is.
    """
    folder = folders.data_folder()
    # Whoever opens the database tells why the folder cannot be made.
    with contextlib.suppress(OSError):
        folder.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
        if not _is_private(folders.database_file()) and not _is_users_home(folder):
            keep_private(folder)


def _is_users_home(folder: Path) -> bool:
    try:
        return folder == Path.home()
    # A user who is in no list of users has none.
    except RuntimeError:
        return False


def _is_private(path: Path) -> bool:
    try:
        return not is_open_to_others(path.stat())
    except OSError:
        return False
