"""Random damage to the contents of files and messages, as disks, editors and connections cause it."""

from __future__ import annotations

import random
from collections.abc import Callable

#: Bytes that cause trouble in files: control characters, very long words, invalid numbers, unbalanced brackets.
_ODD = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", "\u200b".encode(), "\u202e".encode(), b"\r", b"\n\n\n", b"\t", b"%s",
    b"{}", b"9" * 400, b"x" * 5000, b"-1", b"1e999", b"NaN", b"[" * 2000, "王\U0001f427".encode(), b": ", b"'", b'"',
    b"\\u0000",
)  # fmt: skip


def damaged(contents: bytes, rng: random.Random) -> bytes:
    """Return the contents after one to eight random changes."""
    for _accident in range(rng.choice((1, 1, 1, 2, 3, 8))):
        contents = rng.choice(_ACCIDENTS)(contents, rng)
    return contents


def _flip(contents: bytes, rng: random.Random) -> bytes:
    if not contents:
        return contents
    at = rng.randrange(len(contents))
    return contents[:at] + bytes([contents[at] ^ (1 << rng.randrange(8))]) + contents[at + 1 :]


def _cut(contents: bytes, rng: random.Random) -> bytes:
    return contents[: rng.randrange(len(contents) + 1)]


def _lose(contents: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(contents) + 1)
    return contents[:at] + contents[at + rng.randrange(1, 40) :]


def _insert(contents: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(contents) + 1)
    return contents[:at] + rng.choice(_ODD) + contents[at:]


def _lines(contents: bytes, rng: random.Random) -> bytes:
    """Swap two lines, copy one line to another place, or delete one."""
    lines = contents.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            lines.insert(one, lines[two])
        case _:
            del lines[one]
    return b"\n".join(lines)


def _zeroes(contents: bytes, rng: random.Random) -> bytes:
    """Overwrite a block with zeros, as a failing disk does."""
    at, size = rng.randrange(len(contents) + 1), rng.choice((1, 16, 512))
    return contents[:at] + b"\x00" * len(contents[at : at + size]) + contents[at + size :]


_ACCIDENTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_flip, _flip, _cut, _lose, _insert, _lines, _zeroes)
