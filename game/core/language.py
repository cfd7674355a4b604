"""Translation with gettext catalogues; the language can change while the program runs.

The source texts are English and need no catalogue. Wrap a text that is shown at once in ``_``, a text that depends on a
number in ``plural``. Mark a text that is data (a title, a pitch) with ``gettext_noop`` and translate it with ``_``
where it is shown. Fields have names, and each sentence is one text: never build a sentence from translated parts.

Programs that never call ``set_language``, such as the arena and the referee, use English.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

#: The language of the source texts.
ENGLISH = "en"
#: The languages that the app offers: code to name, each name in its own language.
LANGUAGES = {ENGLISH: "English", "fi": "Suomi", "zh_CN": "简体中文"}
#: The countries and scripts in which Chinese uses simplified characters; "" for none given.
_SIMPLIFIED = ("", "CN", "SG", "HANS")


@dataclass(slots=True)
class _CurrentLanguage:
    """The current language of the app's texts, with its translation catalogues."""

    code: str = ENGLISH
    catalogue: NullTranslations = field(default_factory=NullTranslations)


_current = _CurrentLanguage()


def set_language(code: str, folders: Iterable[Path] = ()) -> None:
    """Switch the app's texts to a language, or to English if its code is not in LANGUAGES.

    Each folder holds catalogues ``<code>/LC_MESSAGES/*.mo``; the first catalogue that has a text translates it.
    Catalogues that cannot be read are skipped.
    """
    _current.code = code if code in LANGUAGES else ENGLISH
    _current.catalogue = NullTranslations()
    if _current.code == ENGLISH:
        return
    for folder in folders:
        for file in sorted((folder / code / "LC_MESSAGES").glob("*.mo")):
            _add(file)


def _add(file: Path) -> None:
    try:
        with file.open("rb") as stream:
            catalogue = GNUTranslations(stream)
    except (OSError, ValueError, LookupError, RecursionError, struct.error):
        return
    _current.catalogue.add_fallback(catalogue)


def spoken() -> str:
    """Return the code of the language that the app's texts are shown in."""
    return _current.code


def nearest(preferred: Iterable[tuple[str, str]]) -> str:
    """Return the code of the first of the user's preferred languages that the app offers, or of English.

    A preference is a pair: language code and country or script, "" if unknown.
    """
    for language, country in preferred:
        if language.lower() == "zh" and country.upper() in _SIMPLIFIED:
            return "zh_CN"
        if language.lower() in LANGUAGES:
            return language.lower()
    return ENGLISH


def gettext_noop(text: str) -> str:
    """Return the text unchanged; the call only marks it for translation, like gettext's ``N_``.

    title=gettext_noop("Four in a row")
    """
    return text


def gettext_noop_lines(*texts: str) -> tuple[str, ...]:
    """Return the texts unchanged; the call only marks each of them for translation."""
    return texts


def _(text: str, /, **fields: object) -> str:
    """Return the translation of a text into the current language, with its ``{fields}`` filled in.

    _("{name} wins.", name=player.name)
    """
    return _filled(_current.catalogue.gettext(text) if text else "", text, fields)


def plural(one: str, many: str, number: int, /, **fields: object) -> str:
    """Return the translation of a text that depends on a number, with its ``{fields}`` filled in.

    ``one`` and ``many`` are the English texts; the number is their field ``count``.

        plural("{count} game", "{count} games", len(games))
    """
    english = one if number == 1 else many
    try:
        translated = _current.catalogue.ngettext(one, many, number)
    # The plural formula comes from the file and may divide by zero.
    except ArithmeticError:
        translated = english
    return _filled(translated, english, {"count": number, **fields})


def count_columns(text: str) -> int:
    """Return the number of columns that a text takes: two for a Chinese character or a wide sign, one for a letter."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences as one text, separated as the language requires; empty sentences are left out."""
    said = [sentence for sentence in sentences if sentence]
    return reduce(lambda first, then: _("{first} {then}", first=first, then=then), said) if said else ""


def strip_period(sentence: str) -> str:
    """Return a sentence without its full stop, for use at the end of another sentence."""
    return sentence.rstrip(".。 ")


def _filled(translated: str, english: str, fields: dict[str, object]) -> str:
    """Return a translation with its fields filled in. If its fields are wrong, use the English text."""
    if not fields:
        return translated
    try:
        return translated.format(**fields)
    except (LookupError, ValueError, AttributeError, TypeError):
        return english.format(**fields)


# Names of version 0.1, which drop-in rulesets may still import.
marked = gettext_noop
marked_lines = gettext_noop_lines
in_a_row = join_sentences
unended = strip_period
