"""Positions judged one after the other by our engine, ahead of the player; nothing blocks."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.reader import GameReader
from game.core.match import Match
from game.core.model import EMPTY, State
from game.engine.client.opponent import Opponent

#: The effort for one position; the first look, which is all that an opening takes, is half of it.
_EFFORT = Effort(2.0)


@dataclass(slots=True, eq=False)
class JudgedPosition:
    """A position of the game proper, and what the engine says of it."""

    match: Match
    """A match that begins with the position."""
    reading: Evaluation | None = None
    """None while nothing is known."""
    problem: str = ""
    """Why nothing can be known, in a sentence; may be "" where the engine has just nothing to say."""
    is_done: bool = False
    """Whether the engine has finished with it."""

    @property
    def state(self) -> State:
        """The position."""
        return self.match.first_state


class PositionJudge:
    """Judges positions in the order in which they were handed in; ``poll`` goes on."""

    def __init__(self, opponent: Opponent, effort: Effort = _EFFORT) -> None:
        """``opponent`` is asked by nobody else meanwhile."""
        self._opponent, self._effort = opponent, effort
        self._waiting = deque[JudgedPosition]()
        self._reader: GameReader | None = None

    def ask(self, position: JudgedPosition) -> None:
        """Judge a position after those that wait."""
        self._waiting.append(position)

    def poll(self) -> bool:
        """Go on judging; returns whether a position is judged now that was not before."""
        if not self._waiting:
            return False
        position = self._waiting[0]
        if self._reader is None:
            self._reader = GameReader(position.match, self._opponent, (self._effort,))
        self._reader.poll()
        if not self._reader.is_done:
            return False
        reader, self._reader = self._reader, None
        self._waiting.popleft()
        reading = reader.readings.get(0)
        position.reading = reading if reading is not None and reading.chance is not None else None
        position.problem, position.is_done = reader.problem, True
        return True

    def pause(self) -> None:
        """Leave the engine to others until ``poll`` is called again."""
        if self._reader is not None:
            self._reader.pause()

    def stop(self) -> None:
        """Judge nothing more."""
        self._waiting.clear()
        if self._reader is not None:
            self._reader.stop()
            self._reader = None


def as_game(match: Match) -> Match:
    """The position of a match as one of the game proper, whatever its opening is about to ask.

    The colour with fewer stones is on turn, the first one where they have equally many; the first seat has the first
    colour.
    """
    ruleset, state = match.ruleset, match.state
    if not state.is_opening:
        return Match(ruleset, match.options, match.seed, start=state)
    first, second = ruleset.info.colours
    colour = second if state.board.count(second) < state.board.count(first) else first
    stones = {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}
    return Match(ruleset, match.options, match.seed, start=ruleset.arrange(match.options, stones, colour))
