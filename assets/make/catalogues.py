"""Catalogues of translations, one a language: people write its po file, the program reads the mo file made of that.

Babel reads and writes both forms, knows the rule of each language for plurals, and brings a catalogue in line with the
texts of the sources.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po

import assets
from assets.make.messages import Source, sources
from game.core.language import ENGLISH, LANGUAGES

ROOT = assets.FOLDER.parent
#: The name of a language's po and mo file, without its ending.
DOMAIN = "stone_fair"
#: The languages that are translated to.
CODES = tuple(code for code in LANGUAGES if code != ENGLISH)

#: The comment at the head of a po file.
_HEADER = "# Translate the msgstr lines; all others are written by: python -m assets.make locale"
#: What gettext needs to know about a catalogue. The rest of Babel's head changes with the day and the version.
_FACTS = ("Language:", "Plural-Forms:", "Content-Type:")


class Catalogue(Catalog):
    """A catalogue whose head changes only with its language."""

    def __iter__(self) -> Iterator[Entry]:
        head, *others = super().__iter__()
        facts = str(head.string).splitlines()
        yield Entry("", "".join(f"{fact}\n" for fact in facts if fact.startswith(_FACTS)))
        yield from others


def po_file(code: str) -> Path:
    """Where a language's translations stand."""
    return assets.FOLDER / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def bake() -> list[Path]:
    """Brings every po file in line with the sources, missing translations left empty, and makes the mo files of them.

    A language's file that is not there yet is begun. Raises PoFileError, with the line, for what is no po file.
    """
    texts = template(sources(ROOT))
    written: list[Path] = []
    for code in CODES:
        file = po_file(code)
        catalogue = read_po(file, code) if file.is_file() else new_catalogue(code)
        catalogue.update(texts, no_fuzzy_matching=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(po_form(catalogue))
        file.with_suffix(".mo").write_bytes(mo_form(catalogue))
        written.extend((file, file.with_suffix(".mo")))
    return written


def template(found: Iterable[Source]) -> Catalogue:
    """Return all messages in the order of the sources, each with its files; a plural also covers its singular alone."""
    texts = Catalogue()
    for source in found:
        for message, place in source.messages:
            texts.add(message.id, locations=[(place.file, place.line)])
    return texts


def new_catalogue(code: str) -> Catalogue:
    """Return a catalogue without any text."""
    return Catalogue(code, header_comment=_HEADER, fuzzy=False)


def read_po(file: Path, code: str) -> Catalogue:
    """Return the catalogue in a language's po file; raises PoFileError, with the line, if the file is not valid."""
    catalogue = new_catalogue(code)
    with file.open(encoding="utf-8") as lines:
        PoFileParser(catalogue, ignore_obsolete=True, abort_invalid=True).parse(lines)
    return catalogue


def po_form(catalogue: Catalogue) -> bytes:
    """Return the contents of a po file, which translators edit: one line for each line of a text."""
    written = io.BytesIO()
    write_po(written, catalogue, width=0, ignore_obsolete=True, include_lineno=False)
    return written.getvalue()


def mo_form(catalogue: Catalogue) -> bytes:
    """Return the contents of an mo file, which the program reads: the finished translations."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def entries(catalogue: Catalogue) -> list[Entry]:
    """Return the entries of a catalogue, without its header."""
    return [entry for entry in catalogue if entry.id]


def texts_of(entry: Entry) -> tuple[str, ...]:
    """Return the text that an entry translates, and its plural if it has one."""
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def forms_of(entry: Entry) -> tuple[str, ...]:
    """Return the forms of an entry's translation, one for each plural form of the language; "" for a missing one."""
    return (entry.string or "",) if isinstance(entry.string, str | None) else tuple(entry.string)
