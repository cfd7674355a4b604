"""Cleaning of text from outside (names in files, output of engines, sentences of plug-ins) for the screen.

Code that reads such text cleans and cuts it once, so that later code meets only characters that can be drawn.
"""

from __future__ import annotations

import re

#: The most characters of text from outside that are shown in a line.
LONGEST_WORDS = 200
#: Control characters except newline, surrogates, and characters without a shape: the property
#: Default_Ignorable_Code_Point of Unicode 15.1 (DerivedCoreProperties.txt), annotation marks and musical control
#: characters.
_SHAPELESS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def drawable(text: str) -> str:
    """Return the text without characters that cannot be drawn; newlines stay."""
    return _SHAPELESS.sub("", text)


def one_line(text: str, most: int = LONGEST_WORDS) -> str:
    """Return the text on one line: single spaces, only characters that can be drawn, at most ``most`` of them."""
    # Cut before cleaning: a file may hold a name of millions of characters.
    words = " ".join(text[: 4 * most].split())
    return " ".join(drawable(words).split())[:most].rstrip()
