"""The analysis behind a player's statistics in one ruleset: gathered figures, and the review of all games on request.

Imports no pygame.
"""

from __future__ import annotations

from game.analysis.review.scores import ScoreProbe
from game.core.language import _, plural
from game.core.ruleset import Ruleset
from game.progress.statistics.gathering import Gathering
from game.progress.statistics.review_round import ReadingRound
from game.session.services import Services
from game.storage.players import Player


class GameAnalysis:
    """Gathers the figures of a player's games in one ruleset, and reviews games that have none. No method blocks."""

    def __init__(self, services: Services, player: Player, ruleset: Ruleset) -> None:
        self._services, self._player, self._ruleset = services, player, ruleset
        self.gathering = self._new_gathering()
        self.round: ReadingRound | None = None
        """The review of all games, while it runs."""
        self.probe = ScoreProbe(services, ruleset)
        self.is_stale = False
        """True if figures have been gathered since the last time that the owner set this to False."""
        self._problem = ""
        """Problem that ended the last review, or ""."""

    def _new_gathering(self) -> Gathering:
        services = self._services
        return Gathering(services.database, services.catalogue.rulesets, self._player, self._ruleset)

    @property
    def has_scores(self) -> bool:
        """True unless the engine is known to give no scores."""
        return not self.probe.has_none

    @property
    def has_unread(self) -> bool:
        """True if there are games left to review, or a running review that can be stopped."""
        if self.round is not None:
            return True
        return bool(self._services.database.figures.games_without_figures(self._player, self._ruleset.info.id))

    @property
    def is_busy(self) -> bool:
        """True while games are reviewed or figures are gathered."""
        return self.round is not None or not self.gathering.is_done

    def start(self) -> None:
        """Start the review of all games that have no review yet."""
        self.probe.stop()
        self._problem = ""
        self.round = ReadingRound(self._services, self._player, self._ruleset)

    def end(self) -> bool:
        """Stop the review; finished results remain saved. Return False if no review was running."""
        if self.round is None:
            return False
        self.round.stop()
        self._problem, self.round = self.round.problem, None
        self.gathering.look_again()
        return True

    def gather(self) -> None:
        """Start to gather figures from all of the player's games again."""
        self.gathering = self._new_gathering()
        self.is_stale = True

    def pause(self) -> None:
        """Release the engine until ``poll`` is called again."""
        if self.round is not None:
            self.round.pause()
        self.probe.stop()

    def poll(self, seconds: float) -> bool:
        """Count the player's recorded games for some seconds, and continue the review of unreviewed ones.

        Return True if the review has ended, or if the engine is now known to give no scores.
        """
        was_done = self.gathering.is_done
        self.is_stale |= self.gathering.poll(seconds) or was_done != self.gathering.is_done
        if self.round is None:
            return self.probe.poll()
        if self.round.poll():
            self.gathering.look_again()
        return self.round.is_done and self.end()

    def progress(self) -> str:
        """Return a text about the progress of the analysis, or about the problem that ended it."""
        if self.round is not None:
            if self.round.waits:
                return _("The engine is getting ready…")
            return _("Analysing game {number} of {count}", number=self.round.number, count=self.round.games)
        if self.gathering.left > 1:
            return plural("{count} game left to check", "{count} games left to check", self.gathering.left)
        return self.gathering.problem or self._problem
