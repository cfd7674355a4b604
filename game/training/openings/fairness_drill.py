"""Fairness drill: the player says which side is better in an opening position, and the engine judges the guess."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from game.core.language import _
from game.core.model import Options, Place
from game.core.ruleset import Ruleset
from game.engine.client.opponent import Opponent
from game.training.openings.balance import Balance, GuessScore, balance_of, is_right, share_of
from game.training.openings.opening_positions import OpeningPosition, OwnDraw, line_places, opening_positions
from game.training.openings.position_judge import JudgedPosition, PositionJudge, as_game

#: Number of positions judged in advance.
_AHEAD = 4
#: Number of recent answers considered when the next question is chosen.
_LATELY = 4


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """An opening position of the fairness drill with the engine's judgement."""

    position: OpeningPosition
    judged: JudgedPosition


class FairnessDrill:
    """Opening positions of one ruleset, of which the player says which side is better. No method blocks.

    The first position is shown at once. Among the next positions, which are judged in advance, the drill prefers the
    one whose answer was the rarest recently and skips those before it, so that guessing the same answer does not pay.
    """

    def __init__(
        self, ruleset: Ruleset, options: Options, opponent: Opponent, seed: int, own: OwnDraw = lambda _rng: None
    ) -> None:
        """Start a fairness drill.

        The same seed gives the same positions, apart from those that ``own`` takes from the player's games.

        ``opponent`` must not be used by anyone else.
        """
        self.ruleset, self.options = ruleset, options
        self.score = GuessScore()
        self.guess: Balance | None = None
        """The player's answer for the current position, None until there is one."""
        self._judge = PositionJudge(opponent)
        self._drawn: Iterator[OpeningPosition] = opening_positions(ruleset, options, seed, own)
        self._ahead = deque[DrillQuestion]()
        self._answers: list[Balance] = []
        self._is_counted = False
        self.question = self._draw()
        """Current question, None if the ruleset has no opening positions."""
        self._fill()

    # Questions

    def _draw(self) -> DrillQuestion | None:
        position = next(self._drawn, None)
        if position is None:
            return None
        question = DrillQuestion(position, JudgedPosition(as_game(position.match)))
        self._judge.ask(question.judged)
        return question

    def _fill(self) -> None:
        """Queue further opening positions, so that the engine judges them before they are shown."""
        while self.question is not None and len(self._ahead) < _AHEAD:
            question = self._draw()
            if question is None:
                return
            self._ahead.append(question)

    def proceed(self) -> None:
        """Show the next position of the fairness drill."""
        share = self.share
        if share is not None:
            self._answers.append(balance_of(share))
        self.guess, self._is_counted = None, False
        if self._ahead:
            chosen = min(range(len(self._ahead)), key=lambda number: (self._frequency(self._ahead[number]), number))
            for _passed_over in range(chosen):
                self._ahead.popleft()
            self.question = self._ahead.popleft()
        self._fill()

    def _frequency(self, question: DrillQuestion) -> int:
        """Return how many of the recent questions had the same correct answer as this one.

        If the correct answer is unknown, return a number above all counts, so that the question is not preferred.
        """
        share, recent = self._share_of(question), self._answers[-_LATELY:]
        return _LATELY + 1 if share is None else recent.count(balance_of(share))

    # Answers

    def answer(self, guess: Balance) -> None:
        """Record the player's guess; it is scored once the engine has judged the position."""
        if self.guess is None:
            self.guess = guess
            self._settle()

    def _settle(self) -> None:
        share = self.share
        if self.guess is not None and share is not None and not self._is_counted:
            self._is_counted = True
            self.score.count(is_right=is_right(self.guess, share))

    def poll(self) -> bool:
        """Continue to judge positions. Returns True when the current position has been judged."""
        before = self.is_judged
        self._judge.poll()
        self._settle()
        return self.is_judged and not before

    def pause(self) -> None:
        """Release the engine until ``poll`` is called again."""
        self._judge.pause()

    def stop(self) -> None:
        """Stop judging the positions of the drill."""
        self._judge.stop()

    # Results

    @property
    def is_judged(self) -> bool:
        """True if the engine has finished with the current position, even without a result."""
        return self.question is not None and self.question.judged.is_done

    @property
    def share(self) -> float | None:
        """Winning chance of the first colour in the drill's current position, 0 to 1; None if unknown."""
        return None if self.question is None else self._share_of(self.question)

    def _share_of(self, question: DrillQuestion) -> float | None:
        reading = question.judged.reading
        return None if reading is None else share_of(self.ruleset.info, question.judged.state, reading)

    @property
    def is_right(self) -> bool | None:
        """True if the player's guess is right; None until the guess and the judgement are known."""
        share = self.share
        return None if self.guess is None or share is None else is_right(self.guess, share)

    @property
    def problem(self) -> str:
        """A sentence that says why the engine cannot judge the position; "" if there is no problem."""
        if self.question is None:
            return _("This game has no opening positions to practise.")
        if not self.is_judged or self.share is not None:
            return ""
        return self.question.judged.problem or _("No engine can estimate winning chances in this game.")

    @property
    def line(self) -> list[Place]:
        """Stones of the best continuation from the current position; empty if unknown."""
        reading = None if self.question is None else self.question.judged.reading
        if self.question is None or reading is None:
            return []
        return line_places(self.ruleset, self.question.judged.state, reading.candidates[0].line)
