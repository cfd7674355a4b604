"""Undo and redo for the position editor."""

from __future__ import annotations

from game.analysis.editor.draft import Draft
from game.core.model import Reason

#: Maximum number of edits that can be undone.
MOST_EDITS = 1000


class PositionEditor:
    """The position being edited in the position editor, with its undo and redo history."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._before: list[Draft] = []
        self._undone: list[Draft] = []

    @property
    def can_undo(self) -> bool:
        """True if an edit of the position can be undone."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """True if an edit of the position can be redone."""
        return bool(self._undone)

    def change(self, edited: Draft | Reason) -> Reason | None:
        """Replace the draft of the position editor by an edited one. Returns the Reason if an edit was refused.

        An edit that changes nothing is ignored.
        """
        if isinstance(edited, Reason):
            return edited
        if edited != self.draft:
            self._before = [*self._before[1 - MOST_EDITS :], self.draft]
            self._undone.clear()
            self.draft = edited
        return None

    def undo(self) -> None:
        """Undo the latest edit of the position, if there is one."""
        if self._before:
            self._undone.append(self.draft)
            self.draft = self._before.pop()

    def redo(self) -> None:
        """Redo the edit of the position that was undone last, if there is one."""
        if self._undone:
            self._before.append(self.draft)
            self.draft = self._undone.pop()
