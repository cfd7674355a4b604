"""Catalogues of translations, one for each language: a po file, which translators edit, and an mo file made from it.

Each folder in ``assets/locale`` is a language, with the code of the language as its name. ``stone_fair.pot`` in there
has all texts without translations, and what translators should know about them.

The program reads the mo file. Babel reads and writes both, knows the rule of each language for plurals, and updates a
catalogue with the texts in the sources.
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
from assets.languages import DOMAIN, catalogue_file, language_folder
from assets.make.messages import Source, sources

ROOT = assets.FOLDER.parent
#: The languages that are translated to.
CODES = tuple(sorted(folder.name for folder in language_folder().iterdir() if folder.is_dir()))
#: The texts without translations.
TEMPLATE = language_folder() / f"{DOMAIN}.pot"

#: The comment at the head of a po file.
_HEADER = "# Translate the msgstr lines; all others are written by: python -m assets.make locale"
_TEMPLATE_HEADER = "# All texts of Stone Fair, for translators; written by: python -m assets.make locale"
#: What gettext needs to know about a catalogue. The rest of Babel's head changes with the day and the version.
_FACTS = ("Language:", "Plural-Forms:", "Content-Type:")


class Catalogue(Catalog):
    """A catalogue of translations whose header depends only on its language, not on the day or Babel's version."""

    def __iter__(self) -> Iterator[Entry]:
        head, *others = super().__iter__()
        facts = str(head.string).splitlines()
        yield Entry("", "".join(f"{fact}\n" for fact in facts if fact.startswith(_FACTS)))
        yield from others


def po_file(code: str) -> Path:
    """Return the path of the po file with the translations into a language, given by its code such as ``fi``."""
    return catalogue_file(code).with_suffix(".po")


def bake() -> list[Path]:
    """Update the template and every po file with the texts in the sources, make the mo files, and return these files.

    Missing translations stay empty. A po file that does not exist is created. Raises PoFileError, with the line, for a
    po file that is not valid.
    """
    texts = template(sources(ROOT))
    TEMPLATE.write_bytes(po_form(texts))
    written = [TEMPLATE]
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
    """Return a catalogue with all texts to translate, in the order of the sources, each with the files that contain it.

    A text that occurs alone and also with a plural has one entry for both. Comments for translators come along.
    """
    texts = Catalogue(header_comment=_TEMPLATE_HEADER, fuzzy=False)
    for source in found:
        for message, place in source.messages:
            texts.add(message.id, locations=[(place.file, place.line)], auto_comments=message.comments)
    return texts


def new_catalogue(code: str) -> Catalogue:
    """Return an empty catalogue for the language with this code."""
    return Catalogue(code, header_comment=_HEADER, fuzzy=False)


def read_po(file: Path, code: str) -> Catalogue:
    """Read the catalogue of a language from its po file.

    Raises PoFileError, with the line, if the file is not valid.
    """
    catalogue = new_catalogue(code)
    with file.open(encoding="utf-8") as lines:
        PoFileParser(catalogue, ignore_obsolete=True, abort_invalid=True).parse(lines)
    return catalogue


def po_form(catalogue: Catalogue) -> bytes:
    """Return the contents of a po file, in which translators edit a catalogue: one line for each line of a text."""
    written = io.BytesIO()
    write_po(written, catalogue, width=0, ignore_obsolete=True, include_lineno=False)
    return written.getvalue()


def mo_form(catalogue: Catalogue) -> bytes:
    """Return the contents of an mo file, from which the program reads the finished translations of a catalogue."""
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
