"""``python -m tests.locale_check`` fails, and says where, when a text is unmarked or a translation missing or wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from assets.make.catalogues import PLURALS, ROOT, Catalogue, Entry, mo_bytes, po_file, read_po
from assets.make.messages import Message, Source, fields_of, messages_of, sources


def unmarked(found: Iterable[Source]) -> Iterator[str]:
    """What stands in the sources and cannot be translated as it is."""
    for source in found:
        for complaint, place in source.complaints:
            yield f"{place}: {complaint}"


def flaws(catalogue: Catalogue, messages: Iterable[Message]) -> Iterator[str]:
    """What a catalogue lacks, has left over, or has translated with other fields."""
    wanted = {message.text: message for message in messages}
    for text, message in wanted.items():
        entry = catalogue.entries.get(text)
        if entry is None or entry.message != message or not entry.is_complete:
            yield f"{catalogue.code}: there is no translation of {text!r}"
        else:
            yield from (f"{catalogue.code}: {text!r} {flaw}" for flaw in _entry_flaws(entry))
    for text in catalogue.entries.keys() - wanted.keys():
        yield f"{catalogue.code}: nobody says {text!r} any more"


def _entry_flaws(entry: Entry) -> Iterator[str]:
    optional = {"count"} if entry.message.plural else set()
    for form in entry.forms:
        fields = fields_of(form)
        if not entry.message.fields - optional <= fields <= entry.message.fields:
            yield f"has the fields {sorted(entry.message.fields)}, its translation {sorted(fields)}"
        if form.count("\n\n") != entry.message.text.count("\n\n"):
            yield "is translated by another number of paragraphs"
        if form.strip() != form:
            yield "is translated with white space around it"


def problems() -> list[str]:
    """Everything that is wrong with our texts and catalogues."""
    found = sources(ROOT)
    messages, wrong = messages_of(found), list(unmarked(found))
    for code in PLURALS:
        file = po_file(code)
        catalogue = read_po(file.read_text(encoding="utf-8"), code)
        wrong.extend(flaws(catalogue, messages))
        if file.with_suffix(".mo").read_bytes() != mo_bytes(catalogue):
            wrong.append(f"{code}: the mo file is not made of the po file: python -m assets.make locale")
    return wrong


def main() -> int:
    """Prints what is wrong; 1 when something is."""
    wrong = problems()
    sys.stdout.writelines(f"{problem}\n" for problem in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
