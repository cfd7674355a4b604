"""What an engine found out about one position: its best moves with their scores, and whether the game is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game.core.model import State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import Ruleset, winning_chance


class Fate(Enum):
    """What is proved about the side on turn."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """One of the best moves of a position."""

    line: tuple[str, ...]
    """The move and those expected after it, in our notation."""
    chance: float
    """The winning chance of the side on turn with it, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An engine's reading of a position; of one that it said nothing about, such as an opening's, no candidates."""

    candidates: tuple[CandidateMove, ...] = ()
    """The best moves, the best one first."""
    fate: Fate = Fate.OPEN
    verdict: str = ""
    """What the engine says about the end of the game, in a sentence."""
    depth: int = 0
    nodes: int = 0

    @property
    def chance(self) -> float | None:
        """The winning chance of the side on turn, 0 to 1; None where the engine said nothing."""
        return self.candidates[0].chance if self.candidates else None

    @property
    def lead(self) -> float:
        """What the second best move loses against the best one, in winning chance; 0 with fewer than two moves."""
        return self.candidates[0].chance - self.candidates[1].chance if len(self.candidates) > 1 else 0.0


def won_at_once(ruleset: Ruleset, state: State, reading: Reading) -> Reading:
    """The reading, or that of a win where the best line wins within the running turn; such moves have no score."""
    if reading.candidates and reading.fate is Fate.OPEN:
        best = reading.candidates[0]
        for _move, after in playable_moves(ruleset, state, best.line):
            outcome = ruleset.outcome(after)
            if outcome is not None and outcome.winner == state.seat:
                return replace(reading, candidates=(replace(best, chance=1.0), *reading.candidates[1:]), fate=Fate.WON)
            if after.seat != state.seat:
                break
    return reading


class Collector:
    """Gathers the remarks about one position to a reading."""

    def __init__(self, points_a_logit: float) -> None:
        """``points_a_logit`` is the ruleset's constant between scores and chances."""
        self._points_a_logit = points_a_logit
        self._ranked: dict[int, Remark] = {}
        self._latest = 1

    def take(self, remark: Remark) -> None:
        """Take a remark; a sentence is about the move whose numbers came before it."""
        if remark.has_numbers:
            self._latest = remark.rank
            before = self._ranked.get(remark.rank)
            variation = remark.variation or (before.variation if before is not None else ())
            self._ranked[remark.rank] = replace(remark, variation=variation)
        elif remark.verdict and self._latest in self._ranked:
            self._ranked[self._latest] = replace(self._ranked[self._latest], verdict=remark.verdict)

    def reading(self) -> Reading:
        """What is known by now."""
        best = self._ranked.get(1)
        if best is None or not best.variation:
            return Reading()
        fate = Fate.OPEN if not best.verdict else Fate.WON if best.score > 0 else Fate.LOST
        return Reading(tuple(self._candidates(self._ranked)), fate, best.verdict, best.depth, best.nodes)

    def _candidates(self, ranked: Mapping[int, Remark]) -> list[CandidateMove]:
        """The moves by rank, each once: a search that was stopped may have told of one at two ranks."""
        found: dict[str, CandidateMove] = {}
        for _rank, remark in sorted(ranked.items()):
            if remark.variation:
                chance = winning_chance(remark.score, self._points_a_logit)
                found.setdefault(remark.variation[0], CandidateMove(remark.variation, chance))
        return sorted(found.values(), key=lambda candidate: -candidate.chance)
