"""Translation: gettext's catalogues, switched while the program runs.

English stands in the sources and needs no catalogue. A text that is shown at once goes through ``_``, one that depends
on a number through ``plural``; a text that is data (a title, a pitch) stands in ``gettext_noop``
and goes through ``_`` where it is shown. Fields are named, and a sentence is one text: nothing is glued together from
parts.

A program that never calls ``speak`` - the arena, the referee, a writer of files - speaks English.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

#: The language of the sources.
ENGLISH = "en"
#: The languages that the window offers, by code, each by its own name.
LANGUAGES = {ENGLISH: "English", "fi": "Suomi", "zh_CN": "简体中文"}
#: Countries and scripts in which Chinese is written in simplified characters; "" stands for none given.
_SIMPLIFIED = ("", "CN", "SG", "HANS")


@dataclass(slots=True)
class _Spoken:
    """The language in use."""

    code: str = ENGLISH
    catalogue: NullTranslations = field(default_factory=NullTranslations)


_spoken = _Spoken()


def speak(code: str, folders: Iterable[Path] = ()) -> None:
    """Switch to a language; a code that is not in LANGUAGES means English.

    A folder holds catalogues as ``<code>/LC_MESSAGES/*.mo``; the first that knows a text translates it. A catalogue
    that cannot be read is skipped.
    """
    _spoken.code = code if code in LANGUAGES else ENGLISH
    _spoken.catalogue = NullTranslations()
    if _spoken.code == ENGLISH:
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
    _spoken.catalogue.add_fallback(catalogue)


def spoken() -> str:
    """The code of the language in use."""
    return _spoken.code


def nearest(preferred: Iterable[tuple[str, str]]) -> str:
    """The first of the preferred languages, each with its country or "", that LANGUAGES has; else English."""
    for language, country in preferred:
        if language.lower() == "zh" and country.upper() in _SIMPLIFIED:
            return "zh_CN"
        if language.lower() in LANGUAGES:
            return language.lower()
    return ENGLISH


def gettext_noop(text: str) -> str:
    """Return the text itself, marked for the catalogues (gettext's ``N_``): for texts that are data."""
    return text


def gettext_noop_lines(*texts: str) -> tuple[str, ...]:
    """Return several texts, each marked for the catalogues by itself."""
    return texts


def _(text: str, /, **fields: object) -> str:
    """Translate a text into the language in use and fill in its fields."""
    return _filled(_spoken.catalogue.gettext(text) if text else "", text, fields)


def plural(one: str, many: str, number: int, /, **fields: object) -> str:
    """Translate a text that depends on a number, which is its field ``count``."""
    english = one if number == 1 else many
    try:
        translated = _spoken.catalogue.ngettext(one, many, number)
    # The rule for numbers is a formula of the file, and may divide by nothing.
    except ArithmeticError:
        translated = english
    return _filled(translated, english, {"count": number, **fields})


def join_sentences(sentences: Iterable[str]) -> str:
    """Join sentences as the language sets them; empty ones are left out."""
    said = [sentence for sentence in sentences if sentence]
    return reduce(lambda first, then: _("{first} {then}", first=first, then=then), said) if said else ""


def strip_period(sentence: str) -> str:
    """A sentence without its full stop, to be the end of another one."""
    return sentence.rstrip(".。 ")


def _filled(translated: str, english: str, fields: dict[str, object]) -> str:
    """Fill in the fields; English stands in for a translation whose fields are not those of the text."""
    if not fields:
        return translated
    try:
        return translated.format(**fields)
    except (LookupError, ValueError, AttributeError, TypeError):
        return english.format(**fields)


# The names of version 0.1, which drop-in rulesets may import.
marked = gettext_noop
marked_lines = gettext_noop_lines
in_a_row = join_sentences
unended = strip_period
