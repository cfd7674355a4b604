"""Is it fair? Opening positions of which a player says who is better; the next ones are judged meanwhile."""

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

#: How many positions are judged ahead of the one on the board.
_AHEAD = 4
#: Of how many answers the rarest is wanted next.
_LATELY = 4


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A position that is asked about."""

    position: OpeningPosition
    judged: JudgedPosition


class FairnessDrill:
    """The questions of a visit for one ruleset; ``poll`` goes on judging, and nothing blocks.

    The first position is on the board at once. Of those that follow, judged before they are asked, the first with the
    answer that came least often lately is taken, and those before it are passed over: guessing the same always does
    not pay.
    """

    def __init__(
        self, ruleset: Ruleset, options: Options, opponent: Opponent, seed: int, own: OwnDraw = lambda _dice: None
    ) -> None:
        """``opponent`` is asked by nobody else; the same seed draws the same positions, ``own`` those of own games."""
        self.ruleset, self.options = ruleset, options
        self.score = GuessScore()
        self.guess: Balance | None = None
        """What the player said of the position on the board; None before that."""
        self._judge = PositionJudge(opponent)
        self._drawn: Iterator[OpeningPosition] = opening_positions(ruleset, options, seed, own)
        self._ahead = deque[DrillQuestion]()
        self._answers: list[Balance] = []
        self._is_counted = False
        self.question = self._draw()
        """The question on the board; None where the ruleset has no openings to ask about."""
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
        """Let so many positions be judged ahead."""
        while self.question is not None and len(self._ahead) < _AHEAD:
            question = self._draw()
            if question is None:
                return
            self._ahead.append(question)

    def go_on(self) -> None:
        """Ask about the next position."""
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
        """How often the answer to a question was the right one lately; more than that where it is not judged yet."""
        share, recent = self._share_of(question), self._answers[-_LATELY:]
        return _LATELY + 1 if share is None else recent.count(balance_of(share))

    # Answers

    def answer(self, guess: Balance) -> None:
        """Say who is better; counted as soon as the engine has judged the position."""
        if self.guess is None:
            self.guess = guess
            self._settle()

    def _settle(self) -> None:
        share = self.share
        if self.guess is not None and share is not None and not self._is_counted:
            self._is_counted = True
            self.score.count(is_right=is_right(self.guess, share))

    def poll(self) -> bool:
        """Go on judging; returns whether the position on the board is judged now and was not before."""
        before = self.is_judged
        self._judge.poll()
        self._settle()
        return self.is_judged and not before

    def pause(self) -> None:
        """Leave the engine to others until ``poll`` is called again."""
        self._judge.pause()

    def stop(self) -> None:
        """Judge nothing more."""
        self._judge.stop()

    # What is known

    @property
    def is_judged(self) -> bool:
        """Whether the engine is done with the position on the board, whatever it found."""
        return self.question is not None and self.question.judged.is_done

    @property
    def share(self) -> float | None:
        """The winning chance of the first colour on the board, 0 to 1; None while it is not known."""
        return None if self.question is None else self._share_of(self.question)

    def _share_of(self, question: DrillQuestion) -> float | None:
        reading = question.judged.reading
        return None if reading is None else share_of(self.ruleset.info, question.judged.state, reading)

    @property
    def is_right(self) -> bool | None:
        """Whether the guess was right; None before there is one, or a judgement."""
        share = self.share
        return None if self.guess is None or share is None else is_right(self.guess, share)

    @property
    def problem(self) -> str:
        """Why the position cannot be judged, in a sentence; "" while that is open, and where it can."""
        if self.question is None:
            return _("This game has no opening positions to ask about.")
        if not self.is_judged or self.share is not None:
            return ""
        return self.question.judged.problem or _("No engine tells chances in this game.")

    @property
    def line(self) -> list[Place]:
        """The best line of the position on the board, as stones; none where it is not known."""
        reading = None if self.question is None else self.question.judged.reading
        if self.question is None or reading is None:
            return []
        return line_places(self.ruleset, self.question.judged.state, reading.candidates[0].line)
