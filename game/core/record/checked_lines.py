"""Lines of text that end with a checksum, such as ``text #1a2b3c4d``, so that damage can be noticed.

Files of earlier versions have lines without checksums and may be continued: such a line counts as sound if no line with
a checksum precedes it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

_CHECKED = re.compile(rb"(.*) #([0-9a-f]{8})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CheckedLines:
    """The lines of a file with checksums, divided at the first damaged line."""

    sound: tuple[str, ...]
    """The lines before the first damaged one, without their checksums."""
    ends: tuple[int, ...]
    """The offset in bytes of the end of each sound line, from the beginning of the file."""
    damaged: int
    """The number of the first damaged line, counted from 1; 0 if there is none."""
    later: tuple[str, ...]
    """The sound lines after the first damaged one."""
    is_torn: bool
    """True if the only damage is an incomplete last line."""

    def length_of(self, count: int) -> int:
        """Return the size in bytes of the first ``count`` undamaged lines of the file."""
        return self.ends[count - 1] if count else 0


def checked_line(text: str) -> bytes:
    """Return a line of text as bytes with its checksum and newline. Asserts that the text is one line."""
    line = text.encode()
    assert b"\n" not in line, "a record is one line"
    return b"%s #%08x\n" % (line, zlib.crc32(line))


def plain(line: bytes) -> bytes:
    """Return a line of a file without its checksum, even if the checksum is wrong."""
    found = _CHECKED.fullmatch(line)
    return found[1] if found is not None else line


def read_lines(contents: bytes) -> CheckedLines:
    """Return the lines of a file, divided at the first damaged one; an unfinished last line counts as damaged."""
    sound: list[str] = []
    ends: list[int] = []
    later: list[str] = []
    damaged, end = 0, 0
    for number, (text, length) in enumerate(_lines(contents), start=1):
        end += length
        if text is None:
            damaged = damaged or number
        elif damaged:
            later.append(text)
        else:
            sound.append(text)
            ends.append(end)
    is_torn = bool(damaged) and damaged == number and not contents.endswith(b"\n")
    return CheckedLines(tuple(sound), tuple(ends), damaged, tuple(later), is_torn)


def _lines(contents: bytes) -> Iterator[tuple[str | None, int]]:
    """Yield the text of each line of a file (None if it is damaged), and the line's size in bytes."""
    has_checksums = False
    *whole, torn = contents.split(b"\n")
    for line in whole:
        found = _CHECKED.fullmatch(line.rstrip(b"\r"))
        if found is not None:
            has_checksums = True
            is_sound = zlib.crc32(found[1]) == int(found[2], 16)
        else:
            is_sound = not has_checksums
        yield (plain(line.rstrip(b"\r")).decode("utf-8", "replace") if is_sound else None), len(line) + 1
    if torn:
        yield None, len(torn)
