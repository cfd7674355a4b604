"""A remote game that the local player watches: the opponent of a session without a person at this machine.

Imports no pygame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.core.language import _, join_sentences
from game.core.match import Command
from game.core.model import Event, Reason
from game.core.request import PlayerRequest
from game.core.tournament import Tournament
from game.network.encryption.invitation import Invitation
from game.network.encryption.keys import KeyAgreement, KeyJob
from game.network.joining import guest_channel
from game.network.outbox import SheetReceived
from game.network.session.pending_connection import LobbyClient
from game.network.spectating.spectator import Spectator
from game.session.game_session import GameSession
from game.session.playable_game import GameChanged, GameStarted, MovesPlayed, SessionEvent
from game.session.series_record import SeriesRecord
from game.session.services import Services
from game.session.session_opponent import SessionOpponent

#: Maximum milliseconds that one tick adds to the clock, since time passes unseen while the computer sleeps.
_LONGEST_LOOK = 1_000


class SpectatedGame(SessionOpponent):
    """The two players of a remote game that the local player watches.

    Call ``poll`` once a frame, also before the game is received.
    """

    is_remote = True

    def __init__(self, coming: Callable[[], Spectator | None]) -> None:
        """Start watching a remote game.

        ``coming`` is called until it returns a ``Spectator``, which this object then owns.
        """
        self._coming, self._watcher = coming, coming()
        self._games = 0
        self._looked_at = _now()

    @property
    def is_begun(self) -> bool:
        """True once the watched game was received and can be shown."""
        return self._watcher is not None and self._watcher.replayed.match is not None

    @property
    def received_sheet(self) -> SheetReceived | None:
        """The rule sheet of a watched game that is unknown here, for the spectator to accept; None if there is none."""
        return self._watcher.received_sheet if self._watcher is not None else None

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

    def is_local(self, index: int) -> bool:
        """Return False for each of the two players, because neither is at this machine."""
        del index
        return False

    @property
    def problem(self) -> str:
        """A sentence that says why the game cannot be shown, or about a missing connection; "" if all is well."""
        watcher = self._watcher
        if watcher is not None and watcher.problem:
            return watcher.problem
        trouble = watcher.channel_state.problem if watcher is not None else ""
        if watcher is None or not self.is_begun:
            waiting = _(
                "Looking for the game. It will appear once the player who allowed spectators is "
                "connected. You can wait as long as you like."
            )
            return join_sentences((trouble, waiting))
        if watcher.is_receiving and not trouble:
            return ""
        no_connection = _("Connection lost. New moves will appear once it is back.")
        is_over = watcher.replayed.match is not None and watcher.replayed.match.outcome is not None
        return trouble or no_connection if is_over else join_sentences((trouble, no_connection))

    def carry_out(self, command: Command) -> tuple[Event, ...] | Reason:
        """Return a refusal and change nothing, because a spectator may not make moves."""
        del command
        return Reason("not your turn", _("You are watching this game."))

    def ask(self, request: PlayerRequest) -> Reason | bool:
        """Return a refusal and send nothing, because a spectator may not send requests to the players."""
        del request
        return Reason("not now", _("You are watching this game."))

    def poll(self) -> Sequence[SessionEvent]:
        """Poll for changes of the watched game and advance its clock. Return the events since the last call."""
        self._watcher = self._watcher or self._coming()
        now = _now()
        passed, self._looked_at = min(now - self._looked_at, _LONGEST_LOOK), now
        if self._watcher is None:
            return ()
        changes = self._watcher.poll(now)
        if self.is_begun and self._watcher.is_receiving and not self.is_paused and self._watcher.replayed.match:
            # Spectators get no reports during a turn; the journal line of the turn corrects the clock.
            self._watcher.replayed.match.spend(passed)
        return self._events_of(changes) if changes and self.is_begun else ()

    def _events_of(self, changes: Sequence[tuple[Event, ...]]) -> Sequence[SessionEvent]:
        """Return the events for changes, of which several at once are shown without animation."""
        games, self._games = self._games, len(self.tournament.games)
        if games != self._games:
            return (GameStarted(),)
        return (MovesPlayed(changes[0]),) if len(changes) == 1 and changes[0] else (GameChanged(),)

    def leave(self) -> str:
        """Stop watching the game and close the channel. Return "", because nothing has to be saved."""
        if self._watcher is not None:
            self._watcher.close()
        return ""


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def open_watched_session(services: Services, game: SpectatedGame) -> GameSession:
    """Show a watched game, once it has been received, in a session without a local player."""
    return GameSession(services, game, SeriesRecord())


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
