"""Review of a game in the background: load the stored evaluations, improve them and store them again.

Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import MISTAKES, GameReview, JudgedMove, MoveClass, states_of
from game.analysis.review.moments import moments
from game.analysis.review.position_cache import PositionCache, SearchedPosition, is_better
from game.analysis.review.reader import GameReader, readable_positions
from game.analysis.review.review_store import has_final_readings, mark_of_game, read_readings, write_readings
from game.analysis.review.texts import why
from game.core.language import _, count_columns, join_sentences
from game.core.match import Match
from game.session.services import Services

#: Effort for a position in a review of many games.
QUICK = Effort(0.1)
#: Effort for a position in the first pass over a game, whose results are provisional, and in the final pass.
PASSES = (Effort(0.2), Effort(0.6))


def stored_readings(services: Services, match: Match) -> dict[int, Evaluation]:
    """Return the stored evaluations of a game by ply count."""
    return read_readings(services.database.reviews.stored(mark_of_game(match), match.ruleset.info.hint_level))


def _searched(reading: Evaluation) -> SearchedPosition:
    return SearchedPosition(reading, len(reading.candidates))


class ReviewWorker:
    """Analyses a game in the background with the built-in engine and stores the evaluations; no method blocks."""

    def __init__(self, services: Services, match: Match, looks: Sequence[Effort] = PASSES) -> None:
        """Create a worker; ``looks`` are the search limits of the successive passes over the game.

        A game with stored final evaluations is not searched again.
        """
        self._services = services
        self._match = match
        self._mark = mark_of_game(match)
        text = services.database.reviews.stored(self._mark, self._level)
        self._stored, self._was_final = read_readings(text), has_final_readings(text)
        self._makes_final = looks[-1:] == PASSES[-1:]
        self._cache = PositionCache(services)
        passes = () if self._was_final else looks
        known = self._stored if self._was_final else self._remembered()
        self._reader = GameReader(match, services.prover, passes, level=self._level, known=known)
        self._kept = dict(known)
        """The evaluations that are in the cache of positions or in the stored review."""
        self._review: GameReview | None = None
        """Latest review, None if evaluations have changed since."""
        self._words: dict[tuple[JudgedMove, int | None], str] = {}
        """Explanations of moves, by their judgement and the largest number of columns."""

    def _remembered(self) -> dict[int, Evaluation]:
        """Return the stored evaluations of the game, or better ones that its positions have from elsewhere."""
        known, states = dict(self._stored), states_of(self._match)
        for number in readable_positions(self._match):
            found = self._cache.look_up(self._match.ruleset, self._match.options, states[number])
            stored = known.get(number)
            if found is not None and (stored is None or is_better(found, _searched(stored))):
                known[number] = found.evaluation
        return known

    def _keep_news(self) -> None:
        """Store new evaluations in the cache of positions."""
        states = states_of(self._match)
        for number, reading in self._reader.readings.items():
            if self._kept.get(number) is not reading:
                self._kept[number] = reading
                self._cache.keep(self._match.ruleset, self._match.options, states[number], _searched(reading))

    @property
    def _level(self) -> str:
        return self._match.ruleset.info.hint_level

    @property
    def waits(self) -> bool:
        """True while the review waits for the engine to be compiled."""
        return not self._services.can_judge(self._match.ruleset)

    @property
    def problem(self) -> str:
        """A sentence that says why a review has no evaluations; "" if it has some or waits for the engine."""
        if self._reader.readings or self.waits:
            return ""
        silent = (
            "" if self._reader.unread else _("No engine estimates winning chances in this game, so there is no graph.")
        )
        return self._reader.problem or silent

    @property
    def failure(self) -> str:
        """A sentence that says why the engine gave no answer; "" if it did answer."""
        return self._reader.problem

    @property
    def readings(self) -> Mapping[int, Evaluation]:
        """Evaluations of the game's positions, by the number of plies before them."""
        return self._reader.readings

    @property
    def unread(self) -> int:
        """Number of the game's positions without any evaluation so far."""
        return self._reader.unread

    @property
    def is_done(self) -> bool:
        """True if the analysis of the game is complete, so that its evaluations stay as they are."""
        return self._reader.is_done

    def poll(self) -> bool:
        """Continue the analysis of the game. Returns True if an evaluation has improved."""
        if self.waits or not self._reader.poll():
            return False
        self._review = None
        self._keep_news()
        return True

    @property
    def review(self) -> GameReview:
        """Review of the game from the evaluations found."""
        if self._review is None:
            self._review = self._reader.review
        return self._review

    def judged(self, step: int) -> JudgedMove | None:
        """Return the judgement of the move after which ``step`` moves have been made; None at the first position."""
        return self.review.moves[step - 1] if 0 < step <= len(self.review.moves) else None

    def words(self, step: int, longest: int | None = None) -> str:
        """Return the explanation of move number ``step`` (from 1) of the game, or "" if the move is not judged.

        ``longest`` is the largest number of columns, None for any length.
        """
        judged = self.judged(step)
        if judged is None or judged.kind is MoveClass.UNJUDGED:
            return ""
        key = judged, longest
        if key not in self._words:
            fits = None if longest is None else lambda text: count_columns(text) <= longest
            self._words[key] = why(self._match, judged, fits)
        return self._words[key]

    def has_better(self, step: int) -> bool:
        """Return True if move number ``step`` (from 1) was a mistake or missed the loser's last chance.

        A better move can then be shown.
        """
        judged, escape = self.judged(step), self.review.last_escape
        return judged is not None and (judged.kind in MISTAKES or (escape is not None and escape.ply == step))

    def moment(self, step: int) -> str:
        """Return sentences about the turning point or the loser's last chance at move ``step`` (from 1), else ""."""
        return join_sentences(each.text for each in moments(self._match, self.review, step))

    def next_mistake(self, step: int) -> int | None:
        """Return the number of the next mistake of the game after move number ``step``, or None if there is none.

        After the last mistake, the first one of the game comes next.
        """
        slips = [judged.ply for judged in self.review.moves if judged.kind in MISTAKES]
        return next((ply for ply in slips if ply > step), slips[0] if slips else None)

    def pause(self) -> None:
        """Release the engine until ``poll`` is called again."""
        self._reader.pause()

    def close(self) -> None:
        """Stop the analysis of the game and store the evaluations."""
        is_complete = self._makes_final and self._reader.is_done and not self._reader.problem
        is_final = self._was_final or is_complete
        self._reader.stop()
        if self._reader.readings != self._stored or is_final != self._was_final:
            text = write_readings(self._reader.readings, is_final=is_final)
            self._services.database.reviews.save(self._mark, self._level, text)
