"""What the ghosts of a turn and the stone picker need of whatever is played: a real table, or a lesson."""

from __future__ import annotations

from typing import Protocol

from game.core.match import Match
from game.core.model import Move, Reason
from game.session.table import Moved


class AtTable(Protocol):
    """Somewhere a person makes moves."""

    @property
    def match(self) -> Match:
        """What is played."""

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for somebody at this machine."""

    def submit(self, *moves: Move) -> Moved | Reason:
        """A person's moves for the position as it stands."""
