"""Catalogues of translations, one a language: people write its po file, the program reads the mo file made of that.

polib reads and writes both forms. What is ours is the merging: a catalogue has the texts of the sources, in their
order, with the translations that are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import polib

import assets
from assets.make.messages import Message, fields_of, messages_of, sources

ROOT = assets.FOLDER.parent
#: The name of a language's po and mo file, without its ending.
DOMAIN = "stone_fair"
#: The rule of each language for plurals, in gettext's words: how many forms there are, and which one a number takes.
PLURALS = {"fi": "nplurals=2; plural=(n != 1);", "zh_CN": "nplurals=1; plural=0;"}

#: The comment at the head of a po file.
_HEADER = "Translate the msgstr lines; all others are written by: python -m assets.make locale"
#: Lines of a po file end where those of their text do.
_UNWRAPPED = 0


def po_file(code: str) -> Path:
    """Where a language's translations stand."""
    return assets.FOLDER / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def bake() -> list[Path]:
    """Brings every po file in line with the sources, missing translations left empty, and makes the mo files of them.

    A language's file that is not there yet is begun. Raises OSError, with the line, for what is no po file.
    """
    messages = messages_of(sources(ROOT))
    written: list[Path] = []
    for code in PLURALS:
        file = po_file(code)
        catalogue = merge(read_po(file) if file.is_file() else new_catalogue(code), messages)
        file.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(file), newline="\n")
        catalogue.save_as_mofile(str(file.with_suffix(".mo")))
        written.extend((file, file.with_suffix(".mo")))
    return written


def new_catalogue(code: str) -> polib.POFile:
    """A catalogue without any text."""
    catalogue = polib.POFile(wrapwidth=_UNWRAPPED)
    catalogue.header = _HEADER
    catalogue.metadata = {
        "Language": code,
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": PLURALS[code],
    }
    return catalogue


def read_po(file: Path) -> polib.POFile:
    """The catalogue that a po file holds; raises OSError, with the line, for what is none."""
    return polib.pofile(str(file), encoding="utf-8", wrapwidth=_UNWRAPPED)


def merge(known: polib.POFile, messages: Mapping[Message, Iterable[str]]) -> polib.POFile:
    """A catalogue of these messages, each with the files that say it.

    Translations that are known are kept as long as they have the right number of forms; those of other texts are left
    out.
    """
    code, entries = language_of(known), entries_by_text(known)
    merged = new_catalogue(code)
    for message, files in messages.items():
        missing = ("",) * (_plural_forms(code) if message.plural else 1)
        forms = forms_of(entries[message.text]) if message.text in entries else missing
        merged.append(new_entry(message, forms if len(forms) == len(missing) else missing, files))
    return merged


def _plural_forms(code: str) -> int:
    """How many forms a message with a plural has in a language."""
    return int(PLURALS[code].partition("nplurals=")[2][0])


def new_entry(message: Message, forms: Sequence[str], files: Iterable[str] = ()) -> polib.POEntry:
    """A message with its translation: a form for each number that the language tells apart, "" where it is missing."""
    return polib.POEntry(
        msgid=message.text,
        msgid_plural=message.plural,
        msgstr="" if message.plural else forms[0],
        msgstr_plural=dict(enumerate(forms)) if message.plural else {},
        occurrences=[(file, "") for file in files],
        flags=["python-brace-format"] if message.plural or fields_of(message.text) else [],
    )


def language_of(catalogue: polib.POFile) -> str:
    """The code of a catalogue's language."""
    return str(catalogue.metadata["Language"])


def entries_by_text(catalogue: polib.POFile) -> dict[str, polib.POEntry]:
    """The entries of a catalogue by their English text."""
    return {entry.msgid: entry for entry in catalogue if not entry.obsolete}


def message_of(entry: polib.POEntry) -> Message:
    """The message that an entry translates."""
    return Message(entry.msgid, entry.msgid_plural)


def forms_of(entry: polib.POEntry) -> tuple[str, ...]:
    """The forms of an entry's translation."""
    return tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
