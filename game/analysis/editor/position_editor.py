"""Undo and redo for the position editor."""

from __future__ import annotations

from game.analysis.editor.draft import Draft
from game.core.edit_history import EditHistory
from game.core.model import Reason


class PositionEditor(EditHistory[Draft]):
    """The position being edited in the position editor, with its undo and redo history."""

    @property
    def draft(self) -> Draft:
        """The edited position."""
        return self.value

    def change(self, edited: Draft | Reason) -> Reason | None:
        """Replace the draft of the position editor by an edited one. Return the Reason if an edit was refused."""
        if isinstance(edited, Reason):
            return edited
        self.replace(edited)
        return None
