"""The languages of the program: English, and each with a catalogue ``locale/<code>/LC_MESSAGES/stone_fair.mo``."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import assets

#: The name of a language's catalogue, without its ending.
DOMAIN = "stone_fair"
#: The text whose translation is the name of a language in that language, and the code of the source texts.
_OWN_NAME, _ENGLISH = "English", "en"


def language_folder() -> Path:
    """Return the folder of the catalogues."""
    return assets.FOLDER / "locale"


def catalogue_file(code: str) -> Path:
    """Return the path of the catalogue of a language, which the program reads."""
    return language_folder() / code / "LC_MESSAGES" / f"{DOMAIN}.mo"


class Languages(Mapping[str, str]):
    """The code of each language, English first, and its name in that language. The folder is read at each use."""

    def __getitem__(self, code: str) -> str:
        """Return the name of a language, or its code if its catalogue does not say it."""
        if code not in self:
            raise KeyError(code)
        return _OWN_NAME if code == _ENGLISH else _own_name(code, catalogue_file(code))

    def __iter__(self) -> Iterator[str]:
        """Yield the codes of the languages, ``en`` first and the others in alphabetical order."""
        yield _ENGLISH
        yield from sorted(file.parents[1].name for file in language_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))

    def __len__(self) -> int:
        """Return the number of languages."""
        return sum(1 for _ in self)

    def __contains__(self, code: object) -> bool:
        """Return True if there is a language with this code."""
        return any(code == there for there in self)


#: All languages that the program has.
LANGUAGES = Languages()


@cache
def _own_name(code: str, file: Path) -> str:
    try:
        with file.open("rb") as stream:
            name = GNUTranslations(stream).gettext(_OWN_NAME)
    except (OSError, ValueError, LookupError, RecursionError, struct.error):
        return code
    return code if name == _OWN_NAME else name
