"""The undo and redo history of something that is edited, such as a position or a rule sheet."""

from __future__ import annotations

from typing import Generic, TypeVar

#: Maximum number of edits that can be undone.
MOST_EDITS = 1000

Edited = TypeVar("Edited")


class EditHistory(Generic[Edited]):
    """A value that is replaced by each edit, with its earlier and its undone versions."""

    def __init__(self, value: Edited) -> None:
        self.value = value
        """The value after the latest edit."""
        self._before: list[Edited] = []
        self._undone: list[Edited] = []

    @property
    def can_undo(self) -> bool:
        """True if an edit can be undone."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """True if an undone edit can be made again."""
        return bool(self._undone)

    def replace(self, value: Edited) -> None:
        """Replace the value by an edited one. An edit that changes nothing is ignored."""
        if value != self.value:
            self._before = [*self._before[1 - MOST_EDITS :], self.value]
            self._undone.clear()
            self.value = value

    def undo(self) -> None:
        """Undo the latest edit, if there is one."""
        if self._before:
            self._undone.append(self.value)
            self.value = self._before.pop()

    def redo(self) -> None:
        """Redo the edit that was undone last, if there is one."""
        if self._undone:
            self._before.append(self.value)
            self.value = self._undone.pop()
