"""The edits of a position in their order: each can be taken back, and made again."""

from __future__ import annotations

from game.analysis.editor.draft import Draft
from game.core.model import Reason

#: Edits that can be taken back.
MOST_EDITS = 1000


class PositionEditor:
    """A position while it is set up, with those before it and those that were taken back."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._before: list[Draft] = []
        self._undone: list[Draft] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit that was taken back."""
        return bool(self._undone)

    def change(self, edited: Draft | Reason) -> Reason | None:
        """Take an edit on; one that changes nothing is none. Returns the reason where it was refused."""
        if isinstance(edited, Reason):
            return edited
        if edited != self.draft:
            self._before = [*self._before[1 - MOST_EDITS :], self.draft]
            self._undone.clear()
            self.draft = edited
        return None

    def undo(self) -> None:
        """Take the latest edit back, if there is one."""
        if self._before:
            self._undone.append(self.draft)
            self.draft = self._before.pop()

    def redo(self) -> None:
        """Make the edit again that was taken back last, if there is one."""
        if self._undone:
            self._before.append(self.draft)
            self.draft = self._undone.pop()
