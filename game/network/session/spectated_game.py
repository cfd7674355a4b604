"""A remote game that the local player watches, which the window shows like a local game.

Imports no pygame.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.model import Event
from game.core.tournament import Tournament
from game.network.encryption.invitation import Invitation
from game.network.encryption.keys import KeyAgreement, KeyJob
from game.network.joining import guest_channel
from game.network.session.pending_connection import LobbyClient
from game.network.spectating.spectator import Spectator
from game.session.shown_game import LatestGame
from game.storage.players import usual_face

#: Maximum milliseconds that one poll adds to the clock, since time passes unseen while the computer sleeps.
_LONGEST_LOOK = 1_000


class SpectatedGame(LatestGame):
    """A remote game that the local player watches, with a local game's interface for the screen.

    Call ``tick`` once a frame; ``take_changes`` returns the events.
    """

    def __init__(self, coming: Callable[[], Spectator | None]) -> None:
        """Start watching a remote game.

        ``coming`` is called until it returns a ``Spectator``, which this object then owns.
        """
        self._coming, self._watcher = coming, coming()
        self._changes: list[tuple[Event, ...]] = []
        self._looked_at = _now()

    @property
    def is_begun(self) -> bool:
        """True once the watched game was received and can be shown."""
        return self._watcher is not None and self._watcher.replayed.tournament is not None

    @property
    def is_receiving(self) -> bool:
        """True if the machine that sends the watched game sent a message recently."""
        return self._watcher is not None and self._watcher.is_receiving

    @property
    def problem(self) -> str:
        """An error message that says why the watched game cannot be shown; "" if it can."""
        return self._watcher.problem if self._watcher is not None else ""

    @property
    def channel_problem(self) -> str:
        """An error message about a connection problem; "" if there is none or it is unknown."""
        return self._watcher.channel_state.problem if self._watcher is not None else ""

    @property
    def is_paused(self) -> bool:
        """True while both players have paused the watched game."""
        return self._watcher is not None and self._watcher.replayed.is_paused

    @property
    def tournament(self) -> Tournament:
        """The watched series of games, which must have been received (asserted)."""
        tournament = self._watcher.replayed.tournament if self._watcher is not None else None
        assert tournament is not None
        return tournament

    def person_face(self, index: int) -> str:
        """Return the default portrait for a participant's name."""
        return usual_face(self.tournament.participants[index].name)

    def tick(self) -> None:
        """Poll for new moves of the watched game and advance its clock; call this once a frame."""
        self._watcher = self._watcher or self._coming()
        now = _now()
        passed, self._looked_at = min(now - self._looked_at, _LONGEST_LOOK), now
        if self._watcher is not None:
            self._changes += self._watcher.poll(now)
            if self.is_begun and self.is_receiving and not self.is_paused:
                # Spectators get no reports during a turn; the journal line of the turn corrects the clock.
                self.match.spend(passed)

    def take_changes(self) -> list[tuple[Event, ...]]:
        """Remove and return the watched game's events since the last call, in one tuple per change."""
        changes, self._changes = self._changes, []
        return changes

    def leave(self) -> None:
        """Stop watching the game and close the channel."""
        if self._watcher is not None:
            self._watcher.close()


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


class PendingSpectating:
    """An attempt to watch a game by its invitation. Call the object until it returns a ``Spectator``."""

    def __init__(self, taker: LobbyClient, invitation: Invitation) -> None:
        self._taker, self._invitation = taker, invitation
        self._keys = KeyJob(invitation)

    def __call__(self) -> Spectator | None:
        """Return the ``Spectator``, which the caller then owns, once the keys are derived; else None."""
        keys = self._keys.poll()
        if keys is None:
            return None
        channel = guest_channel(self._invitation.place, keys.room_name, self._taker.networks)
        return Spectator(keys, KeyAgreement(), b"", self._taker.rulesets, channel)
