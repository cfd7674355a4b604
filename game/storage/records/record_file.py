"""An append-only file with a header line and one line for each record, each with a checksum.

Every append waits until the data is on the disk. A line that was only partly written is removed before the next try.
Damaged lines are cut off only after the whole file was copied.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from game.core.record.checked_lines import checked_line
from game.storage.files import write_file, write_new

#: Suffix of a copy of a damaged file, followed by its number.
_DAMAGED = ".damaged-"
#: Prevents Windows from changing line endings.
_BINARY = getattr(os, "O_BINARY", 0)


def write_records(path: Path, lines: Iterable[str], *, private: bool = False) -> None:
    """Replace the contents of a file of records with these lines, the header first. Raises OSError."""
    write_file(path, b"".join(map(checked_line, lines)), private=private)


def save_copy(path: Path, contents: bytes, *, private: bool = False, ending: str = _DAMAGED) -> Path:
    """Copy a file's contents to an unused name next to it, and return the copy's path. Raises OSError.

    ``ending`` and a number are appended to the file's name. If such a copy exists already, return its path.
    """
    number = 1
    while True:
        aside = path.with_name(f"{path.name}{ending}{number}")
        try:
            write_new(aside, contents, private=private)
        except FileExistsError:
            if _holds(aside, contents):
                return aside
            number += 1
        except OSError:
            with contextlib.suppress(OSError):
                aside.unlink()
            raise
        else:
            return aside


def _holds(path: Path, contents: bytes) -> bool:
    with contextlib.suppress(OSError):
        return path.stat().st_size == len(contents) and path.read_bytes() == contents
    return False


def cut(path: Path, file: IO[bytes], contents: bytes, length: int, *, private: bool = False) -> Path:
    """Save a copy of an open file, truncate the file to ``length`` bytes, and return the copy's path.

    Raises OSError. The file is truncated only when the copy is on the disk.
    """
    aside = save_copy(path, contents, private=private)
    file.truncate(length)
    os.fsync(file.fileno())
    return aside


class RecordFile:
    """An existing file to which records are appended in order."""

    def __init__(self, path: Path, end: int | None = None) -> None:
        """Prepare to append records to an existing file.

        ``end`` is the known length in bytes; None for the file's present size.
        """
        self.path = path
        self._end = end

    def append(self, *records: str) -> bytes:
        """Append records and wait until they are on the disk. Return the bytes written. Raises OSError.

        After a failure the file has none of these records, or the next call removes the part that was written.
        """
        lines = b"".join(map(checked_line, records))
        with os.fdopen(os.open(self.path, os.O_RDWR | os.O_APPEND | _BINARY), "r+b", buffering=0) as file:
            end, lines = self._place(file, lines)
            self._end = end
            try:
                _write_all(file, lines)
                os.fsync(file.fileno())
            except OSError:
                _take_back(file, end)
                raise
        self._end = end + len(lines)
        return lines

    def _place(self, file: IO[bytes], lines: bytes) -> tuple[int, bytes]:
        """Return the file offset at which to write lines of records, and the bytes to write there.

        Part of these lines, left by a failed write, is removed. Bytes of another program stay; if they end in an
        incomplete line, the bytes to write begin with a line break.
        """
        size = file.seek(0, os.SEEK_END)
        end = size if self._end is None else min(size, self._end)
        written, added = _tail(file, end, len(lines) + 2), _with_begin(file, end, lines)
        if not written:
            return end, added
        if added.startswith(written):
            file.truncate(end)
            return end, added
        return size, _with_begin(file, size, lines)


def _tail(file: IO[bytes], start: int, most: int) -> bytes:
    file.seek(start)
    return file.read(most)


def _with_begin(file: IO[bytes], end: int, lines: bytes) -> bytes:
    """Return the lines to write at an offset, after a line break if the line before is incomplete."""
    if end == 0:
        return lines
    file.seek(end - 1)
    return lines if file.read(1) == b"\n" else b"\n" + lines


def _take_back(file: IO[bytes], end: int) -> None:
    """Remove the incomplete bytes that a failed write has left in a file of records, if possible."""
    with contextlib.suppress(OSError):
        file.truncate(end)


def _write_all(file: IO[bytes], lines: bytes) -> None:
    rest = memoryview(lines)
    while rest:
        rest = rest[file.write(rest) :]
