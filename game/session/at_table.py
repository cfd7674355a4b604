"""The interface of a place that takes moves, for the ghosts of a turn and the stone picker: a game or a lesson."""

from __future__ import annotations

from typing import Protocol

from game.core.match import Match
from game.core.model import Move, Reason
from game.session.table import Moved


class AtTable(Protocol):
    """A place where a person makes moves."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for somebody at this machine."""

    def submit(self, *moves: Move) -> Moved | Reason:
        """Make a person's moves in the current position."""
