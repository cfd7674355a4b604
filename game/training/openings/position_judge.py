"""Queue of positions that the engine judges in advance; no method blocks."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.reader import GameReader
from game.core.match import Match
from game.core.model import EMPTY, State
from game.engine.client.opponent import Opponent

#: Effort for one position. A position in an opening gets only the first search, which takes half of it.
_EFFORT = Effort(2.0)


@dataclass(slots=True, eq=False)
class JudgedPosition:
    """A position for the engine to judge, with the judgement. The position is not in an opening phase."""

    match: Match
    """Match that begins with the position."""
    reading: Evaluation | None = None
    """Evaluation of the position, None if unknown."""
    problem: str = ""
    """A sentence that says why there is no evaluation; it may be "" if the engine simply gave none."""
    is_done: bool = False
    """True if the engine has finished with this position."""

    @property
    def state(self) -> State:
        """State of the game at the judged position."""
        return self.match.first_state


class PositionJudge:
    """Queue of positions that the engine judges one after another; call ``poll`` regularly."""

    def __init__(self, opponent: Opponent, effort: Effort = _EFFORT) -> None:
        """Create an empty queue; ``opponent`` must not be used by anyone else."""
        self._opponent, self._effort = opponent, effort
        self._waiting = deque[JudgedPosition]()
        self._reader: GameReader | None = None

    def ask(self, position: JudgedPosition) -> None:
        """Add a position to the queue of positions that the engine judges."""
        self._waiting.append(position)

    def poll(self) -> bool:
        """Continue to judge positions. Returns True if the engine has judged another position."""
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
        """Release the engine until ``poll`` is called again."""
        if self._reader is not None:
            self._reader.pause()

    def stop(self) -> None:
        """Stop judging positions and clear the queue."""
        self._waiting.clear()
        if self._reader is not None:
            self._reader.stop()
            self._reader = None


def as_game(match: Match) -> Match:
    """Return a new match that starts from the current position of ``match``, without an opening phase.

    If the position is in an opening, the colour with fewer stones (the first one if equal) is to move, and seat 0 gets
    the first colour.
    """
    ruleset, state = match.ruleset, match.state
    if not state.is_opening:
        return Match(ruleset, match.options, match.seed, start=state)
    first, second = ruleset.info.colours
    colour = second if state.board.count(second) < state.board.count(first) else first
    stones = {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}
    return Match(ruleset, match.options, match.seed, start=ruleset.arrange(match.options, stones, colour))
