"""The review of a game as the window has it: read in the background, kept, and gone on with the next time.

No pygame here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import SLIPS, GameReview, JudgedMove, MoveClass
from game.analysis.review.reader import GameReader
from game.analysis.review.review_store import mark_of_game, read_readings, write_readings
from game.analysis.review.texts import Fits, why
from game.core.language import _, join_sentences
from game.core.match import Match
from game.session.services import Services
from game.session.texts import stones_placed

#: The first look at each position, and the looks that follow while somebody looks at the review.
QUICK, DEEPER = Effort(0.1), (Effort(0.3), Effort(1.0))


def kept_readings(services: Services, match: Match) -> dict[int, Evaluation]:
    """What our engine found out about a game when it was reviewed, by the plies before each position."""
    return read_readings(services.database.kept_review(mark_of_game(match), match.ruleset.info.hint_level))


class ReviewWorker:
    """Reads one game with our engine and keeps what it found; ``poll`` goes on, and nothing blocks."""

    def __init__(self, services: Services, match: Match, looks: Sequence[Effort] = (QUICK, *DEEPER)) -> None:
        """``looks`` are the efforts for a position in each pass over the game."""
        self._services = services
        self._match = match
        self._mark = mark_of_game(match)
        self._kept = read_readings(services.database.kept_review(self._mark, self._level))
        self._reader = GameReader(match, services.prover, looks, level=self._level, known=self._kept)
        self._review: GameReview | None = None
        """The review that was made last; None when more is known by now."""

    @property
    def _level(self) -> str:
        return self._match.ruleset.info.hint_level

    @property
    def waits(self) -> bool:
        """Whether the engine that reads has to be compiled first."""
        return not self._services.can_judge(self._match.ruleset)

    @property
    def problem(self) -> str:
        """Why nothing is known of the game, in a sentence; "" while all is well."""
        if self._reader.readings or self.waits:
            return ""
        silent = "" if self._reader.unread else _("No engine tells chances in this game, so there is no curve.")
        return self._reader.problem or silent

    @property
    def failure(self) -> str:
        """Why the engine did not answer, in a sentence; "" where it did, and where it has nothing to say."""
        return self._reader.problem

    @property
    def readings(self) -> Mapping[int, Evaluation]:
        """What is known of the positions, by the number of plies before each."""
        return self._reader.readings

    @property
    def unread(self) -> int:
        """The positions of the first look that are still to come."""
        return self._reader.unread

    @property
    def is_done(self) -> bool:
        """Whether all looks are done."""
        return self._reader.is_done

    def poll(self) -> bool:
        """Go on reading; returns whether more is known than before."""
        if self.waits or not self._reader.poll():
            return False
        self._review = None
        return True

    @property
    def review(self) -> GameReview:
        """The game as far as it is read; judged when somebody looks, and not with every position that is read."""
        if self._review is None:
            self._review = self._reader.review
        return self._review

    def judged(self, step: int) -> JudgedMove | None:
        """The judgement of the ply that led to a step; None at the first position."""
        return self.review.moves[step - 1] if 0 < step <= len(self.review.moves) else None

    def words(self, step: int, fits: Fits | None = None) -> str:
        """Why the move that led to a step was good or bad, in as many sentences as fit; "" where nothing is known."""
        judged = self.judged(step)
        if judged is None or judged.kind is MoveClass.UNJUDGED:
            return ""
        return why(self._match, judged, fits)

    def has_better(self, step: int) -> bool:
        """Whether another move than the one that led to a step is worth a look: it would have been better, or held."""
        judged, escape = self.judged(step), self.review.last_escape
        return judged is not None and (judged.kind in SLIPS or (escape is not None and escape.ply == step))

    def moment(self, step: int) -> str:
        """What was special about a step, in sentences: the turning point, the last escape, which the end tells, too."""
        told = [_("The turning point.")] if self.review.turning_point == step else []
        escape = self.review.last_escape
        if escape is not None:
            move = escape.move.partition("=")[0].upper()
            if escape.ply == step:
                told.append(_("The last escape was {move}.", move=move))
            elif step == len(self._match.plies):
                number = stones_placed(self._match, escape.ply)
                told.append(_("The last escape was {move} at move {number}.", move=move, number=number))
        return join_sentences(told)

    def next_slip(self, step: int) -> int | None:
        """The step of the next inaccuracy, mistake or blunder after this one, from the start again after the last."""
        slips = [judged.ply for judged in self.review.moves if judged.kind in SLIPS]
        return next((ply for ply in slips if ply > step), slips[0] if slips else None)

    def pause(self) -> None:
        """Leave the engine to others until ``poll`` is called again."""
        self._reader.pause()

    def close(self) -> None:
        """Stop reading, and keep what is known."""
        self._reader.stop()
        if self._reader.readings != self._kept:
            self._services.database.keep_review(self._mark, self._level, write_readings(self._reader.readings))
