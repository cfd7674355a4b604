"""The language of the sentences that a player reads: gettext's catalogues, switched while the program runs.

English stands in the sources and needs no catalogue. What is said at once goes through ``_``, what depends on a number
through ``plural``; a text that stands as data (a title, a pitch) is ``marked`` where it stands and goes through ``_``
where it is shown. Fields are named, and a sentence is one text: nothing is glued together from parts.

Who never calls ``speak`` - the arena, the referee, whoever writes files - speaks English.
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
#: The languages of the fair by code, each by its own name.
LANGUAGES = {ENGLISH: "English", "fi": "Suomi", "zh_CN": "简体中文"}
#: Where Chinese is written in simplified characters; "" is for who does not say where.
_SIMPLIFIED = ("", "CN", "SG", "HANS")


@dataclass(slots=True)
class _Spoken:
    """What is spoken now."""

    code: str = ENGLISH
    catalogue: NullTranslations = field(default_factory=NullTranslations)


_spoken = _Spoken()


def speak(code: str, folders: Iterable[Path] = ()) -> None:
    """Switches to a language; one that is none of ours is English.

    A folder holds catalogues as ``<code>/LC_MESSAGES/*.mo``; the first that knows a text translates it. One that
    cannot be read counts for nothing.
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
            _spoken.catalogue.add_fallback(GNUTranslations(stream))
    except (OSError, ValueError, KeyError, struct.error):
        return


def spoken() -> str:
    """The code of the language that is spoken."""
    return _spoken.code


def nearest(preferred: Iterable[tuple[str, str]]) -> str:
    """The first of these languages, each with its country or "", that is one of ours; else English."""
    for language, country in preferred:
        if language.lower() == "zh" and country.upper() in _SIMPLIFIED:
            return "zh_CN"
        if language.lower() in LANGUAGES:
            return language.lower()
    return ENGLISH


def marked(text: str) -> str:
    """The text itself, which the catalogues are to know: for texts that are data."""
    return text


def marked_lines(*texts: str) -> tuple[str, ...]:
    """Several texts, each of which the catalogues are to know by itself."""
    return texts


def _(text: str, /, **fields: object) -> str:
    """The text in the language that is spoken, its fields filled in."""
    return _filled(_spoken.catalogue.gettext(text) if text else "", text, fields)


def plural(one: str, many: str, number: int, /, **fields: object) -> str:
    """The text that goes with a number, which is its field ``count``."""
    english = one if number == 1 else many
    return _filled(_spoken.catalogue.ngettext(one, many, number), english, {"count": number, **fields})


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after another, as the language sets them; empty ones are left out."""
    said = [sentence for sentence in sentences if sentence]
    return reduce(lambda first, then: _("{first} {then}", first=first, then=then), said) if said else ""


def unended(sentence: str) -> str:
    """A sentence without its full stop, to become the end of another one."""
    return sentence.rstrip(".。 ")


def _filled(translated: str, english: str, fields: dict[str, object]) -> str:
    """The fields filled in; English stands in for somebody's translation that has other fields."""
    if not fields:
        return translated
    try:
        return translated.format(**fields)
    except (LookupError, ValueError, AttributeError):
        return english.format(**fields)
