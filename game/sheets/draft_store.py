"""The stored form of a rule sheet that is being edited, so that unsaved changes outlive the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.model import ParseError
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.reading import read_draft
from game.sheets.sheet import DRAFT_KEY, Sheet
from game.sheets.writing import write_sheet

#: The keys of the stored form: the text of the sheet, and the key of its file, "" for none.
_TEXT, _FILE = "text", "file"


def to_setting(draft: SheetDraft) -> dict[str, str]:
    """Return a draft as a JSON value, without its history."""
    return {_TEXT: write_sheet(draft.sheet), _FILE: draft.saved.key if draft.saved is not None else ""}


def from_setting(value: object, find: Callable[[str], Sheet | None]) -> SheetDraft | None:
    """Return the stored draft, or None if there is none that can be read.

    ``find`` returns the sheet in the player's file with a key, or None. If there is one, undo leads back to it.
    """
    if not isinstance(value, Mapping) or not isinstance(value.get(_TEXT), str):
        return None
    try:
        edited = read_draft(value[_TEXT], DRAFT_KEY)
    except ParseError:
        return None
    key = value.get(_FILE)
    saved = find(key) if isinstance(key, str) and key else None
    if saved is None:
        draft = SheetDraft(new_sheet())
        draft.history.value = edited
    else:
        draft = SheetDraft(saved, is_saved=True)
        draft.history.replace(edited)
    return draft
