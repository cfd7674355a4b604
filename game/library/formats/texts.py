"""Bytes of other programs as text, whatever encoding they were written in.

Four encodings are met in files of these games, and rules tell them apart better than a guess among all there are:
names and comments are often too short for statistics. Bytes that happen to be UTF-8 are UTF-8. Chinese text (GBK) is
mostly made of characters of GB 2312, whose two bytes are both above 0xA0, which letters with accents between plain
ones never are. Japanese text has kana. All else is taken for the Western encoding of Windows.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from game.core.plain_text import drawable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Letters that have to be the same bytes in an encoding that a file names in plain letters.
_PLAIN = "CA[+\\]"
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\xfe]")
_COMMON_PAIR = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
_KANA = re.compile("[\u3041-\u30fe]")
#: The bytes that are decoded at once: one call into C keeps the window waiting until it ends.
_PIECE = 1 << 18
#: The most bytes of a comment that are read.
LONGEST_COMMENT = 100_000
#: How many bytes are looked at to guess an encoding.
_SAMPLE = 200_000
#: The share of GB 2312 among the pairs of bytes of a text that is taken for Chinese.
_MOSTLY = 0.6


def decoded(content: bytes, named: str = "") -> str:
    """The text of some bytes, in the encoding that a file names, where that fits, else by the rules of this module."""
    return "".join(_decoded_pieces(content, encoding_of(content, named), "replace"))


def in_utf8(content: bytes, named: str = "") -> bytes:
    """Return the same text in UTF-8."""
    pieces = _decoded_pieces(content, encoding_of(content, named), "replace")
    return b"".join(piece.encode("utf-8", "replace") for piece in pieces)


def _decoded_pieces(content: bytes, encoding: str, errors: str = "strict") -> Iterator[str]:
    """Decode piece by piece; raises ValueError where the bytes are no such text."""
    pieces = (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))
    return codecs.iterdecode(pieces, encoding, errors)


def encoding_of(content: bytes, named: str = "") -> str:
    """The name of the encoding that some bytes are in."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding
    fits = (each for each in (_known(named), "utf-8") if each and _decodes(content, each))
    return next(fits, "") or _by_its_bytes(content)


def _known(named: str) -> str:
    """The encoding of this name, "" where there is none in which a file can name it in plain letters."""
    try:
        found = codecs.lookup(named.strip()).name
        is_plain = _PLAIN.encode(found) == _PLAIN.encode()
    except (LookupError, ValueError):
        return ""
    return found if is_plain else ""


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        return all(True for _piece in _decoded_pieces(content, encoding))
    except ValueError:
        return False


def _by_its_bytes(content: bytes) -> str:
    pairs = _PAIR.findall(content[:_SAMPLE])
    common = sum(1 for pair in pairs if _COMMON_PAIR.fullmatch(pair))
    if pairs and common >= _MOSTLY * len(pairs) and _decodes(content, "gb18030"):
        return "gb18030"
    if _decodes(content, "cp932") and any(map(_KANA.search, _decoded_pieces(content, "cp932"))):
        return "cp932"
    return "cp1252" if _decodes(content, "cp1252") else "latin-1"


def cleaned(text: str) -> str:
    """A text of several lines with plain line ends, without letters that cannot be drawn and blanks at its ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return drawable(lines).strip()
