"""A rule sheet that is being edited: single keys are changed by name, and every change can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from game.core.edit_history import EditHistory
from game.core.language import _
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.sheets.boards import geometry_of
from game.sheets.contradictions import Contradiction, contradiction
from game.sheets.reading import MOST_PITCH, MOST_TITLE
from game.sheets.sheet import DRAFT_KEY, USUAL_STONES, BoardShape, Forbidden, Sheet, SheetRules

_Forbidden = tuple[frozenset[Forbidden], frozenset[Forbidden]]


def new_sheet() -> Sheet:
    """Return the sheet with which a new game begins: five in a row on the usual board."""
    return Sheet(DRAFT_KEY, _("My game"), "", SheetRules())


def translated(sheet: Sheet) -> Sheet:
    """Return a sheet of the program with its title and pitch in the language of the window, to begin a copy with."""
    return replace(sheet, title=str(_(sheet.title)), pitch=str(_(sheet.pitch)))


def value_of(rules: SheetRules, section: str, key: str) -> object:
    """Return the value of a key of the rules, such as ``line`` and ``length``."""
    if section == "forbid":
        return rules.forbid[int(key == "second")]
    return getattr(getattr(rules, section), key)


def with_value(rules: SheetRules, section: str, key: str, value: object) -> SheetRules:
    """Return the rules with another value of a key. Rows of a square board follow its columns."""
    if section == "forbid":
        pair = [*rules.forbid]
        pair[int(key == "second")] = cast(frozenset[Forbidden], value)
        return replace(rules, forbid=cast(_Forbidden, tuple(pair)))
    changes = {key: value}
    if (section, key) == ("board", "columns") and rules.board.columns == rules.board.rows:
        changes["rows"] = value
    return replace(rules, **{section: replace(getattr(rules, section), **changes)})


class SheetDraft:
    """A rule sheet that is being edited, with its undo and redo history.

    Parts of the sheet that no form shows, such as a drawn board, stay as they are.
    """

    def __init__(self, sheet: Sheet, *, is_saved: bool = False) -> None:
        """Begin to edit a sheet. ``is_saved`` means that it has a file of its own, which saving replaces."""
        self.history = EditHistory(sheet if is_saved else translated(sheet))
        self.saved = sheet if is_saved else None
        """The sheet as it is in its file; None if it has no file of its own."""
        self._begun = self.sheet

    @property
    def sheet(self) -> Sheet:
        """The edited sheet, under the key of its file."""
        key = self.saved.key if self.saved is not None else DRAFT_KEY
        return replace(self.history.value, key=key)

    @property
    def rules(self) -> SheetRules:
        """The rules of the edited sheet."""
        return self.sheet.rules

    @property
    def is_saved(self) -> bool:
        """True if the file of the sheet has all changes."""
        return self.saved == self.sheet

    @property
    def has_changes(self) -> bool:
        """True if something would be lost without saving."""
        return not self.is_saved and self.sheet != self._begun

    # Edits

    def change(self, section: str, key: str, value: object) -> None:
        """Change the value of a key of the rules, such as ``line`` and ``length``.

        Sample moves that were made for other rules are dropped, since the menu could show an impossible position.
        """
        rules = with_value(self.rules, section, key, value)
        if rules != self.rules:
            self.history.replace(replace(self.sheet, rules=rules, sample=()))

    def rename(self, title: str) -> None:
        """Change the title. Its translations stay in the sheet for the old title."""
        self.history.replace(replace(self.sheet, title=one_line(title, MOST_TITLE)))

    def describe(self, pitch: str) -> None:
        """Change the sentence about the game."""
        self.history.replace(replace(self.sheet, pitch=one_line(pitch, MOST_PITCH)))

    def mark_saved(self, saved: Sheet) -> None:
        """Continue with the sheet as it is in its file now. The history stays."""
        self.saved = self.history.value = self._begun = saved

    # Problems

    @property
    def problem(self) -> Contradiction | None:
        """The section, the key and a sentence about the first problem that makes the game impossible, or None."""
        return contradiction(self.rules)

    @property
    def has_board(self) -> bool:
        """True if the section ``board`` describes a board, whether or not the game can be played on it."""
        try:
            geometry_of(self.rules)
        except (ParseError, ValueError):
            return False
        return True

    def unshown(self) -> list[str]:
        """Return the names of the parts of the sheet that the form cannot change, and which stay as they are."""
        sheet, found = self.sheet, []
        if self.rules.board.shape is BoardShape.ROWS:
            found.append(_("a drawn board"))
        if self.rules.stones != USUAL_STONES:
            found.append(_("kinds of stones"))
        if sheet.card:
            found.append(_("texts of the rules card"))
        return found
