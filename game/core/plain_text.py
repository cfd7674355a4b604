"""Cleaning of text from outside (names in files, output of engines, sentences of plug-ins) for the screen.

Code that reads such text cleans and cuts it once, so that later code meets only characters that can be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: The letters that are split into lines at once: one call into C keeps the window waiting until it ends.
_PIECE = 1 << 16
#: The most characters of text from outside that are shown in a line.
LONGEST_WORDS = 200
#: Control characters but the line end, halves of surrogate pairs, and letters without a shape: the property
#: Default_Ignorable_Code_Point of Unicode 15.1 (DerivedCoreProperties.txt) and the marks of annotations and music.
_SHAPELESS_LETTERS = (
    "\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SHAPELESS = re.compile(f"[{_SHAPELESS_LETTERS}]")
#: More than three marks on one letter, such as accents: they would stand over the lines above and below.
_MARKS = "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACKED = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
#: A pattern of one letter that can be drawn and is not white space: a text that has one leaves something in one line.
DRAWABLE_LETTER = rf"[^\s{_SHAPELESS_LETTERS}]"


def drawable(text: str) -> str:
    """Return the text without characters that cannot be drawn on screen, and without towers of accents.

    Newlines stay.
    """
    return _STACKED.sub(r"\1", _SHAPELESS.sub("", text))


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text one after the other, split as ``str.splitlines`` splits them."""
    begin, size = 0, _PIECE
    while piece := text[begin : begin + size]:
        if begin + size < len(text):
            # The last line may go on after the piece.
            piece = piece[: -len(piece.splitlines(keepends=True)[-1])]
        yield from piece.splitlines()
        begin, size = begin + len(piece), _PIECE if piece else 2 * size


def one_line(text: str, most: int = LONGEST_WORDS) -> str:
    """Return the text on one line: single spaces, only characters that can be drawn, at most ``most`` of them."""
    # Cut before cleaning: a file may hold a name of millions of characters.
    words = " ".join(text[: 4 * most].split())
    return " ".join(drawable(words).split())[:most].rstrip()
