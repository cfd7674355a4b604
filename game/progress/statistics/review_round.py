"""Background review of all games of a player that have no review yet, one after another."""

from __future__ import annotations

from game.analysis.review.review_worker import QUICK, ReviewWorker
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.session.services import Services
from game.storage.finished_games import GameKey
from game.storage.players import Player
from game.storage.results import open_finished
from game.training.mistakes.memory import ReviewedGame, keep

#: Number of games in a row without any evaluation that ends the review.
_SILENT = 3


class ReadingRound:
    """Background review of a player's games with the built-in engine, newest game first.

    No method blocks.
    """

    def __init__(self, services: Services, player: Player, ruleset: Ruleset) -> None:
        self._services = services
        self._player, self._ruleset = player, ruleset
        self._worker: ReviewWorker | None = None
        self._tournament: Tournament | None = None
        """Tournament with only the game under review."""
        self._begun = set[GameKey]()
        self._is_stopped = False
        self._silent = 0
        """Number of previous games in a row without any evaluation."""
        self.problem = ""
        """A sentence that says why the engine cannot review games, "" if there is no problem."""
        services.preparation.prioritise(ruleset.info.id)

    @property
    def is_done(self) -> bool:
        """True if all games of the player have been reviewed or the review was stopped."""
        return self._worker is None and (self._is_stopped or not self._waiting)

    @property
    def _waiting(self) -> list[GameKey]:
        """Keys of the games that still need a review.

        Games with the same moves are reviewed once.
        """
        unread = self._services.database.figures.games_without_figures(self._player, self._ruleset.info.id)
        return [key for key in unread if key not in self._begun]

    @property
    def number(self) -> int:
        """Number of the game under review, from 1."""
        return max(1, len(self._begun))

    @property
    def games(self) -> int:
        """Total number of the player's games to review."""
        return len(self._begun | set(self._waiting))

    @property
    def waits(self) -> bool:
        """True while the review waits for the engine to be compiled."""
        return self._worker is not None and self._worker.waits

    def poll(self) -> bool:
        """Continue the review. Return True when the review of another game has been stored."""
        if self._worker is None:
            self._open_next()
            return False
        self._worker.poll()
        if not self._worker.is_done:
            return False
        self._silent = 0 if self._worker.readings else self._silent + 1
        if not self._worker.readings:
            # A single game without evaluations does not stop the review of the others.
            self.problem = self._worker.failure or (self._worker.problem if self._silent >= _SILENT else "")
        self._close()
        self._is_stopped = bool(self.problem)
        return not self.problem

    def _open_next(self) -> None:
        """Open the next game to review; skip games that cannot be opened."""
        key = next(iter(self._waiting), None)
        if key is None:
            return
        self._begun.add(key)
        services = self._services
        found = open_finished(services.database, services.catalogue.rulesets, key)
        if isinstance(found, Tournament):
            self._tournament, self._worker = found, ReviewWorker(services, found.games[0].match, (QUICK,))

    def pause(self) -> None:
        """Release the engine until ``poll`` is called again."""
        if self._worker is not None:
            self._worker.pause()

    def stop(self) -> None:
        """Stop the reviews, and store the evaluations found for the current game."""
        self._is_stopped = True
        self._close()

    def _close(self) -> None:
        """Store the review of the current game, and the player's mistakes in it for later practice."""
        if self._worker is not None and self._tournament is not None:
            self._worker.close()
            keep(
                self._services.database,
                ReviewedGame(self._tournament, 0, self._worker.review, self._worker.readings),
            )
            self._worker = None
