"""``python -m tools.locale_check`` checks the texts of the program and their translations.

It lists each text that is not marked for translation and each translation that is missing or wrong, and fails if there
are any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from babel.messages.catalog import Message as Entry

from assets.make.catalogues import (
    CODES,
    ROOT,
    TEMPLATE,
    Catalogue,
    entries,
    forms_of,
    mo_form,
    po_file,
    po_form,
    read_po,
    template,
    texts_of,
)
from assets.make.messages import Source, fields_of, sources


def unmarked(found: Iterable[Source]) -> Iterator[str]:
    """Yield a complaint, with its place, for each text in the sources that cannot be translated as it is written."""
    for source in found:
        for complaint, place in source.complaints:
            yield f"{place}: {complaint}"


def flaws(catalogue: Catalogue, texts: Catalogue) -> Iterator[str]:
    """Yield the flaws of a catalogue: missing, superfluous and wrong translations of the texts in the sources."""
    code = catalogue.locale_identifier
    for text in entries(texts):
        entry = catalogue.get(text.id)
        if entry is None or entry.id != text.id or entry.fuzzy or not all(forms_of(entry)):
            yield f"{code}: there is no translation of {texts_of(text)[0]!r}"
        else:
            yield from (f"{code}: {texts_of(text)[0]!r} {flaw}" for flaw in _entry_flaws(entry))
    for entry in entries(catalogue):
        if entry.id not in texts:
            yield f"{code}: nobody says {texts_of(entry)[0]!r} any more"


def _entry_flaws(entry: Entry) -> Iterator[str]:
    texts = texts_of(entry)
    known = {name for text in texts for name in fields_of(text)}
    optional = {"count"} if entry.pluralizable else set()
    for form in forms_of(entry):
        fields = fields_of(form)
        if not known - optional <= fields <= known:
            yield f"has the fields {sorted(known)}, its translation {sorted(fields)}"
        if form.count("\n\n") != texts[0].count("\n\n"):
            yield "is translated by another number of paragraphs"
        if form.strip() != form:
            yield "is translated with white space around it"


def problems() -> list[str]:
    """Return all problems of the texts in the sources, the catalogues and the compiled catalogues."""
    found = sources(ROOT)
    texts, wrong = template(found), list(unmarked(found))
    if TEMPLATE.read_bytes() != po_form(texts):
        wrong.append("the template does not have the texts of the sources: python -m assets.make locale")
    for code in CODES:
        file = po_file(code)
        catalogue = read_po(file, code)
        wrong.extend(flaws(catalogue, texts))
        if file.with_suffix(".mo").read_bytes() != mo_form(catalogue):
            wrong.append(f"{code}: the mo file is not made of the po file: python -m assets.make locale")
    return wrong


def main() -> int:
    """Print the problems of the program's texts and their translations. Return 1 if there are any, else 0."""
    wrong = problems()
    sys.stdout.writelines(f"{problem}\n" for problem in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
