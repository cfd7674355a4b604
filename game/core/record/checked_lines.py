"""Lines of text that end with a checksum, ``text #1a2b3c4d``, so that a line that was damaged or torn is noticed.

Files of earlier versions have plain lines. They may be continued: a plain line counts as sound as long as no line with
a checksum comes before it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

_CHECKED = re.compile(rb"(.*) #([0-9a-f]{8})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CheckedLines:
    """The lines of a file, up to the first that is damaged, and those after it."""

    sound: tuple[str, ...]
    """The lines before the first damaged one, without their checksums."""
    ends: tuple[int, ...]
    """The number of bytes from the beginning of the file to the end of each sound line."""
    damaged: int
    """The number of the first damaged line, counted from 1; 0 where all are sound."""
    later: tuple[str, ...]
    """The sound lines after the first damaged one."""
    is_torn: bool
    """Whether the only damage is a last line without an end."""

    def length_of(self, count: int) -> int:
        """The number of bytes of the first ``count`` sound lines."""
        return self.ends[count - 1] if count else 0


def checked_line(text: str) -> bytes:
    """Write a line of text with its checksum and its end; asserts that it is one line."""
    line = text.encode()
    assert b"\n" not in line, "a record is one line"
    return b"%s #%08x\n" % (line, zlib.crc32(line))


def plain(line: bytes) -> bytes:
    """Take the checksum off a line where it has one, whether it fits or not."""
    found = _CHECKED.fullmatch(line)
    return found[1] if found is not None else line


def read_lines(contents: bytes) -> CheckedLines:
    """Read the lines of a file; a last line without an end is damaged."""
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
    """The text of each line, None where it is damaged, and the number of its bytes."""
    has_checksums = False
    *whole, torn = contents.split(b"\n")
    for line in whole:
        found = _CHECKED.fullmatch(line.rstrip(b"\r"))
        if found is not None:
            has_checksums = True
            is_sound = zlib.crc32(found[1]) == int(found[2], 16)
        else:
            is_sound = not has_checksums
        yield (_text(plain(line.rstrip(b"\r"))) if is_sound else None), len(line) + 1
    if torn:
        yield None, len(torn)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")
