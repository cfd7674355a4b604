"""Atomic file writes, modification times, and disk errors described for the player."""

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

#: Seconds by which the clock of a network disk may be ahead of ours.
_CLOCK_DOUBT = 120.0
#: Number of tries, and seconds between them, for a file that another program holds open (Windows only).
_TRIES = 5
_PAUSE = 0.05
#: Suffix of temporary files.
TEMPORARY = ".writing"
#: A temporary file, or the journal that SQLite writes next to one.
_LEFTOVER = re.compile(rf"\.[0-9]+-[0-9a-f]{{8}}{re.escape(TEMPORARY)}(-journal)?")
#: Age in seconds after which a temporary file counts as abandoned.
_LEFTOVER_SECONDS = 3600.0
#: Folders that have already been searched for abandoned temporary files.
_SWEPT: set[Path] = set()
#: Prevents Windows from changing line endings.
_BINARY = getattr(os, "O_BINARY", 0)

_CAUSES = {
    errno.ENOSPC: gettext_noop("the disk is full"),
    errno.EACCES: gettext_noop("you have no permission to write there"),
    errno.EPERM: gettext_noop("you have no permission to write there"),
    errno.EROFS: gettext_noop("the disk is write-protected"),
    errno.ENOENT: gettext_noop("the file or folder does not exist"),
    errno.ENOTDIR: gettext_noop("there is a file where a folder is expected"),
    errno.EEXIST: gettext_noop("there is a file where a folder is expected"),
    errno.EISDIR: gettext_noop("this is a folder, not a file"),
    errno.ENAMETOOLONG: gettext_noop("the name is too long"),
}


class StoreError(ParseError):
    """Raised if something cannot be stored or found. The message is one sentence for the player."""


class ForeignFileError(StoreError):
    """Raised instead of overwriting a file that another program has changed.

    The change took place after this program loaded or wrote the file.
    """


class NotNowError(StoreError):
    """Raised if another window or program locks a file for too long. Nothing is written then."""


def cause(error: OSError) -> str:
    """Return a description of a system error, such as a full disk, for the player."""
    known = _CAUSES.get(error.errno or 0)
    return _(known) if known else error.strerror or str(error)


def write_file(path: Path, contents: bytes, *, private: bool = False) -> None:
    """Replace a file atomically and wait until it is on the disk. Raises OSError.

    The folder is created if needed.

    The contents are first written to a temporary file with a unique name, so that two writers never share one. If the
    program is killed, either the old or the new file remains, possibly with a temporary file next to it. ``private``
    hides the file from other users of the machine from its first byte on (mode 0600).
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
    """Create a temporary file next to ``path`` that can replace it later. Return the new path.

    Raises OSError.

    The temporary file has a unique name. Abandoned temporary files of programs that were killed are deleted.
    """
    temporary = path.with_name(f".{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}")
    try:
        write_new(temporary, contents, private=private)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _remove_temporary_files(temporary)
    return temporary


def _remove_temporary_files(written: Path) -> None:
    """Delete temporary files that killed programs have left in a folder, once for each folder.

    Ages are measured against the file just written, since the clock of a network disk may differ from ours. A program
    that is merely slow or suspended finds its file deleted and reports that it could not write.
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
    """Create a new file and wait until it is on the disk.

    Raises OSError, and FileExistsError if the file exists.

    ``private`` creates it with mode 0600. Symbolic links are not followed.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600 if private else 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def write_through(path: Path, contents: bytes, *, append: bool = False) -> None:
    """Write a file, or append to it, and wait until it is on the disk. Raises OSError."""
    with path.open("ab" if append else "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the directory entries of a folder are on the disk. Has no effect if folders cannot be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def replace(source: Path, target: Path) -> None:
    """Move the file ``source`` to the path ``target``, and replace a file that is there. Raises OSError."""
    for attempt in range(_TRIES):
        try:
            source.replace(target)
        except PermissionError:
            # On Windows a virus scanner or another process may hold the target open for a moment.
            if os.name != "nt" or attempt == _TRIES - 1:
                raise
            time.sleep(_PAUSE)
        else:
            return


# Modification times


def stamp(path: Path) -> tuple[int, ...]:
    """Return a file's time stamp, size and inode, which change when it is written; () if it is missing."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def modified(path: Path) -> float:
    """Return the modification time of a file in seconds since the epoch, or 0 if it is missing."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def recency(time_written: float) -> float:
    """Return a sort key for files by modification time.

    Return 0 for a time in the future, because a file with such a time would otherwise stay the newest.
    """
    return time_written if time_written <= time.time() + _CLOCK_DOUBT else 0.0
