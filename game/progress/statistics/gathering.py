"""Figures of finished games, made once: of each game's text when it is first looked at, of each review when it is new.

No pygame here.
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

#: The share of a game's positions that have to be read for figures: what is said of a few last moves says nothing.
_ENOUGH = 0.9


class Gathering:
    """Makes the figures that are missing of a player's games in a ruleset, some at a time."""

    def __init__(self, database: Database, rulesets: Mapping[str, Ruleset], player: Player, ruleset: Ruleset) -> None:
        self._database = database
        self._rulesets = rulesets
        self._player = player
        self._info = ruleset.info
        self.problem = ""
        """Why no more can be gathered, in a sentence; "" while nothing went wrong."""
        self._counting: tuple[ReviewRecord, FiguresInSteps] | None = None
        """The review whose figures are being made."""
        self._without_facts = deque(database.games_without_facts(player, self._info.id, FACTS_VERSION))
        self._without_figures: deque[GameKey] | None = None if self._without_facts else self._new_reviews()
        """The games whose reviews are new; they are asked for when the facts of all games are known."""

    @property
    def left(self) -> int:
        """The games that are still to be looked at."""
        return len(self._without_facts) + len(self._without_figures or ()) + (self._counting is not None)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be gathered."""
        return self.left == 0 and self._without_figures is not None

    def look_again(self) -> None:
        """Look for reviews that are new since."""
        if not self.problem and not self._without_facts:
            self._without_figures = self._new_reviews()

    def _new_reviews(self) -> deque[GameKey]:
        asked = (self._player, self._info.id, self._info.hint_level, FIGURES_VERSION)
        return deque(self._database.reviews_without_figures(*asked))

    def poll(self, seconds: float) -> bool:
        """Go on for so many seconds, and for one step at least; returns whether there are new figures."""
        end, is_news = time.monotonic() + seconds, False
        while not self.is_done:
            try:
                is_news |= self._go_on()
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

    def _go_on(self) -> bool:
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
        """Keep the facts of a game; of one that cannot be read, and of one that no engine reads, there is no mark."""
        try:
            tournament = read_tournament(self._database.kept_game(key) or "", self._rulesets)
        except ParseError:
            self._database.keep_facts(key, "", FACTS_VERSION, "")
            return
        match = tournament.games[0].match
        mark = mark_of_game(match) if readable_positions(match) else ""
        self._database.keep_facts(key, mark, FACTS_VERSION, write_facts(facts_of(tournament, 0)))

    def _begun(self, key: GameKey) -> tuple[ReviewRecord, FiguresInSteps] | None:
        """Begin to make the figures of a game's review; of one that was not read to the end there are none."""
        review = self._database.review_of_game(key, self._info.hint_level)
        if review is None:
            return None
        try:
            match = read_tournament(self._database.kept_game(key) or "", self._rulesets).games[0].match
        except ParseError:
            return None
        readings = read_readings(review.text)
        if not is_read_through(match, readings):
            self._database.keep_figures(review, FIGURES_VERSION, "")
            return None
        return review, figures_in_steps(match, judge(match, readings))

    def _count_on(self, review: ReviewRecord, steps: FiguresInSteps) -> bool:
        """Look at the next slip of the game at hand; returns whether its figures are made."""
        try:
            next(steps)
        except StopIteration as made:
            self._counting = None
            self._database.keep_figures(review, FIGURES_VERSION, write_figures(made.value))
            return True
        return False


def is_read_through(match: Match, readings: Mapping[int, Evaluation]) -> bool:
    """Whether enough of a game's positions are known to say how well it was played."""
    wanted = readable_positions(match)
    known = sum(number in readings for number in wanted)
    return 0 < known >= _ENOUGH * len(wanted)
