"""A demonstration game between two computer opponents, without a human player. No pygame here."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.core.language import spoken
from game.core.match import Match
from game.core.model import Event
from game.core.ruleset import Level, PluginError, Ruleset, complete_options
from game.engine.client.opponent import Reply, Restarted, Thought
from game.engine.client.opponent_turn import OpponentTurn, Played, question_about
from game.session.services import Services

#: Seconds that an opponent may think.
_THINKING = 0.3


class Demonstration:
    """A demonstration game between two of the weaker computer opponents of a ruleset."""

    def __init__(self, services: Services, ruleset: Ruleset, seed: int) -> None:
        self._services = services
        self.ruleset = ruleset
        self.match = Match(ruleset, complete_options(ruleset.info, {}), seed)
        levels = ruleset.info.levels
        ready = [level for level in levels if services.preparation.can_answer(ruleset.info.id, level)] or levels
        quick = ready[: max(2, len(levels) // 2)]
        rng = random.Random(seed)
        self.levels: Sequence[Level] = [rng.choice(quick), rng.choice(quick)]
        """The levels that play as player number 0 and 1."""
        self._turn: OpponentTurn | None = None
        self.has_failed = False
        """True if an opponent has failed. The demonstration then ends without a message."""

    @property
    def is_over(self) -> bool:
        """True if the demonstration game has ended or an opponent has failed."""
        return self.has_failed or self.match.outcome is not None

    def think(self) -> None:
        """Ask the computer opponent on turn for its moves, once for each position."""
        match = self.match
        if self.is_over or (self._turn is not None and self._turn.is_current):
            return
        level, seed = self.levels[match.state.seat].id, match.seed * 1000 + len(match.plies)
        question = replace(question_about(match, level, seconds=_THINKING, seed=seed), language=spoken())
        self._turn = OpponentTurn(match, question)
        self._services.ask(question)

    def poll(self) -> Iterator[tuple[Event, ...]]:
        """Play each turn that arrives from the opponents, and yield the events of the turn.

        A turn is played when its events are requested.
        """
        for reply in self._services.replies():
            yield from self._take(reply)

    def _take(self, reply: Reply) -> Iterator[tuple[Event, ...]]:
        try:
            report = self._turn.take(reply) if self._turn is not None else None
        except PluginError:
            self.has_failed = True
            return
        if isinstance(report, Played):
            yield report.events
        elif report is not None and not isinstance(report, Thought | Restarted):
            self.has_failed = True

    def leave(self) -> None:
        """Stop the opponents of the demonstration game from thinking."""
        self._services.stop_thinking()
