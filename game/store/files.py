"""Files that are written whole or not at all, and disk errors in a player's words."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError

#: The number of tries, and the seconds between them, for a file that another program holds open (Windows only).
_TRIES = 5
_PAUSE = 0.05

_CAUSES = {
    errno.ENOSPC: gettext_noop("the disk is full"),
    errno.EACCES: gettext_noop("writing is not allowed there"),
    errno.EPERM: gettext_noop("writing is not allowed there"),
    errno.EROFS: gettext_noop("the disk cannot be written to"),
    errno.ENOENT: gettext_noop("it is not there"),
    errno.ENOTDIR: gettext_noop("its folder is a file"),
    errno.EEXIST: gettext_noop("its folder is a file"),
    errno.EISDIR: gettext_noop("it is a folder"),
    errno.ENAMETOOLONG: gettext_noop("the name is too long"),
}


class StoreError(ParseError):
    """Something could not be kept or found; the message is one sentence for the player."""


class NotOursError(StoreError):
    """The file was changed by another program since it was loaded or written here: writing would lose that change."""


class NotNowError(StoreError):
    """Nothing at all can be written at the moment: another program is writing, or the disk is full."""


def cause(error: OSError) -> str:
    """The cause of a system error, in words."""
    known = _CAUSES.get(error.errno or 0)
    return _(known) if known else error.strerror or str(error)


def write_whole(path: Path, contents: bytes) -> None:
    """Replace the file in one step, on the disk before this returns; creates its folder. Raises OSError.

    A program that is killed meanwhile leaves the old file or the new one, and at worst a temporary file beside it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.writing")
    # What lies there may be a link to somebody's file: it is removed, and never written through.
    temporary.unlink(missing_ok=True)
    try:
        write_through(temporary, contents)
        replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def write_through(path: Path, contents: bytes, *, append: bool = False) -> None:
    """Write a file, or append to it, and wait until the disk has it. Raises OSError."""
    with path.open("ab" if append else "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def replace(source: Path, target: Path) -> None:
    """Move a file over another one. Raises OSError."""
    for attempt in range(_TRIES):
        try:
            source.replace(target)
        except PermissionError:
            # A virus scanner or a reader of ours may hold the target open for a moment on Windows.
            if os.name != "nt" or attempt == _TRIES - 1:
                raise
            time.sleep(_PAUSE)
        else:
            return
