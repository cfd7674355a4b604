"""Step-by-step computation of the statistics that are still missing for a player's games.

Imports no pygame.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping

from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import judge
from game.analysis.review.reader import readable_positions
from game.analysis.review.review_store import mark_of_game, read_readings
from game.core.match import Match
from game.core.model import ParseError
from game.core.record.reader import read_tournament
from game.core.ruleset import PluginError, Ruleset
from game.progress.statistics.facts import FACTS_VERSION, facts_of, write_facts
from game.progress.statistics.game_figures import FIGURES_VERSION, FiguresInSteps, figures_in_steps, write_figures
from game.storage.database import Database
from game.storage.finished_games import GameKey
from game.storage.players import Player
from game.storage.statistics.figures import ReviewRecord

#: Minimum share of evaluated positions; a few positions at the end would not be representative.
_ENOUGH = 0.9


class Gathering:
    """Step-by-step computation of the missing statistics of a player's games in one ruleset."""

    def __init__(self, database: Database, rulesets: Mapping[str, Ruleset], player: Player, ruleset: Ruleset) -> None:
        self._database = database
        self._rulesets = rulesets
        self._player = player
        self._info = ruleset.info
        self.problem = ""
        """A sentence that says why the computation was given up, "" if there is no problem."""
        self._counting: tuple[ReviewRecord, FiguresInSteps] | None = None
        """Review whose figures are being computed."""
        self._without_facts = deque(database.figures.games_without_facts(player, self._info.id, FACTS_VERSION))
        self._without_figures: deque[GameKey] | None = None if self._without_facts else self._new_reviews()
        """Games with new reviews; None until the facts of all games are known."""

    @property
    def left(self) -> int:
        """Number of games whose statistics are still missing."""
        return len(self._without_facts) + len(self._without_figures or ()) + (self._counting is not None)

    @property
    def is_done(self) -> bool:
        """True if the statistics of all games are computed."""
        return self.left == 0 and self._without_figures is not None

    def look_again(self) -> None:
        """Search for game reviews that were stored since the last call."""
        if not self.problem and not self._without_facts:
            self._without_figures = self._new_reviews()

    def _new_reviews(self) -> deque[GameKey]:
        asked = (self._player, self._info.id, self._info.hint_level, FIGURES_VERSION)
        return deque(self._database.figures.reviews_without_figures(*asked))

    def poll(self, seconds: float) -> bool:
        """Compute missing statistics for about ``seconds``. Return True if there are new results.

        At least one step is done, even if it takes longer.
        """
        end, is_news = time.monotonic() + seconds, False
        while not self.is_done:
            try:
                is_news |= self._proceed()
            except PluginError as error:
                self._give_up(str(error))
            if time.monotonic() >= end:
                break
        return is_news

    def _give_up(self, sentence: str) -> None:
        self.problem = sentence
        self._without_facts.clear()
        self._counting = None
        self._without_figures = deque()

    def _proceed(self) -> bool:
        if self._without_facts:
            self._look_at(self._without_facts.popleft())
            return True
        if self._counting is not None:
            return self._count_on(*self._counting)
        if self._without_figures is None:
            self._without_figures = self._new_reviews()
        elif self._without_figures:
            self._counting = self._begun(self._without_figures.popleft())
        return False

    def _look_at(self, key: GameKey) -> None:
        """Compute and store the facts about a game, such as its opening and thinking times.

        An unreadable game gets empty facts. A game without positions that an engine can judge gets no key of a review.
        """
        try:
            tournament = read_tournament(self._database.games.text(key) or "", self._rulesets)
        except ParseError:
            self._database.figures.save_facts(key, "", FACTS_VERSION, "")
            return
        match = tournament.games[0].match
        mark = mark_of_game(match) if readable_positions(match) else ""
        self._database.figures.save_facts(key, mark, FACTS_VERSION, write_facts(facts_of(tournament, 0)))

    def _begun(self, key: GameKey) -> tuple[ReviewRecord, FiguresInSteps] | None:
        """Start to compute the accuracy and mistakes of a game. Return None if it has no complete review."""
        review = self._database.figures.review_of_game(key, self._info.hint_level)
        if review is None:
            return None
        try:
            match = read_tournament(self._database.games.text(key) or "", self._rulesets).games[0].match
        except ParseError:
            return None
        readings = read_readings(review.text)
        if not is_read_through(match, readings):
            self._database.figures.save(review, FIGURES_VERSION, "")
            return None
        return review, figures_in_steps(match, judge(match, readings))

    def _count_on(self, review: ReviewRecord, steps: FiguresInSteps) -> bool:
        """Classify the next mistake of the current game. Return True when all its mistakes are classified."""
        try:
            next(steps)
        except StopIteration as made:
            self._counting = None
            self._database.figures.save(review, FIGURES_VERSION, write_figures(made.value))
            return True
        return False


def is_read_through(match: Match, readings: Mapping[int, Evaluation]) -> bool:
    """Return True if enough positions of a game are evaluated to judge how well both sides played."""
    wanted = readable_positions(match)
    known = sum(number in readings for number in wanted)
    return 0 < known >= _ENOUGH * len(wanted)
