"""Analysis of a game: an engine evaluates its positions from the end to the start.

This order is faster, because proofs about a position stay in the engine's memory and help with the one before it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.analysis.review.analysis_schedule import AnalysisPass, AnalysisSchedule, Effort
from game.analysis.review.evaluation import Collector, Evaluation, ProofStatus, improved, won_at_once
from game.analysis.review.judgement import GameReview, JudgedBefore, is_plain, judge, states_of
from game.core.language import spoken
from game.core.match import Match
from game.core.model import Choose
from game.engine.client.opponent import Answer, Opponent, Thought, Trouble
from game.engine.client.opponent_turn import question_about

#: Factor by which the time limit of a repeated search grows.
_PATIENCE = 5


def readable_positions(match: Match) -> list[int]:
    """Return the ply counts of the positions that an engine can evaluate.

    The end of the game and the choices in an opening are not among them.
    """
    ruleset = match.ruleset
    return [
        number
        for number, state in enumerate(states_of(match))
        if not state.is_opening
        and ruleset.outcome(state) is None
        and not isinstance(next(ruleset.legal_moves(state), None), Choose)
    ]


class GameReader:
    """Background analysis of a match; it needs an engine process of its own, and no method blocks.

    Each pass over the game uses more effort than the one before, see ``AnalysisSchedule``. ``review`` is the latest
    result.
    """

    def __init__(
        self,
        match: Match,
        opponent: Opponent,
        passes: Iterable[Effort],
        *,
        level: str = "",
        first: int = 1,
        known: Mapping[int, Evaluation] | None = None,
    ) -> None:
        """Create an analysis that judges the plies from ``first`` on.

        ``level`` defaults to the ruleset's hint level.

        Positions with ``known`` evaluations are skipped where the new search would not be deeper.
        """
        self._match = match
        self._states = states_of(match)
        self._opponent = opponent
        self._level = level or match.ruleset.info.hint_level
        self._first = first
        self.readings: dict[int, Evaluation] = dict(known or {})
        """Evaluations by the number of plies before the position."""
        self.problem = ""
        """A sentence that says why a position could not be evaluated, "" if there was no problem."""
        self._judged: JudgedBefore = {}
        self._given_up: set[int] = set()
        numbers = [number for number in reversed(readable_positions(match)) if number >= first - 1]
        self._to_read = frozenset(numbers)
        self._plans = deque(AnalysisSchedule(match, numbers, effort, first) for effort in passes)
        self._waiting: deque[AnalysisPass] = deque()
        self._asked: tuple[AnalysisPass, Collector, float] | None = None
        """Search in progress, its collector, and its start on the monotonic clock."""
        self._forgets = True
        self._proceed()

    @property
    def is_done(self) -> bool:
        """True if no search of the game's positions is left."""
        return self._asked is None and not self._waiting

    @property
    def unread(self) -> int:
        """Number of the game's positions without any evaluation so far."""
        if not self._plans:
            return 0
        return len(self._to_read - self.readings.keys() - self._given_up)

    @property
    def review(self) -> GameReview:
        """Review of the game from the evaluations so far."""
        return judge(self._match, self.readings, self._first, self._judged)

    def poll(self) -> bool:
        """Process the engine's answers and start the next search. Returns True if an evaluation has improved."""
        is_news = False
        for reply in self._opponent.poll():
            if self._asked is None or reply.revision != self._asked[0].number:
                continue
            match reply:
                case Thought(remark=remark):
                    self._asked[1].take(remark)
                case Answer():
                    self._keep()
                    is_news = True
                case Trouble(sentence=sentence):
                    self._ask_again(sentence)
                    is_news = True
        if self._asked is None:
            self._ask_next()
        return is_news

    def pause(self) -> None:
        """Release the engine; ``poll`` repeats the search that this interrupts."""
        if self._asked is not None:
            self._waiting.appendleft(self._asked[0])
            self._asked = None
            self._opponent.cancel()

    def stop(self) -> None:
        """Stop the analysis of the game; the evaluations so far remain."""
        self._waiting.clear()
        self._plans.clear()
        if self._asked is not None:
            self._asked = None
            self._opponent.cancel()

    def _keep(self) -> None:
        assert self._asked is not None
        look, collector, began = self._asked
        reading = won_at_once(self._match.ruleset, self._states[look.number], collector.reading())
        if not reading.candidates:
            self._ask_again("")
            return
        self._asked = None
        self._plans[0].spend(reading.nodes if look.effort.nodes else time.monotonic() - began)
        reading = replace(reading, seconds=0.0 if look.effort.nodes else look.effort.seconds)
        if reading.proof_status is ProofStatus.OPEN and reading.depth <= 1 and look.best == 1:
            # The search found no alternative and stopped at depth 1.
            self._waiting.appendleft(replace(look, best=2))
        self.readings[look.number] = improved(self.readings.get(look.number), reading)
        self._proceed()

    def _ask_again(self, sentence: str) -> None:
        """Repeat a search without a result once; after a second failure, skip the position.

        A search that yields to other searches may not have started in time, so the second one gets more time.
        """
        assert self._asked is not None
        look, self._asked = self._asked[0], None
        if look.is_repeated:
            self.problem = sentence or self.problem
            self._given_up.add(look.number)
            self._proceed()
        else:
            effort = replace(look.effort, seconds=_PATIENCE * look.effort.seconds)
            self._waiting.appendleft(replace(look, effort=effort, is_repeated=True))

    def _proceed(self) -> None:
        """If the queue is empty, fill it with the next searches of the schedule."""
        while not self._waiting and self._plans:
            self._waiting.extend(self._plans[0].next_looks(self.readings))
            if not self._waiting:
                self._plans.popleft()

    def _ask_next(self) -> None:
        look = self._next_look()
        if look is None:
            return
        question = question_about(self._match, self._level, seconds=look.effort.seconds, seed=self._match.seed)
        text = self._match.ruleset.dump(self._states[look.number])
        about = replace(question, revision=look.number, position_text=text, nodes=look.effort.nodes, judges=look.best)
        # Searches with a node limit must be reproducible, so the engine's memory is cleared first.
        forgets, self._forgets = self._forgets and look.effort.nodes > 0, False
        self._asked = look, Collector(self._match.ruleset.info.logit_scale), time.monotonic()
        self._opponent.ask(replace(about, forgets=forgets, language=spoken()))

    def _next_look(self) -> AnalysisPass | None:
        """Return the next search to run, or None; skip searches for alternatives to an obvious best move."""
        while self._waiting:
            look = self._waiting.popleft()
            if not (look.is_for_others and is_plain(self._match.ruleset, self._states[look.number])):
                return look
            self._proceed()
        return None
