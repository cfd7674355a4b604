"""The entry of one finished game in the players' records, made once. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.tournament import Tournament
from game.session.records.ladder_progress import Reward, reward_of
from game.session.services import Services
from game.store.files import StoreError


class RecordEntry:
    """The entry of the latest game of a tournament, and what it brings on the ladder."""

    def __init__(self, services: Services, tournament: Tournament) -> None:
        self._services, self._tournament = services, tournament
        self.is_made = False
        """Whether the game is on record."""
        self.reward: Reward | None = None
        """What winning the series has brought the person on the ladder, once its last game is on record."""

    def put(self) -> Sequence[str]:
        """Enter the game once it has ended; a second time changes nothing. Returns sentences for the player.

        A result that cannot be written waits and is tried again.
        """
        game = self._tournament.current
        if game is None or game.match.outcome is None or self.is_made:
            return ()
        ledger, index = self._services.ledger, len(self._tournament.games) - 1
        if ledger.is_on_record(self._tournament, index):
            self.is_made = True
            return ()
        reward = reward_of(self._services, self._tournament)
        try:
            told = tuple(ledger.put_on_record(self._tournament, index))
        except StoreError as error:
            return (str(error),)
        self.is_made, self.reward = True, reward
        return told
