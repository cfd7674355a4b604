"""The characters that a font file supports, read from its character map (cmap) without opening the font."""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_Run = tuple[int, int]


class Coverage:
    """A set of characters, stored as ranges of code points."""

    def __init__(self, runs: Iterable[_Run]) -> None:
        """Create the set from ranges in any order, each given by its first and last code point."""
        ordered = sorted(runs)
        self._first = array("I", (first for first, _last in ordered))
        self._last = array("I", (last for _first, last in ordered))

    def __contains__(self, letter: str) -> bool:
        """Return True if the set has the character."""
        place = bisect_right(self._first, ord(letter)) - 1
        return place >= 0 and ord(letter) <= self._last[place]


@cache
def coverage(file: Path) -> Coverage:
    """Return the characters that a font file supports.

    Raises OSError if the file cannot be read, and struct.error if it is not a font.
    """
    table = _character_table(file)
    (count,) = struct.unpack_from(">H", table, 2)
    starts = sorted({struct.unpack_from(">L", table, 8 + 8 * number)[0] for number in range(count)})
    kinds = {struct.unpack_from(">H", table, start)[0]: table[start:] for start in starts}
    if 12 in kinds:
        return Coverage(_format_12(kinds[12]))
    return Coverage(_format_4(kinds[4])) if 4 in kinds else Coverage(())


def _character_table(file: Path) -> bytes:
    with file.open("rb") as font:
        (count,) = struct.unpack_from(">4xH6x", font.read(12))
        for tag, _sum, start, length in struct.iter_unpack(">4s3L", font.read(16 * count)):
            if tag == b"cmap":
                font.seek(start)
                return font.read(length)
    return bytes(4)


def _format_12(table: bytes) -> Iterator[_Run]:
    """Yield the ranges of characters in a font's character map of format 12."""
    (count,) = struct.unpack_from(">L", table, 12)
    for first, last, _glyph in struct.iter_unpack(">3L", table[16 : 16 + 12 * count]):
        yield first, last


def _format_4(table: bytes) -> Iterator[_Run]:
    """Yield the ranges of characters in a font's character map of format 4, whose segments may have gaps."""
    (twice,) = struct.unpack_from(">H", table, 6)
    count = twice // 2
    last, first, delta, offset = (
        struct.unpack_from(f">{count}H", table, 14 + twice * part + (2 if part else 0)) for part in range(4)
    )
    for number in range(count):
        if not offset[number]:
            yield first[number], last[number]
            continue
        glyphs = 16 + twice * 3 + 2 * number + offset[number]
        for code in range(first[number], last[number] + 1):
            (glyph,) = struct.unpack_from(">H", table, glyphs + 2 * (code - first[number]))
            if glyph and (glyph + delta[number]) % 0x10000:
                yield code, code
