"""Catalogues of translations: gettext's text form for people (po), its binary form for the program (mo)."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import assets
from assets.make.messages import Message, fields_of, messages_of, sources

ROOT = assets.FOLDER.parent
#: The file that holds a language's translations, without its ending.
DOMAIN = "stone_fair"
#: The rule of each language for plurals, in gettext's words: how many forms there are, and which one a number takes.
PLURALS = {"fi": "nplurals=2; plural=(n != 1);", "zh_CN": "nplurals=1; plural=0;"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A message and its translation: a form for each number that the language tells apart, "" where it is missing."""

    message: Message
    forms: tuple[str, ...]
    files: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every form is there."""
        return all(self.forms)


@dataclass(slots=True)
class Catalogue:
    """A language's translations by the English text."""

    code: str
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def plural_forms(self) -> int:
        """How many forms a message with a plural has."""
        return int(PLURALS[self.code].partition("nplurals=")[2][0])

    def forms_for(self, message: Message) -> int:
        """How many forms this message has."""
        return self.plural_forms if message.plural else 1

    def updated(self, messages: Mapping[Message, Iterable[str]]) -> Catalogue:
        """The catalogue of these messages, each with its files: known translations are kept, others left out."""
        entries = {}
        for message, files in messages.items():
            known = self.entries.get(message.text)
            number = self.forms_for(message)
            forms = known.forms if known and len(known.forms) == number else ("",) * number
            entries[message.text] = Entry(message, forms, tuple(files))
        return Catalogue(self.code, entries)


def po_file(code: str) -> Path:
    """Where a language's translations stand."""
    return assets.FOLDER / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def bake() -> list[Path]:
    """Brings every po file in line with the sources, missing translations left empty, and makes the mo files of them.

    A language's file that is not there yet is begun.
    """
    messages = messages_of(sources(ROOT))
    written: list[Path] = []
    for code in PLURALS:
        file = po_file(code)
        known = read_po(file.read_text(encoding="utf-8"), code) if file.is_file() else Catalogue(code)
        catalogue = known.updated(messages)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(po_text(catalogue), encoding="utf-8", newline="\n")
        file.with_suffix(".mo").write_bytes(mo_bytes(catalogue))
        written.extend((file, file.with_suffix(".mo")))
    return written


# The text form


def _header(code: str) -> str:
    return f"Language: {code}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: {PLURALS[code]}\n"


def po_text(catalogue: Catalogue) -> str:
    """A catalogue in its text form."""
    blocks = ["\n".join(_po_lines("msgid", "") + _po_lines("msgstr", _header(catalogue.code)))]
    blocks += ["\n".join(_entry_lines(entry)) for entry in catalogue.entries.values()]
    return "\n\n".join(blocks) + "\n"


def _entry_lines(entry: Entry) -> Iterator[str]:
    if entry.files:
        yield f"#: {' '.join(entry.files)}"
    if fields_of(entry.message.text) or entry.message.plural:
        yield "#, python-brace-format"
    yield from _po_lines("msgid", entry.message.text)
    if not entry.message.plural:
        yield from _po_lines("msgstr", entry.forms[0])
        return
    yield from _po_lines("msgid_plural", entry.message.plural)
    for number, form in enumerate(entry.forms):
        yield from _po_lines(f"msgstr[{number}]", form)


def _po_lines(keyword: str, text: str) -> list[str]:
    """A keyword with its text, which has a line of its own for each of its lines where there are several."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text) or [""]
    if len(lines) == 1:
        return [f"{keyword} {_escaped(text)}"]
    return [f'{keyword} ""', *map(_escaped, lines)]


def _escaped(text: str) -> str:
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{inside}"'


def read_po(text: str, code: str) -> Catalogue:
    """The catalogue that a text form holds; raises ValueError with the line for what is none."""
    catalogue = Catalogue(code)
    for block in text.split("\n\n"):
        values = _block_values(block)
        if values.get("msgid"):
            message = Message(values["msgid"], values.get("msgid_plural", ""))
            forms = tuple(value for keyword, value in values.items() if keyword.startswith("msgstr"))
            catalogue.entries[message.text] = Entry(message, forms)
    return catalogue


def _block_values(block: str) -> dict[str, str]:
    values: dict[str, str] = {}
    keyword = ""
    for line in block.split("\n"):
        words = line
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith('"'):
            keyword, _, words = line.partition(" ")
            values[keyword] = ""
        try:
            values[keyword] += ast.literal_eval(words)
        except (SyntaxError, KeyError, TypeError) as error:
            raise ValueError(f"{line!r} is not a line of a po file") from error
    return values


# The binary form


def mo_bytes(catalogue: Catalogue) -> bytes:
    """The complete entries of a catalogue in gettext's binary form (its manual, "The Format of GNU MO Files")."""
    pairs = [("", _header(catalogue.code))]
    for entry in catalogue.entries.values():
        if entry.is_complete:
            key = f"{entry.message.text}\0{entry.message.plural}" if entry.message.plural else entry.message.text
            pairs.append((key, "\0".join(entry.forms)))
    coded = sorted((key.encode(), value.encode()) for key, value in pairs)
    start = 28 + 16 * len(coded)
    keys = _laid_out([key for key, _ in coded], start)
    values = _laid_out([value for _, value in coded], start + len(keys.texts))
    head = struct.pack("<7I", 0x950412DE, 0, len(coded), 28, 28 + 8 * len(coded), 0, 0)
    return head + keys.table + values.table + keys.texts + values.texts


@dataclass(frozen=True, slots=True)
class _Texts:
    """Texts of a binary catalogue with the table that says how long each is and where it lies."""

    table: bytes
    texts: bytes


def _laid_out(texts: Iterable[bytes], start: int) -> _Texts:
    table, whole = b"", b""
    for text in texts:
        table += struct.pack("<2I", len(text), start + len(whole))
        whole += text + b"\0"
    return _Texts(table, whole)
