"""All games of a player that were not reviewed yet, read one after the other. No pygame here."""

from __future__ import annotations

from game.analysis.review.review_worker import QUICK, ReviewWorker
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.session.services import Services
from game.storage.finished_games import GameKey
from game.storage.players import Player
from game.storage.results import open_finished
from game.training.mistakes.memory import ReviewedGame, keep

#: Games about which the engine says nothing, one after the other, after which the round ends.
_SILENT = 3


class ReadingRound:
    """Reads the games with our engine, the newest first, and keeps each review; ``poll`` goes on, nothing blocks."""

    def __init__(self, services: Services, player: Player, ruleset: Ruleset) -> None:
        self._services = services
        self._player, self._ruleset = player, ruleset
        self._desk: ReviewWorker | None = None
        self._tournament: Tournament | None = None
        """The series with the game at the desk alone."""
        self._begun = set[GameKey]()
        self._is_stopped = False
        self._silent = 0
        """The games before this one, without a break, about which the engine said nothing."""
        self.problem = ""
        """Why the engine cannot read, in a sentence; "" while all is well."""
        services.preparation.hurry(ruleset.info.id)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to read."""
        return self._desk is None and (self._is_stopped or not self._waiting)

    @property
    def _waiting(self) -> list[GameKey]:
        """The games that nobody has read yet; of two with the same moves the second is read with the first."""
        unread = self._services.database.games_without_figures(self._player, self._ruleset.info.id)
        return [key for key in unread if key not in self._begun]

    @property
    def number(self) -> int:
        """Which game is read, from 1."""
        return max(1, len(self._begun))

    @property
    def games(self) -> int:
        """How many games are to be read in all."""
        return len(self._begun | set(self._waiting))

    @property
    def waits(self) -> bool:
        """Whether the engine has to be compiled first."""
        return self._desk is not None and self._desk.waits

    def poll(self) -> bool:
        """Go on reading; returns whether the review of a further game was kept."""
        if self._desk is None:
            self._open_next()
            return False
        self._desk.poll()
        if not self._desk.is_done:
            return False
        self._silent = 0 if self._desk.readings else self._silent + 1
        if not self._desk.readings:
            # One game about which the engine has nothing to say does not keep the others from being read.
            self.problem = self._desk.failure or (self._desk.problem if self._silent >= _SILENT else "")
        self._close()
        self._is_stopped = bool(self.problem)
        return not self.problem

    def _open_next(self) -> None:
        """Open the next game; one that cannot be opened any more is left out."""
        key = next(iter(self._waiting), None)
        if key is None:
            return
        self._begun.add(key)
        services = self._services
        found = open_finished(services.database, services.catalogue.rulesets, key)
        if isinstance(found, Tournament):
            self._tournament, self._desk = found, ReviewWorker(services, found.games[0].match, (QUICK,))

    def pause(self) -> None:
        """Leave the engine to others until ``poll`` is called again."""
        if self._desk is not None:
            self._desk.pause()

    def stop(self) -> None:
        """Read no further; what is known of the game at the desk is kept, too."""
        self._is_stopped = True
        self._close()

    def _close(self) -> None:
        """Keep the review of the game at the desk, and what there is to learn from it."""
        if self._desk is not None and self._tournament is not None:
            self._desk.close()
            keep(
                self._services.database,
                ReviewedGame(self._tournament, 0, self._desk.review, self._desk.readings),
            )
            self._desk = None
