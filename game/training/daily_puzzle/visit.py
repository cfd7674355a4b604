"""A puzzle session: one puzzle after another, with a score for the first attempt at each."""

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

#: Initial puzzle rating of a player, and initial rating deviation of a puzzle, in Elo.
FIRST_RATING = Rating(900.0, 200.0)
FIRST_DEVIATION = 120.0
#: Score of a puzzle solved with a hint.
_HINTED = 0.5
#: Number of hints available.
HINTS = 3
#: Maximum number of unreadable puzzles skipped in a row.
_MOST_UNREADABLE = 20

#: Function that returns the next puzzle, or None if there is none left.
Draw = Callable[[], PuzzleEntry | None]


@dataclass(frozen=True, slots=True)
class VisitStore:
    """The database and the player for which the results of puzzles are stored."""

    database: Database
    player: Player


@dataclass(frozen=True, slots=True)
class VisitTerms:
    """Settings of a puzzle session: the choice of puzzles, and whether they are rated."""

    draw: Draw
    is_rated: bool = True
    """True if the first attempt at a puzzle changes the ratings of player and puzzle."""
    day: date | None = None
    """Date of the daily puzzles, None for other puzzles."""


class Visit:
    """Session in which the player solves one puzzle after another.

    ``attempt`` is None if there is no puzzle at all.
    """

    def __init__(
        self,
        terms: VisitTerms,
        rulesets: Mapping[str, Ruleset],
        judge: Opponent,
        store: VisitStore | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a puzzle session; results are only stored if ``store`` is given.

        ``clock`` returns seconds.

        ``judge`` must not be used by anyone else.
        """
        self.terms, self.store = terms, store
        self.scores: list[float] = []
        """Scores of the finished puzzles, 0 to 1, in order."""
        self.change = 0.0
        """Change of the player's rating by the current puzzle."""
        self._writes: list[Write] = []
        self._rulesets, self._judge, self._clock = rulesets, judge, clock
        self._began = clock()
        self.entry: PuzzleEntry | None = None
        self.attempt: PuzzleAttempt | None = None
        self.hints = 0
        """Number of hints taken for the current puzzle."""
        self.wrong_tries = 0
        self.score: float | None = None
        """Score of the current puzzle, 0 to 1; None until it is decided."""
        self.proceed()

    # Next puzzle

    def proceed(self) -> bool:
        """Show the next puzzle. If there is none, keep the current one and return False."""
        self.stop()
        found = self._next()
        if found is None:
            return False
        self.entry, self.attempt = found
        self.hints, self.wrong_tries, self.score = 0, 0, None
        self.change, self._began, self._writes = 0.0, self._clock(), []
        return True

    def _next(self) -> tuple[PuzzleEntry, PuzzleAttempt] | None:
        for _number in range(_MOST_UNREADABLE):
            entry = self.terms.draw()
            if entry is None:
                return None
            attempt = self._read(entry)
            if attempt is not None:
                return entry, attempt
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
        """Release the engine that judges the puzzles."""
        if self.attempt is not None:
            self.attempt.stop()

    # Scores

    def hint(self) -> int:
        """Count another hint for the current puzzle and return the number of hints taken."""
        self.hints += 1
        return self.hints

    def failed(self) -> None:
        """Record a wrong turn in the current puzzle, which scores 0 but can still be solved."""
        self.wrong_tries += 1
        self._save_score(0.0)

    def solution_shown(self) -> None:
        """Record that the player has seen the solution of the current puzzle, which scores 0."""
        self._save_score(0.0)

    def solved(self) -> None:
        """Record that the current puzzle was solved; hints lower its score."""
        self._save_score(_HINTED if self.hints else 1.0)
        self._save_day()

    def _save_score(self, score: float) -> None:
        """Set and store the score of the current puzzle, unless it already has one."""
        if self.score is not None or self.entry is None:
            return
        self.score = score
        self.scores.append(score)
        if self.terms.is_rated and self.store is not None:
            self._rate(self.store, self.entry, score)
        if self.terms.day is not None and self.store is not None:
            day = DailyPuzzleResult(self.entry.ruleset_id, self.terms.day.isoformat(), score, "")
            self._writes.append(self.store.database.puzzles.save_day(self.store.player, day))

    def _rate(self, store: VisitStore, entry: PuzzleEntry, score: float) -> None:
        database, player = store.database, store.player
        if entry.mark in database.puzzles.scores(player, entry.ruleset_id):
            return
        before = self.player_rating
        attempt = database.puzzles.rating(entry.ruleset_id, entry.mark) or Rating(entry.rating, FIRST_DEVIATION)
        after = before.after(attempt.elo, score, attempt.deviation)
        self.change = after.elo - before.elo
        made = PuzzleTry(
            entry.ruleset_id, entry.mark, entry.theme.value, score, self.hints, self._clock() - self._began,
            after, attempt.after(before.elo, 1 - score, before.deviation),
        )  # fmt: skip
        self._writes.append(database.puzzles.save_try(player, made))

    def _save_day(self) -> None:
        """Store the result of the solved daily puzzle."""
        if self.terms.day is not None and self.store is not None and self.entry is not None:
            day = DailyPuzzleResult(
                self.entry.ruleset_id, self.terms.day.isoformat(), self.score or 0.0, date.today().isoformat()
            )
            self._writes.append(self.store.database.puzzles.save_day(self.store.player, day))

    @property
    def is_saved(self) -> bool:
        """True if all results of the current puzzle are saved in the database."""
        return all(write.is_saved for write in self._writes)

    @property
    def player_rating(self) -> Rating:
        """The player's puzzle rating in the current game, or the initial rating if none is stored."""
        if self.store is None or self.entry is None:
            return FIRST_RATING
        return self.store.database.puzzles.player_rating(self.store.player, self.entry.ruleset_id) or FIRST_RATING


class Run:
    """A timed run of puzzles, three minutes long: the time left and the number of solved puzzles."""

    SECONDS = 180.0
    PENALTY = 10.0
    """Seconds lost by a wrong turn."""

    def __init__(self) -> None:
        self.left = self.SECONDS
        self.solved = 0

    @property
    def is_over(self) -> bool:
        """True if the time of the puzzle run has passed."""
        return self.left <= 0

    def tick(self, seconds: float) -> None:
        """Subtract elapsed seconds from the time left in the puzzle run."""
        self.left = max(0.0, self.left - seconds)

    def miss(self) -> None:
        """Subtract the penalty for a wrong turn or a skipped puzzle from the time left in the run."""
        self.tick(self.PENALTY)

    def solve(self) -> None:
        """Count a solved puzzle, unless the time of the run has passed."""
        if not self.is_over:
            self.solved += 1
