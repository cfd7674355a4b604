"""Files that are written whole or not at all, when files were written, and disk errors in a player's words."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError

#: Seconds by which the clock of a disk in the net may be ahead of ours.
_CLOCK_DOUBT = 120.0
#: The number of tries, and the seconds between them, for a file that another program holds open (Windows only).
_TRIES = 5
_PAUSE = 0.05
#: The end of the names of temporary files.
TEMPORARY = ".writing"
#: A temporary file, or the journal beside one that SQLite writes.
_LEFTOVER = re.compile(rf"\.[0-9]+-[0-9a-f]{{8}}{re.escape(TEMPORARY)}(-journal)?")
#: Seconds after which a temporary file is no longer one that is being written.
_LEFTOVER_SECONDS = 3600.0
#: The folders where leftovers were looked for.
_SWEPT: set[Path] = set()
#: Keeps Windows from changing line ends.
_BINARY = getattr(os, "O_BINARY", 0)

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
    """Another window or program has been holding a file for too long; nothing was written."""


def cause(error: OSError) -> str:
    """The cause of a system error, in words."""
    known = _CAUSES.get(error.errno or 0)
    return _(known) if known else error.strerror or str(error)


def write_whole(path: Path, contents: bytes, *, private: bool = False) -> None:
    """Replace a file in one step and wait until the disk has it; creates its folder. Raises OSError.

    The new contents are written to a temporary file of a name of its own, so that two writers never share one. A
    program that is killed meanwhile leaves the old file or the new one, and at worst a temporary file beside it.
    ``private`` keeps the file from other users of the machine from its first byte on (mode 0600).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = new_temporary(path, contents, private=private)
    try:
        replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def new_temporary(path: Path, contents: bytes = b"", *, private: bool = False) -> Path:
    """Create a temporary file beside another one, to take its place later; returns its path. Raises OSError.

    It has a name of its own. What programs that were killed left in the folder is removed.
    """
    temporary = path.with_name(f".{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}")
    try:
        write_new(temporary, contents, private=private)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _remove_leftovers(temporary)
    return temporary


def _remove_leftovers(written: Path) -> None:
    """Remove temporary files that programs left which were killed as they wrote; once for each folder.

    The time of the file that was just written is the present one, also where the clock of a disk in the net differs.
    A program that is only slow, or was suspended, finds its file gone and reports that it could not write.
    """
    if written.parent in _SWEPT:
        return
    _SWEPT.add(written.parent)
    with contextlib.suppress(OSError):
        oldest = written.stat().st_mtime - _LEFTOVER_SECONDS
        for entry in os.scandir(written.parent):
            if _LEFTOVER.fullmatch(entry.name) and entry.stat(follow_symlinks=False).st_mtime < oldest:
                Path(entry.path).unlink(missing_ok=True)


def write_new(path: Path, contents: bytes, *, private: bool = False) -> None:
    """Create a file and wait until the disk has it. Raises FileExistsError where there is one, OSError else.

    ``private`` creates it with mode 0600. Nothing is written through a link.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600 if private else 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def write_through(path: Path, contents: bytes, *, append: bool = False) -> None:
    """Write a file, or append to it, and wait until the disk has it. Raises OSError."""
    with path.open("ab" if append else "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names of the files in a folder; without effect where folders cannot be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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


# When they were written


def stamp(path: Path) -> tuple[int, ...]:
    """What differs once a file is another one; nothing where it is missing."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def modified(path: Path) -> float:
    """The time of the last write, 0 when the file is missing; the autosave may remove a journal at any moment."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def recency(time_written: float) -> float:
    """The time of the last write, for an order; 0 where it lies in the future: such a save would stay the newest."""
    return time_written if time_written <= time.time() + _CLOCK_DOUBT else 0.0
