"""A file of records that is only added to: a header line, then a line for each record, each with a checksum.

Every append waits until the disk has it. A line that was written in part is taken back before the next try. Damaged
lines are cut off only after a copy of the whole file was put beside it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from game.core.record.checked_lines import checked_line
from game.storage.files import write_new, write_whole

#: What the name of a copy of a damaged file ends with, before its number.
_DAMAGED = ".damaged-"
#: Keeps Windows from changing line ends.
_BINARY = getattr(os, "O_BINARY", 0)


def write_records(path: Path, lines: Iterable[str], *, private: bool = False) -> None:
    """Replace a file by one with these lines, the header first. Raises OSError."""
    write_whole(path, b"".join(map(checked_line, lines)), private=private)


def put_aside(path: Path, contents: bytes, *, private: bool = False, ending: str = _DAMAGED) -> Path:
    """Write a copy of a file's contents beside it, under a name that is free; returns its path. Raises OSError.

    Where such a copy was made before, that one is returned.
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
    """Cut an open file after ``length`` bytes, and put a copy of its whole contents aside first; returns the copy.

    Raises OSError; the file is as it was unless the copy is on the disk.
    """
    aside = put_aside(path, contents, private=private)
    file.truncate(length)
    os.fsync(file.fileno())
    return aside


class RecordFile:
    """Appends records to a file that exists, in order."""

    def __init__(self, path: Path, end: int | None = None) -> None:
        """``end`` is the number of bytes known to be in the file; None where it is taken as it is."""
        self.path = path
        self._end = end

    def append(self, *records: str) -> bytes:
        """Append records and wait until the disk has them; returns the bytes. Raises OSError.

        After a failure nothing of them is in the file, or the next try takes back what is.
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
        """The end of what stays in the file, and the bytes to write there.

        A part of these lines from a write that failed is taken off. Bytes of another program stay; after a line of
        theirs that has no end, ours begin on a new one.
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
    """The lines to write at a place, after the end of an unfinished line where there is one."""
    if end == 0:
        return lines
    file.seek(end - 1)
    return lines if file.read(1) == b"\n" else b"\n" + lines


def _take_back(file: IO[bytes], end: int) -> None:
    """Take off what a write that failed left, as far as that is possible now."""
    with contextlib.suppress(OSError):
        file.truncate(end)


def _write_all(file: IO[bytes], lines: bytes) -> None:
    rest = memoryview(lines)
    while rest:
        rest = rest[file.write(rest) :]
