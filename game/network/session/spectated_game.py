"""A game that somebody watches, as the window shows it. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.model import Event
from game.core.tournament import Tournament
from game.network.spectating.spectator import Spectator
from game.session.shown_game import LatestGame
from game.storage.faces import usual_face

#: The most milliseconds that count for one look at the table: a window that was asleep has not seen anybody think.
_LONGEST_LOOK = 1_000


class SpectatedGame(LatestGame):
    """It has what a table has for whoever shows it. ``attend`` lets time pass; ``take_changes`` tells what happened."""

    def __init__(self, coming: Callable[[], Spectator | None]) -> None:
        """``coming`` is asked for the watcher until it gives one, who is this game's from then on."""
        self._coming, self._watcher = coming, coming()
        self._changes: list[tuple[Event, ...]] = []
        self._looked_at = _now()

    @property
    def is_begun(self) -> bool:
        """Whether the table was heard, so that there is something to show."""
        return self._watcher is not None and self._watcher.course.tournament is not None

    @property
    def is_told(self) -> bool:
        """Whether the table was heard a moment ago."""
        return self._watcher is not None and self._watcher.is_told

    @property
    def problem(self) -> str:
        """Why the game cannot be shown here, in a sentence."""
        return self._watcher.problem if self._watcher is not None else ""

    @property
    def channel_problem(self) -> str:
        """Why the way to the table does not stand, in a sentence; "" where it does or nobody knows."""
        return self._watcher.channel_state.problem if self._watcher is not None else ""

    @property
    def is_paused(self) -> bool:
        """Whether both sides have paused the game."""
        return self._watcher is not None and self._watcher.course.is_paused

    @property
    def tournament(self) -> Tournament:
        """The series; asserts that it was heard of."""
        tournament = self._watcher.course.tournament if self._watcher is not None else None
        assert tournament is not None
        return tournament

    def person_face(self, index: int) -> str:
        """The usual face of a participant's name."""
        return usual_face(self.tournament.participants[index].name)

    def attend(self) -> None:
        """Let time pass; once a frame."""
        self._watcher = self._watcher or self._coming()
        now = _now()
        passed, self._looked_at = min(now - self._looked_at, _LONGEST_LOOK), now
        if self._watcher is not None:
            self._changes += self._watcher.poll(now)
            if self.is_begun and self.is_told and not self.is_paused:
                # Nobody tells watchers of a turn that runs; its line sets the clock right.
                self.match.spend(passed)

    def take_changes(self) -> list[tuple[Event, ...]]:
        """The events of each line that became true since the last call."""
        changes, self._changes = self._changes, []
        return changes

    def leave(self) -> None:
        """Watch no more."""
        if self._watcher is not None:
            self._watcher.close()


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
