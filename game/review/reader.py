"""The reader of a game: puts its positions to an engine, from the end to the start, and gathers what it says.

From the end, because what is proved about a position stays in the engine's memory and helps with the one before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from game.core.language import spoken
from game.core.match import Match
from game.core.model import Choose
from game.engine.host.opponent import Answer, Opponent, Thought, Trouble
from game.engine.host.opponent_turn import question_about
from game.review.judgement import GameReview, judge, states_of
from game.review.reading import Collector, Reading, won_at_once

#: The best moves that are asked for: the second one tells whether the best is the only one.
_BEST = 2
#: How many times the seconds a position gets when it is asked about again.
_PATIENCE = 5


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the engine may look at one position."""

    seconds: float
    nodes: int = 0
    """0 for no limit."""


@dataclass(frozen=True, slots=True)
class _Task:
    number: int
    """The plies before the position."""
    effort: Effort
    is_repeated: bool = False
    """Whether it was put before, and brought nothing."""
    forgets: bool = False
    """Whether the engine is to forget first what it read before."""


class GameReader:
    """Reads a match with an opponent that nobody else asks meanwhile; nothing blocks.

    Every pass goes over all positions with more effort than the one before; what is known at any time is ``review``.
    """

    def __init__(
        self,
        match: Match,
        opponent: Opponent,
        passes: Iterable[Effort],
        *,
        level: str = "",
        first: int = 1,
        known: Mapping[int, Reading] | None = None,
    ) -> None:
        """``first`` is the first ply to judge; ``level`` reads the game, the ruleset's hint level if it is empty.

        Positions of ``known`` readings are left out of the first pass.
        """
        self._match = match
        self._states = states_of(match)
        self._opponent = opponent
        self._level = level or match.ruleset.info.hint_level
        self._first = first
        self.readings: dict[int, Reading] = dict(known or {})
        """What is known, by the plies before the position."""
        self.problem = ""
        """Why a position could not be read, in a sentence; "" while nothing went wrong."""
        numbers = [number for number in range(len(match.plies), first - 2, -1) if self._is_readable(number)]
        self._waiting = deque(
            _Task(number, effort)
            for turn, effort in enumerate(passes)
            for number in numbers
            if turn or number not in self.readings
        )
        if self._waiting and self._waiting[0].effort.nodes:
            # Counted nodes are there to find the same once more, whatever was read before.
            self._waiting[0] = replace(self._waiting[0], forgets=True)
        self._total = len(self._waiting)
        self._asked: tuple[_Task, Collector] | None = None

    def _is_readable(self, number: int) -> bool:
        """Whether a position asks for a stone: the end does not, nor does a choice of an opening."""
        state, ruleset = self._states[number], self._match.ruleset
        return ruleset.outcome(state) is None and not isinstance(next(ruleset.legal_moves(state), None), Choose)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to read."""
        return self._asked is None and not self._waiting

    @property
    def unread(self) -> int:
        """The positions that nothing is known about so far, although they are to be read."""
        asked = [self._asked[0]] if self._asked is not None else []
        return len({task.number for task in (*asked, *self._waiting)} - self.readings.keys())

    @property
    def share(self) -> float:
        """The part that is read, 0 to 1."""
        left = len(self._waiting) + (self._asked is not None)
        return 1 - left / self._total if self._total else 1.0

    @property
    def review(self) -> GameReview:
        """The game as far as it is read."""
        return judge(self._match, self.readings, self._first)

    def poll(self) -> bool:
        """Take what the engine said, and ask on; returns whether a position is known better than before."""
        before = len(self._waiting)
        for reply in self._opponent.poll():
            if self._asked is None or reply.revision != self._asked[0].number:
                continue
            match reply:
                case Thought(remark=remark):
                    self._asked[1].take(remark)
                case Answer():
                    self._keep()
                case Trouble(sentence=sentence):
                    self._ask_again(sentence)
        if self._asked is None:
            self._ask_next()
        return len(self._waiting) != before

    def stop(self) -> None:
        """Read no further; what is known stays."""
        self._waiting.clear()
        if self._asked is not None:
            self._asked = None
            self._opponent.cancel()

    def _keep(self) -> None:
        assert self._asked is not None
        task, collector = self._asked
        reading = won_at_once(self._match.ruleset, self._states[task.number], collector.reading())
        if not reading.candidates:
            self._ask_again("")
            return
        self.readings[task.number] = reading
        self._asked = None

    def _ask_again(self, sentence: str) -> None:
        """Put a question that brought nothing once more; the second time its position stays unread.

        A search that makes way for others may not have begun in its time, so it gets more.
        """
        assert self._asked is not None
        task, self._asked = self._asked[0], None
        if task.is_repeated:
            self.problem = sentence or self.problem
        else:
            effort = replace(task.effort, seconds=_PATIENCE * task.effort.seconds)
            self._waiting.appendleft(replace(task, effort=effort, is_repeated=True))

    def _ask_next(self) -> None:
        if not self._waiting:
            return
        task = self._waiting.popleft()
        self._asked = task, Collector(self._match.ruleset.info.points_a_logit)
        question = question_about(self._match, self._level, seconds=task.effort.seconds, seed=self._match.seed)
        text = self._match.ruleset.dump(self._states[task.number])
        about = replace(question, revision=task.number, position_text=text, nodes=task.effort.nodes)
        self._opponent.ask(replace(about, judges=_BEST, forgets=task.forgets, language=spoken()))
