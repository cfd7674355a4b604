"""A visit to the riddle booth: one riddle after the other, and what the first try of each is worth."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from game.core.model import ParseError
from game.core.rating import Rating
from game.core.ruleset import PluginError, Ruleset
from game.engine.client.opponent import Opponent
from game.storage.database import Database
from game.storage.players import Player
from game.storage.puzzles.tries import DailyPuzzleResult, PuzzleTry
from game.storage.sqlite.write_queue import Write
from game.training.daily_puzzle.puzzle_attempt import PuzzleAttempt
from game.training.puzzles.index import PuzzleEntry

#: The first rating of a player in the riddles of a game, and the standard deviation of a riddle's first, in Elo.
FIRST_RATING = Rating(900.0, 200.0)
FIRST_DEVIATION = 120.0
#: What a riddle is worth that was solved with a hint.
_HINTED = 0.5
#: The steps of a hint.
HINTS = 3
#: Riddles that cannot be read any more are passed over, so many in a row.
_MOST_UNREADABLE = 20

#: Draws the next riddle; None when there is none left.
Draw = Callable[[], PuzzleEntry | None]


@dataclass(frozen=True, slots=True)
class VisitStore:
    """Where a visit is kept, and whose it is."""

    database: Database
    player: Player


@dataclass(frozen=True, slots=True)
class VisitTerms:
    """What a visit is about."""

    draw: Draw
    is_rated: bool = True
    """Whether the first try of a riddle changes the ratings of player and riddle."""
    day: date | None = None
    """The day whose riddles these are."""


class Visit:
    """The riddles of a visit; there must be one at least, else ``riddle`` is None."""

    def __init__(
        self,
        terms: VisitTerms,
        rulesets: Mapping[str, Ruleset],
        judge: Opponent,
        keeper: VisitStore | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``judge`` is asked by nobody else; ``clock`` gives seconds."""
        self.terms, self.keeper = terms, keeper
        self.scores: list[float] = []
        """What each riddle that was finished was worth, in order."""
        self.change = 0.0
        """What the riddle at hand changed the player's rating by."""
        self._writes: list[Write] = []
        self._rulesets, self._judge, self._clock = rulesets, judge, clock
        self._began = clock()
        self.entry: PuzzleEntry | None = None
        self.riddle: PuzzleAttempt | None = None
        self.hints = 0
        """The steps of the hint that were taken in this riddle."""
        self.wrong_tries = 0
        self.score: float | None = None
        """What the riddle at hand was worth; None before that is clear."""
        self.go_on()

    # From riddle to riddle

    def go_on(self) -> bool:
        """Take the next riddle up; returns whether there is one, else the last one stays."""
        self.stop()
        found = self._next()
        if found is None:
            return False
        self.entry, self.riddle = found
        self.hints, self.wrong_tries, self.score = 0, 0, None
        self.change, self._began, self._writes = 0.0, self._clock(), []
        return True

    def _next(self) -> tuple[PuzzleEntry, PuzzleAttempt] | None:
        for _number in range(_MOST_UNREADABLE):
            entry = self.terms.draw()
            if entry is None:
                return None
            riddle = self._read(entry)
            if riddle is not None:
                return entry, riddle
        return None

    def _read(self, entry: PuzzleEntry) -> PuzzleAttempt | None:
        ruleset = self._rulesets.get(entry.ruleset_id)
        if ruleset is None:
            return None
        try:
            puzzle, options = entry.read(ruleset)
        except (ParseError, PluginError):
            return None
        return PuzzleAttempt(ruleset, puzzle, options, self._judge)

    def stop(self) -> None:
        """Let the engine go."""
        if self.riddle is not None:
            self.riddle.stop()

    # What it is worth

    def hint(self) -> int:
        """Take the next step of the hint; returns how many were taken."""
        self.hints += 1
        return self.hints

    def failed(self) -> None:
        """A turn was tried that does not do: the riddle is lost, but can still be solved."""
        self.wrong_tries += 1
        self._settle(0.0)

    def showed(self) -> None:
        """The solution was shown."""
        self._settle(0.0)

    def solved(self) -> None:
        """The last turn was found."""
        self._settle(_HINTED if self.hints else 1.0)
        self._light()

    def _settle(self, score: float) -> None:
        """Keep what the riddle was worth, the first time only."""
        if self.score is not None or self.entry is None:
            return
        self.score = score
        self.scores.append(score)
        if self.terms.is_rated and self.keeper is not None:
            self._rate(self.keeper, self.entry, score)
        if self.terms.day is not None and self.keeper is not None:
            day = DailyPuzzleResult(self.entry.ruleset_id, self.terms.day.isoformat(), score, "")
            self._writes.append(self.keeper.database.keep_day(self.keeper.player, day))

    def _rate(self, keeper: VisitStore, entry: PuzzleEntry, score: float) -> None:
        database, player = keeper.database, keeper.player
        if entry.mark in database.tried_riddles(player, entry.ruleset_id):
            return
        before = self.player_rating
        riddle = database.rating_of_riddle(entry.ruleset_id, entry.mark) or Rating(entry.rating, FIRST_DEVIATION)
        after = before.after(riddle.elo, score, riddle.deviation)
        self.change = after.elo - before.elo
        made = PuzzleTry(
            entry.ruleset_id, entry.mark, entry.theme.value, score, self.hints, self._clock() - self._began,
            after, riddle.after(before.elo, 1 - score, before.deviation),
        )  # fmt: skip
        self._writes.append(database.keep_try(player, made))

    def _light(self) -> None:
        """Light the lantern of the day whose riddle was solved."""
        if self.terms.day is not None and self.keeper is not None and self.entry is not None:
            day = DailyPuzzleResult(
                self.entry.ruleset_id, self.terms.day.isoformat(), self.score or 0.0, date.today().isoformat()
            )
            self._writes.append(self.keeper.database.keep_day(self.keeper.player, day))

    @property
    def is_saved(self) -> bool:
        """Whether all that is kept of the riddle at hand is saved."""
        return all(write.is_saved for write in self._writes)

    @property
    def player_rating(self) -> Rating:
        """The player's rating in the riddles of the game at hand; the first one where nobody keeps it."""
        if self.keeper is None or self.entry is None:
            return FIRST_RATING
        return self.keeper.database.riddle_rating(self.keeper.player, self.entry.ruleset_id) or FIRST_RATING


class Run:
    """Three minutes against the clock: what is left, and when it is over."""

    SECONDS = 180.0
    PENALTY = 10.0
    """Seconds that a wrong turn costs."""

    def __init__(self) -> None:
        self.left = self.SECONDS
        self.solved = 0

    @property
    def is_over(self) -> bool:
        """Whether the time has run out."""
        return self.left <= 0

    def pass_time(self, seconds: float) -> None:
        """Let time go by."""
        self.left = max(0.0, self.left - seconds)

    def miss(self) -> None:
        """Pay for a wrong turn or a skipped puzzle, which may end the run."""
        self.pass_time(self.PENALTY)

    def solve(self) -> None:
        """Count a solved puzzle; one that is solved when the time is over does not count."""
        if not self.is_over:
            self.solved += 1
