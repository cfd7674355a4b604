"""What an engine found out about one position: its best moves with their scores, and whether the game is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game.core.model import State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import Ruleset, winning_chance


class ProofStatus(Enum):
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
class Evaluation:
    """An engine's reading of a position; of one that it said nothing about, such as an opening's, no candidates."""

    candidates: tuple[CandidateMove, ...] = ()
    """The best moves, the best one first."""
    fate: ProofStatus = ProofStatus.OPEN
    verdict: str = ""
    """What the engine says about the end of the game, in a sentence."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    """The time that was meant for it; 0 where nodes were counted."""

    @property
    def chance(self) -> float | None:
        """The winning chance of the side on turn, 0 to 1; None where the engine said nothing."""
        return self.candidates[0].chance if self.candidates else None

    @property
    def lead(self) -> float:
        """What the second best move loses against the best one, in winning chance; 0 with fewer than two moves."""
        return self.candidates[0].chance - self.candidates[1].chance if len(self.candidates) > 1 else 0.0


def won_at_once(ruleset: Ruleset, state: State, reading: Evaluation) -> Evaluation:
    """The reading, or that of a win where the best line wins within the running turn; such moves have no score."""
    if reading.candidates and reading.fate is ProofStatus.OPEN:
        best = reading.candidates[0]
        for _move, after in playable_moves(ruleset, state, best.line):
            outcome = ruleset.outcome(after)
            if outcome is not None and outcome.winner == state.seat:
                return replace(
                    reading, candidates=(replace(best, chance=1.0), *reading.candidates[1:]), fate=ProofStatus.WON
                )
            if after.seat != state.seat:
                break
    return reading


def improved(known: Evaluation | None, found: Evaluation) -> Evaluation:
    """The better of two readings of a position, of which ``found`` was made later.

    A proof stays. Several best moves, asked for after one, tell what the others lose against it.
    """
    if known is None or not known.candidates:
        return found
    if known.fate is not ProofStatus.OPEN and found.fate is ProofStatus.OPEN:
        return _with_others(known, found)
    if known.fate is ProofStatus.OPEN and found.fate is not ProofStatus.OPEN:
        return found
    if len(found.candidates) > 1 and known.depth > 1:
        return _with_others(known, found)
    if len(found.candidates) == 1 and found.candidates[0].line[0] == known.candidates[0].line[0]:
        return _with_others(found, known)
    return found


def _with_others(best: Evaluation, others: Evaluation) -> Evaluation:
    """A reading with the other moves of another one, which lose as much against the best as they do there."""
    first = best.candidates[0]
    own = next((each.chance for each in others.candidates if each.line[0] == first.line[0]), None)
    told = tuple(
        replace(each, chance=max(0.0, min(first.chance, first.chance - (own - each.chance))) if own else first.chance)
        for each in others.candidates
        if each.line[0] != first.line[0]
    )
    return replace(best, candidates=(first, *told)) if told else best


class Collector:
    """Gathers the remarks about one position to a reading."""

    def __init__(self, logit_scale: float) -> None:
        """``logit_scale`` is the ruleset's constant between scores and chances."""
        self._points_a_logit = logit_scale
        self._ranked: dict[int, Remark] = {}
        self._shallower: dict[int, Remark] = {}
        """Of each rank the last remark of a smaller depth."""
        self._latest = 1

    def take(self, remark: Remark) -> None:
        """Take a remark; a sentence is about the move whose numbers came before it."""
        if remark.has_numbers:
            self._latest = remark.rank
            before = self._ranked.get(remark.rank)
            if before is not None and before.depth < remark.depth:
                self._shallower[remark.rank] = before
            variation = remark.variation or (before.variation if before is not None else ())
            self._ranked[remark.rank] = replace(remark, variation=variation)
        elif remark.verdict and self._latest in self._ranked:
            self._ranked[self._latest] = replace(self._ranked[self._latest], verdict=remark.verdict)

    def reading(self) -> Evaluation:
        """What is known by now."""
        best = self._ranked.get(1)
        if best is None or not best.variation:
            return Evaluation()
        is_open = not best.verdict or not best.score
        fate = ProofStatus.OPEN if is_open else ProofStatus.WON if best.score > 0 else ProofStatus.LOST
        return Evaluation(tuple(self._candidates(self._ranked)), fate, best.verdict, best.depth, best.nodes)

    def _candidates(self, ranked: Mapping[int, Remark]) -> list[CandidateMove]:
        """The moves by rank, each once: a search that was stopped may have told of one at two ranks."""
        found: dict[str, CandidateMove] = {}
        for rank, remark in sorted(ranked.items()):
            if remark.variation:
                found.setdefault(remark.variation[0], CandidateMove(remark.variation, self._chance(rank, remark)))
        return sorted(found.values(), key=lambda candidate: -candidate.chance)

    def _chance(self, rank: int, remark: Remark) -> float:
        """The winning chance: certain where the end is known, else the mean of the last two depths.

        A search that ends with one's own move is too hopeful, and one that ends with the other's too grave.
        """
        if remark.verdict:
            return 0.5 if not remark.score else float(remark.score > 0)
        chance, before = winning_chance(remark.score, self._points_a_logit), self._shallower.get(rank)
        # A first guess, of depth 0, has no score.
        if before is None or not 0 < before.depth == remark.depth - 1 or before.verdict:
            return chance
        return (chance + winning_chance(before.score, self._points_a_logit)) / 2
