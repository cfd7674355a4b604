"""``python -m tools.locale_check`` fails, and says where, when a text is unmarked or a translation missing or wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from polib import POEntry, POFile

from assets.make.catalogues import PLURALS, ROOT, entries_by_text, forms_of, language_of, message_of, po_file, read_po
from assets.make.messages import Message, Source, fields_of, messages_of, sources


def unmarked(found: Iterable[Source]) -> Iterator[str]:
    """What stands in the sources and cannot be translated as it is."""
    for source in found:
        for complaint, place in source.complaints:
            yield f"{place}: {complaint}"


def flaws(catalogue: POFile, messages: Iterable[Message]) -> Iterator[str]:
    """What a catalogue lacks, has left over, or has translated with other fields."""
    wanted = {message.text: message for message in messages}
    code, entries = language_of(catalogue), entries_by_text(catalogue)
    for text, message in wanted.items():
        entry = entries.get(text)
        if entry is None or message_of(entry) != message or not entry.translated():
            yield f"{code}: there is no translation of {text!r}"
        else:
            yield from (f"{code}: {text!r} {flaw}" for flaw in _entry_flaws(entry))
    for text in entries.keys() - wanted.keys():
        yield f"{code}: nobody says {text!r} any more"


def _entry_flaws(entry: POEntry) -> Iterator[str]:
    message = message_of(entry)
    optional = {"count"} if message.plural else set()
    for form in forms_of(entry):
        fields = fields_of(form)
        if not message.fields - optional <= fields <= message.fields:
            yield f"has the fields {sorted(message.fields)}, its translation {sorted(fields)}"
        if form.count("\n\n") != message.text.count("\n\n"):
            yield "is translated by another number of paragraphs"
        if form.strip() != form:
            yield "is translated with white space around it"


def problems() -> list[str]:
    """Everything that is wrong with our texts and catalogues."""
    found = sources(ROOT)
    messages, wrong = messages_of(found), list(unmarked(found))
    for code in PLURALS:
        file = po_file(code)
        catalogue = read_po(file)
        wrong.extend(flaws(catalogue, messages))
        if file.with_suffix(".mo").read_bytes() != catalogue.to_binary():
            wrong.append(f"{code}: the mo file is not made of the po file: python -m assets.make locale")
    return wrong


def main() -> int:
    """Prints what is wrong; 1 when something is."""
    wrong = problems()
    sys.stdout.writelines(f"{problem}\n" for problem in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
