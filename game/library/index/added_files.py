"""Game files added to the library, as copies in its own folder since the originals may disappear."""

from __future__ import annotations

import contextlib
import filecmp
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from game.core.language import _
from game.core.threads.interruptible import Interrupted, Interruptible
from game.library.formats.reading import MOST_BYTES
from game.storage import names
from game.storage.background import BackgroundTask, Cancelled, OnStep
from game.storage.files import StoreError, cause, write_file

Found = TypeVar("Found")
#: Timeout in seconds; the player may cancel earlier.
MOST_SECONDS = 120.0


def check_size(path: Path) -> None:
    """Raise StoreError, with an error message, if a file is missing or too large for the library."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _trouble(path, error) from error
    if size > MOST_BYTES:
        most = MOST_BYTES // 10**6
        raise StoreError(_("{file} is larger than the limit of {most} MB.", file=path.name, most=most))


def add_file(path: Path, folder: Path) -> Path:
    """Copy a game file into the library folder under an unused name, and return the new path.

    Raises StoreError. If the folder already has a file with the same content, that file is returned instead.
    """
    check_size(path)
    try:
        known = _twin(path, folder)
        if known is not None:
            return known
        copy = _free_path(path.name, folder)
        with path.open("rb") as file:
            write_file(copy, file.read(MOST_BYTES))
    except OSError as error:
        raise _trouble(path, error) from error
    return copy


def add_content(name: str, content: bytes, folder: Path) -> Path:
    """Write the content of a new game file into the library folder under an unused name, and return its path.

    Raises StoreError.
    """
    path = _free_path(name, folder)
    try:
        write_file(path, content)
    except OSError as error:
        raise _trouble(path, error) from error
    return path


def _free_path(name: str, folder: Path) -> Path:
    """Return an unused path in the library folder for a file with this name."""
    wanted = Path(name)
    taken = {names.folded(each.stem) for each in _files(folder)}
    return folder / (names.free_name(wanted.stem, taken) + wanted.suffix)


def remove_file(name: str, folder: Path) -> None:
    """Remove an added game file from the library folder. Raises StoreError."""
    try:
        (folder / Path(name).name).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(_("{name!r} could not be deleted: {cause}.", name=name, cause=cause(error))) from error


def _trouble(path: Path, error: OSError) -> StoreError:
    return StoreError(_("{file} could not be added to the library: {cause}.", file=path.name, cause=cause(error)))


def _twin(path: Path, folder: Path) -> Path | None:
    """Return the library folder's file with the same content as ``path``, or None if there is none."""
    size = path.stat().st_size
    alike = [each for each in _files(folder) if each.stat().st_size == size]
    return next((each for each in alike if filecmp.cmp(path, each, shallow=False)), None)


def _files(folder: Path) -> list[Path]:
    with contextlib.suppress(FileNotFoundError):
        return [each for each in folder.iterdir() if each.is_file()]
    return []


def begin_reading(name: str, read: Callable[[], Found], seconds: float = MOST_SECONDS) -> BackgroundTask[Found]:
    """Start a thread that reads a game file, and return the task of the thread, which can be cancelled.

    Cancelling the task ends the thread within moments.
    """
    limited = Interruptible(seconds)

    def work(_step: OnStep) -> Found:
        try:
            return limited.run(read)
        except Interrupted:
            if limited.is_stopped:
                raise Cancelled from None
            raise StoreError(late_text(name, seconds)) from None

    return BackgroundTask.begin(work, limited.stop)


def late_text(name: str, seconds: float) -> str:
    """Return the message that only a part of a file was read, because reading took too long."""
    return _(
        "Only part of {file} was read, because reading it takes more than {seconds} seconds.",
        file=name,
        seconds=round(seconds),
    )
