"""Decoding of text files whose encoding is unknown, and warnings about what an import left out.

Files of these games use few encodings. Fixed rules work better than statistical detection, because names and comments
are often too short for statistics. The rules, in this order:

- Valid UTF-8 is UTF-8.
- A text that does not quite fit the encoding that it names is in a larger one with the same characters.
- Cyrillic text (Windows-1251) consists of words of letters above 0xC0, most of them in lower case, which is above 0xE0.
  Western words hardly have three accented letters in a row.
- Korean text (EUC-KR) consists of pairs whose first byte is one of the 25 of Hangul, which half of the Chinese
  characters share: only a text that is long enough shows it.
- Chinese text (GBK) consists mostly of GB 2312 characters, whose two bytes are both above 0xA0. Western text never
  has many such pairs, as its accented letters stand between plain ones.
- Chinese text in Big5 consists mostly of its usual characters, whose second byte is often below 0x7F, next to each
  other. GB 2312 has no such second bytes, and fewer of the pairs among its own usual characters.
- Japanese text (CP932) contains kana.
- Anything else is Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence

from game.core.language import _, gettext_noop, plural
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
#: A word of at least three Cyrillic letters in Windows-1251, and a letter in lower case.
_CYRILLIC, _LOWER_CYRILLIC = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}"), re.compile(rb"[\xe0-\xff\xb8]")
_HIGH = re.compile(rb"[\x80-\xff]")
#: The usual characters of GB 2312 and of Big5; two of Big5 next to each other, and one that GB 2312 does not have.
_USUAL_GB, _USUAL_BIG5 = re.compile(rb"[\xb0-\xd7][\xa1-\xfe]"), re.compile(rb"[\xa4-\xc6][\x40-\x7e\xa1-\xfe]")
_BIG5_WORD, _ONLY_BIG5 = re.compile(rb"(?:[\xa4-\xc6][\x40-\x7e\xa1-\xfe]){2,}"), re.compile(rb"[\xa4-\xc6][\x40-\x7e]")
_HANGUL = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")
#: Minimum share of the high bytes that are in Cyrillic words, and of these in lower case.
_IN_WORDS, _IN_LOWER_CASE = 0.75, 0.7
#: Minimum number of Hangul for a text to be Korean, and minimum share of them among its pairs.
_FEWEST_HANGUL, _NEARLY_ALL = 6, 0.95
#: The encodings among which a player chooses, by Python's name, with the scripts that they are for.
ENCODINGS = {
    "utf-8": "UTF-8",
    "gb18030": gettext_noop("Chinese (GB 18030)"),
    "big5": gettext_noop("Chinese (Big5)"),
    "cp932": gettext_noop("Japanese (Shift JIS)"),
    "cp949": gettext_noop("Korean (EUC-KR)"),
    "cp1251": gettext_noop("Cyrillic (Windows 1251)"),
    "cp1250": gettext_noop("Central European (Windows 1250)"),
    "cp1252": gettext_noop("Western (Windows 1252)"),
}
#: Encodings that programs name without looking; every text fits them.
_NAMED_BLINDLY = ("iso8859-1", "cp1252")
#: Encodings with the characters of the one that a file names, and more.
_LARGER = {"euc_kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030", "big5": "cp950", "shift_jis": "cp932"}
_KANA = re.compile("[\u3041-\u30fe]")
#: The bytes that are decoded at once: one call into C keeps the window waiting until it ends.
_PIECE = 1 << 18
#: The most bytes of a comment that are read.
LONGEST_COMMENT = 100_000
#: Number of bytes used to detect an encoding.
_SAMPLE = 200_000
#: Minimum share of GB 2312 characters among the two-byte pairs of a text detected as Chinese.
_MOSTLY = 0.6
#: Minimum share of usual characters among the pairs of a text in Big5, and of those next to each other.
_USUALLY, _IN_A_ROW = 0.8, 0.5
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
    known = known_encoding(named)
    if known in _NAMED_BLINDLY:
        known = ""
    fits = (each for each in (known, "utf-8", _LARGER.get(known, "")) if each and _decodes(content, each))
    return next(fits, "") or _by_its_bytes(content)


def known_encoding(named: str) -> str:
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
    sample = content[:_SAMPLE]
    if _is_cyrillic(sample):
        return "cp1251"
    pairs = _PAIR.findall(sample)
    hangul = sum(1 for pair in pairs if _HANGUL.fullmatch(pair))
    if hangul >= max(_FEWEST_HANGUL, _NEARLY_ALL * len(pairs)) and _decodes(content, "cp949"):
        return "cp949"
    if _is_big5(sample, pairs) and _decodes(content, "big5"):
        return "big5"
    common = sum(1 for pair in pairs if _COMMON_PAIR.fullmatch(pair))
    if pairs and common >= _MOSTLY * len(pairs) and _decodes(content, "gb18030"):
        return "gb18030"
    if _decodes(content, "cp932") and any(map(_KANA.search, _decoded_pieces(content, "cp932"))):
        return "cp932"
    return "cp1252" if _decodes(content, "cp1252") else "latin-1"


def _is_big5(sample: bytes, pairs: Sequence[bytes]) -> bool:
    """Return True if the pairs of bytes in a text are those of Chinese in Big5."""
    usual = sum(1 for pair in pairs if _USUAL_BIG5.fullmatch(pair))
    in_a_row = sum(len(word) // 2 for word in _BIG5_WORD.findall(sample))
    is_other = usual <= sum(1 for pair in pairs if _USUAL_GB.fullmatch(pair))
    if is_other or usual < _USUALLY * len(pairs) or in_a_row < _IN_A_ROW * len(pairs):
        return False
    return any(map(_ONLY_BIG5.fullmatch, pairs))


def _is_cyrillic(sample: bytes) -> bool:
    """Return True if the high bytes of a text are those of Cyrillic words in Windows-1251."""
    letters = b"".join(_CYRILLIC.findall(sample))
    is_words = len(letters) >= _IN_WORDS * len(_HIGH.findall(sample))
    return bool(letters) and is_words and len(_LOWER_CYRILLIC.findall(letters)) >= _IN_LOWER_CASE * len(letters)


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
