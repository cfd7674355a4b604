"""The entry of a finished game in the players' records, made once for each game. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.tournament import Tournament
from game.session.records.ladder_progress import Reward, reward_of
from game.session.services import Services
from game.storage.files import StoreError
from game.storage.sqlite.write_queue import Write


class RecordEntry:
    """The entry of a tournament's latest game in the players' records, and the ladder reward for it."""

    def __init__(self, services: Services, tournament: Tournament) -> None:
        self._services, self._tournament = services, tournament
        self.is_made = False
        """True if the game is recorded or waits to be recorded."""
        self.earned: Reward | None = None
        """The ladder reward for winning the series, available before it is saved, to decide what follows."""
        self._write: Write | None = None

    @property
    def is_saved(self) -> bool:
        """True if the game's entry is on the disk and no longer waits to be written."""
        if self._write is not None:
            return self._write.is_saved
        return self.is_made and self._services.result_store.is_saved(self._tournament, len(self._tournament.games) - 1)

    @property
    def reward(self) -> Reward | None:
        """The ladder reward for the finished game, once the game's entry is saved; None before that."""
        return self.earned if self._write is not None and self._write.is_saved else None

    def put(self) -> Sequence[str]:
        """Add the game to the players' records once, if it has ended. Return messages for the player.

        A result that cannot be written waits and is retried.
        """
        game = self._tournament.current
        if game is None or game.match.outcome is None or self.is_made:
            return ()
        result_store, index = self._services.result_store, len(self._tournament.games) - 1
        if result_store.is_on_record(self._tournament, index):
            self.is_made = True
            return ()
        reward = reward_of(self._services, self._tournament)
        try:
            recorded = result_store.save_result(self._tournament, index)
        except StoreError as error:
            return (str(error),)
        self.is_made, self.earned, self._write = True, reward, recorded.write
        return recorded.messages
