"""Files and folders that only their owner can read. On Windows, the user's folders are private by default."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

from game.storage import folders
from game.storage.files import write_new

_FOLDER = 0o700
#: Permission bits of all users except the owner.
_OTHERS = 0o077
#: Suffixes of the files that SQLite creates next to a database, with the permissions of the database.
BESIDE = ("-wal", "-shm", "-journal")


def begin_private(path: Path) -> None:
    """Create an empty file that only its owner can read, and its folder if needed. Raises OSError.

    If the file exists, remove the permissions of other users. SQLite opens an empty file as a new database.
    """
    path.parent.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
    try:
        write_new(path, b"", private=True)
    except FileExistsError:
        make_private(path)


def make_private(path: Path) -> None:
    """Remove the permissions of other users from a file or folder, if it exists and belongs to this user."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        found = path.stat()
        if is_open_to_others(found) and found.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def is_open_to_others(found: os.stat_result) -> bool:
    """Return True if users other than its owner can access a file or folder.

    A shared folder, such as the one for temporary files, does not count.
    """
    return bool(found.st_mode & _OTHERS) and not found.st_mode & stat.S_ISVTX


def make_data_folder_private() -> None:
    """Make the data folder readable only by its owner.

    The folder is created if it does not exist.

    An existing folder is restricted only until the first start of this version, which leaves a private database in it.
    A player may therefore open the folder to others later. The home folder itself, if STONE_FAIR_HOME names it, is left
    alone.
    """
    folder = folders.data_folder()
    # Opening the database later reports why the folder cannot be created.
    with contextlib.suppress(OSError):
        folder.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
        if not _is_private(folders.database_file()) and not _is_users_home(folder):
            make_private(folder)


def _is_users_home(folder: Path) -> bool:
    try:
        return folder == Path.home()
    # Raised for a user without an entry in the user database, who has no home folder.
    except RuntimeError:
        return False


def _is_private(path: Path) -> bool:
    try:
        return not is_open_to_others(path.stat())
    except OSError:
        return False
