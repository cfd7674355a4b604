"""Where a person makes moves: what the ghosts of a turn and the stone picker need of a real table, or of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class Moved:
    """Moves became true; the events of their steps."""

    events: tuple[Event, ...]
    note: str = ""
    """The last thing that an opponent said about its moves, in a sentence."""


class AtTable(Protocol):
    """A place where a person makes moves."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for somebody at this machine."""

    def play(self, *moves: Move) -> Moved | Reason:
        """A person's moves for the position as it stands."""

    def submit(self, command: Command) -> Moved | Reason:
        """A person's moves, chosen when the match stood at the command's revision."""
