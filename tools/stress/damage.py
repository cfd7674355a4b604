"""Damage: what happens to files on disks, in editors and on lines, at random."""

from __future__ import annotations

import random
from collections.abc import Callable

#: Things that hands and programs put where they do not belong.
_ODD = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", "\u200b".encode(), "\u202e".encode(), b"\r", b"\n\n\n", b"\t", b"%s",
    b"{}", b"9" * 400, b"x" * 5000, b"-1", b"1e999", b"NaN", b"[" * 2000, "王\U0001f427".encode(), b": ", b"'", b'"',
    b"\\u0000",
)  # fmt: skip


def damaged(contents: bytes, dice: random.Random) -> bytes:
    """The contents after one to a few accidents."""
    for _accident in range(dice.choice((1, 1, 1, 2, 3, 8))):
        contents = dice.choice(_ACCIDENTS)(contents, dice)
    return contents


def _flip(contents: bytes, dice: random.Random) -> bytes:
    if not contents:
        return contents
    at = dice.randrange(len(contents))
    return contents[:at] + bytes([contents[at] ^ (1 << dice.randrange(8))]) + contents[at + 1 :]


def _cut(contents: bytes, dice: random.Random) -> bytes:
    return contents[: dice.randrange(len(contents) + 1)]


def _lose(contents: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(contents) + 1)
    return contents[:at] + contents[at + dice.randrange(1, 40) :]


def _insert(contents: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(contents) + 1)
    return contents[:at] + dice.choice(_ODD) + contents[at:]


def _lines(contents: bytes, dice: random.Random) -> bytes:
    """Two lines swapped, one doubled, or one gone."""
    lines = contents.split(b"\n")
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(3):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            lines.insert(one, lines[two])
        case _:
            del lines[one]
    return b"\n".join(lines)


def _zeroes(contents: bytes, dice: random.Random) -> bytes:
    """A block that the disk lost."""
    at, size = dice.randrange(len(contents) + 1), dice.choice((1, 16, 512))
    return contents[:at] + b"\x00" * len(contents[at : at + size]) + contents[at + size :]


_ACCIDENTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_flip, _flip, _cut, _lose, _insert, _lines, _zeroes)
