"""Translation with gettext catalogues; the language can change while the program runs.

A translated text remembers how it was made, and ``translate_again`` makes it in the current language. Whatever draws a
text calls it, so a sentence that is stored, also in a Reason or in another sentence, still changes with the language.

The source texts are English and need no catalogue. Wrap a text that is shown at once in ``_``, a text that depends on a
number in ``plural``. Mark a text that is data (a title, a pitch) with ``gettext_noop`` and translate it with ``_``
where it is shown. Fields have names, and each sentence is one text: never build a sentence from translated parts.

Programs that never call ``set_language``, such as the arena and the referee, use English.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial, reduce
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

#: The language of the source texts.
ENGLISH = "en"
#: What the code of a language looks like, such as ``fi`` or ``zh_CN``.
_CODE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,8}){0,2}")
#: Countries and scripts whose language is offered under the name of another one.
_SAME_AS = {("zh", "SG"): "zh_CN", ("zh", "HANS"): "zh_CN"}


@dataclass(slots=True)
class _CurrentLanguage:
    """The current language of the app's texts, with its translation catalogues."""

    code: str = ENGLISH
    catalogue: NullTranslations = field(default_factory=NullTranslations)
    changes: int = 0
    """The number of changes of the language so far."""


_current = _CurrentLanguage()


def set_language(code: str, folders: Iterable[Path] = ()) -> None:
    """Switch the app's texts to a language, or to English if no folder has its catalogues.

    Each folder holds catalogues ``<code>/LC_MESSAGES/*.mo``; the first catalogue that has a text translates it.
    Catalogues that cannot be read are skipped.
    """
    catalogue, files = NullTranslations(), []
    if is_language_code(code) and code != ENGLISH:
        files = [file for folder in folders for file in sorted((folder / code / "LC_MESSAGES").glob("*.mo"))]
    for file in files:
        _add(file, catalogue)
    _current.code, _current.catalogue = code if files else ENGLISH, catalogue
    _current.changes += 1


def _add(file: Path, catalogue: NullTranslations) -> None:
    try:
        with file.open("rb") as stream:
            catalogue.add_fallback(GNUTranslations(stream))
    except (OSError, ValueError, LookupError, RecursionError, struct.error):
        return


def spoken() -> str:
    """Return the code of the language that the app's texts are shown in."""
    return _current.code


def is_language_code(text: str) -> bool:
    """Return True if a text looks like the code of a language, such as ``fi`` or ``zh_CN``."""
    return _CODE.fullmatch(text) is not None


def nearest(preferred: Iterable[tuple[str, str]], offered: Collection[str]) -> str:
    """Return the code of the first of the user's preferred languages that is offered, or of English.

    A preference is a pair: language code and country or script, "" if unknown. A language without a country is any
    that is offered of it.
    """
    for language, country in ((language.lower(), country.upper()) for language, country in preferred):
        wanted = (f"{language}_{country}", language, _SAME_AS.get((language, country), ""))
        regional = (code for code in offered if not country and code.startswith(f"{language}_"))
        found = next((code for code in wanted if code in offered), next(regional, ""))
        if found:
            return found
    return ENGLISH


def own_name() -> str:
    """Return the name of the current language in that language."""
    # Translators: not "English", but the name of your language in your language, such as "Suomi". It stands on the
    # button that chooses the language.
    return _("English")


class TranslatedText(str):
    """A translated text that remembers how it was made. An f-string, a copy or a pickle of it is an ordinary str.

    The msgspec library refuses subclasses of str, so its encoders need ``enc_hook=str``.
    """

    __slots__ = ("change", "make")
    make: Callable[[], str]
    change: int
    """The number of changes of the language before the text was made."""

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def make_translatable(make: Callable[[], str]) -> str:
    """Return the text that ``make`` returns; ``translate_again`` calls it again once the language has changed."""
    change = _current.changes
    text = TranslatedText(make())
    text.make, text.change = make, change
    return text


def translate_again(text: str) -> str:
    """Return a translated text in the current language; an ordinary str is returned unchanged."""
    return text.make() if isinstance(text, TranslatedText) and text.change != _current.changes else text


def gettext_noop(text: str) -> str:
    """Return the text unchanged; the call only marks it for translation, like gettext's ``N_``.

    For example, ``title=gettext_noop("Four in a row")``.
    """
    return text


def gettext_noop_lines(*texts: str) -> tuple[str, ...]:
    """Return the texts unchanged; the call only marks each of them for translation."""
    return texts


def plural_noop(one: str, many: str) -> tuple[str, str]:
    """Return both texts unchanged; the call only marks them for translation by ``plural``."""
    return one, many


def _(text: str, /, **fields: object) -> str:
    """Return the translation of a text into the current language, with its ``{fields}`` filled in.

    A translated text is made again in the current language.

        _("{name} wins.", name=player.name)
    """
    return make_translatable(partial(_translated, text, fields)) if text else ""


def _translated(text: str, fields: dict[str, object]) -> str:
    english = translate_again(text)
    return _filled(_current.catalogue.gettext(english), english, fields)


def plural(one: str, many: str, number: int, /, **fields: object) -> str:
    """Return the translation of a text that depends on a number, with its ``{fields}`` filled in.

    ``one`` and ``many`` are the English texts; the number is their field ``count``.

        plural("{count} game", "{count} games", len(games))
    """
    return make_translatable(partial(_counted, one, many, number, {"count": number, **fields}))


def _counted(one: str, many: str, number: int, fields: dict[str, object]) -> str:
    english = one if number == 1 else many
    try:
        translated = _current.catalogue.ngettext(one, many, number)
    # The plural formula comes from the file and may divide by zero.
    except ArithmeticError:
        translated = english
    return _filled(translated, english, fields)


def count_columns(text: str) -> int:
    """Return the number of columns that a text takes: two for a Chinese character or a wide sign, one for a letter."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences as one text, separated as the language requires; empty sentences are left out."""
    said = [sentence for sentence in sentences if sentence]
    # Translators: two sentences after each other; without the space in a language that writes none.
    return reduce(lambda first, then: _("{first} {then}", first=first, then=then), said) if said else ""


def strip_period(sentence: str) -> str:
    """Return a sentence without its full stop, for use at the end of another sentence."""
    return make_translatable(lambda: translate_again(sentence).rstrip(".。 "))


def _filled(translated: str, english: str, fields: dict[str, object]) -> str:
    """Return a translation with its fields filled in. If its fields are wrong, use the English text."""
    if not fields:
        return translated
    fields = {
        name: translate_again(value) if isinstance(value, TranslatedText) else value for name, value in fields.items()
    }
    try:
        return translated.format(**fields)
    except (LookupError, ValueError, AttributeError, TypeError):
        return english.format(**fields)


# Names of version 0.1, which drop-in rulesets may still import.
marked = gettext_noop
marked_lines = gettext_noop_lines
in_a_row = join_sentences
unended = strip_period
