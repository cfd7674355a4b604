"""Decoding of text files whose encoding is unknown, and warnings about what an import left out.

Files of these games use four encodings. Fixed rules work better than statistical detection, because names and comments
are often too short for statistics. The rules, in this order:

- Valid UTF-8 is UTF-8.
- Chinese text (GBK) consists mostly of GB 2312 characters, whose two bytes are both above 0xA0. Western text never
  has many such pairs, as its accented letters stand between plain ones.
- Japanese text (CP932) contains kana.
- Anything else is Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from game.core.language import _, plural
from game.core.plain_text import drawable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Characters that an encoding must encode as ASCII does, because a file names its encoding in ASCII.
_PLAIN = "CA[+\\]"
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\xfe]")
_COMMON_PAIR = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
_KANA = re.compile("[\u3041-\u30fe]")
#: The bytes that are decoded at once: one call into C keeps the window waiting until it ends.
_PIECE = 1 << 18
#: The most bytes of a comment that are read.
LONGEST_COMMENT = 100_000
#: Number of bytes used to detect an encoding.
_SAMPLE = 200_000
#: Minimum share of GB 2312 characters among the two-byte pairs of a text detected as Chinese.
_MOSTLY = 0.6
#: Maximum number of warnings.
_MOST = 12


def decoded(content: bytes, named: str = "") -> str:
    """Decode bytes as text, with the encoding ``named`` in the file if it fits, otherwise with the detected one."""
    return "".join(_decoded_pieces(content, encoding_of(content, named), "replace"))


def in_utf8(content: bytes, encoding: str) -> bytes:
    """Convert a text in a known encoding to UTF-8."""
    pieces = _decoded_pieces(content, encoding, "replace")
    return b"".join(piece.encode("utf-8", "replace") for piece in pieces)


def _decoded_pieces(content: bytes, encoding: str, errors: str = "strict") -> Iterator[str]:
    """Decode a long text piece by piece. Raises ValueError if the bytes do not fit the encoding."""
    pieces = (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))
    return codecs.iterdecode(pieces, encoding, errors)


def encoding_of(content: bytes, named: str = "") -> str:
    """Return the name of the text encoding of some bytes; ``named`` is tried first if it is not empty."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding
    fits = (each for each in (_known(named), "utf-8") if each and _decodes(content, each))
    return next(fits, "") or _by_its_bytes(content)


def _known(named: str) -> str:
    """Return Python's name for a text encoding, or "" if it is unknown or not compatible with ASCII."""
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
    """Return a text with Unix line ends, without outer white space and without characters that cannot be drawn."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return drawable(lines).strip()


class ImportWarnings:
    """Warnings about parts of a file that the import left out, as sentences in file order."""

    def __init__(self) -> None:
        self._sentences: list[str] = []
        self._more = 0

    def add(self, problem: object) -> None:
        """Add an import warning, given as a ParseError or as a sentence without capital letter and full stop."""
        self.add_sentence(_("Left out: {problem}.", problem=problem))

    def add_sentence(self, sentence: str) -> None:
        """Add an import warning, given as a complete sentence; ignore it if it is there already."""
        if sentence in self._sentences:
            return
        if len(self._sentences) < _MOST:
            self._sentences.append(sentence)
        else:
            self._more += 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """The import warnings as sentences; if there are too many, the last one gives the number left out."""
        if not self._more:
            return tuple(self._sentences)
        more = plural("Also left out: {count} more item.", "Also left out: {count} more items.", self._more)
        return (*self._sentences, more)
