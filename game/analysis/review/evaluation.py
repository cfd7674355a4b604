"""An engine's evaluation of a position: its best moves with their scores, and whether the game is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game.core.model import State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import Ruleset, winning_chance

#: The version of the built-in engines' evaluations. Increase it when they change their meaning, for example with the
#: logit scale of a game or a stronger engine: stored evaluations of another version are ignored, so that numbers of two
#: versions are never mixed. A test demands a decision whenever ``game/engine/search/signature.txt`` changes.
ENGINE_VERSION = 3


class ProofStatus(Enum):
    """The proved result of a position for the side to move: won, lost, or open if nothing is proved."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """One of the best moves of a position, according to an engine."""

    line: tuple[str, ...]
    """The move and the expected continuation, in the program's notation."""
    chance: float
    """Winning chance of the side to move after it, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An engine's evaluation of a position; it has no candidate moves if the engine gave no answer."""

    candidates: tuple[CandidateMove, ...] = ()
    """Best moves of the position, the best one first."""
    proof_status: ProofStatus = ProofStatus.OPEN
    verdict: str = ""
    """The engine's sentence about the end of the game."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    """Time limit of the search in seconds; 0 if nodes were limited instead."""

    @property
    def chance(self) -> float | None:
        """Winning chance of the side to move, 0 to 1; None if the engine gave no scores."""
        return self.candidates[0].chance if self.candidates else None

    @property
    def lead(self) -> float:
        """Difference in winning chance between the best and the second-best move; 0 if there is no second-best move."""
        return self.candidates[0].chance - self.candidates[1].chance if len(self.candidates) > 1 else 0.0


def won_at_once(ruleset: Ruleset, state: State, reading: Evaluation) -> Evaluation:
    """Return the evaluation, changed to a proved win if the best line wins within this turn.

    Engines give no score for such moves.
    """
    if reading.candidates and reading.proof_status is ProofStatus.OPEN:
        best = reading.candidates[0]
        for _move, after in playable_moves(ruleset, state, best.line):
            outcome = ruleset.outcome(after)
            if outcome is not None and outcome.winner == state.seat:
                return replace(
                    reading,
                    candidates=(replace(best, chance=1.0), *reading.candidates[1:]),
                    proof_status=ProofStatus.WON,
                )
            if after.seat != state.seat:
                break
    return reading


def improved(known: Evaluation | None, found: Evaluation) -> Evaluation:
    """Return the better of two evaluations of the same position; ``found`` is the newer one.

    A proof is never dropped. The result also has the other candidate moves of either evaluation.
    """
    if known is None or not known.candidates:
        return found
    if known.proof_status is not ProofStatus.OPEN and found.proof_status is ProofStatus.OPEN:
        return _with_others(known, found)
    if known.proof_status is ProofStatus.OPEN and found.proof_status is not ProofStatus.OPEN:
        return found
    if len(found.candidates) > 1 and known.depth > 1:
        return _with_others(known, found)
    if len(found.candidates) == 1 and found.candidates[0].line[0] == known.candidates[0].line[0]:
        return _with_others(found, known)
    return found


def _with_others(best: Evaluation, others: Evaluation) -> Evaluation:
    """Return ``best`` with the additional moves of another evaluation of the same position.

    A move keeps its loss against the best move, so its winning chance may change.
    """
    first = best.candidates[0]
    own = next((each.chance for each in others.candidates if each.line[0] == first.line[0]), None)
    told = tuple(
        replace(each, chance=max(0.0, min(first.chance, first.chance - (own - each.chance))) if own else first.chance)
        for each in others.candidates
        if each.line[0] != first.line[0]
    )
    return replace(best, candidates=(first, *told)) if told else best


class Collector:
    """Combines the reports of an engine's search of one position into an evaluation."""

    def __init__(self, logit_scale: float) -> None:
        """Create a collector; ``logit_scale`` converts the scores of the ruleset's engine to winning chances."""
        self._points_a_logit = logit_scale
        self._ranked: dict[int, Remark] = {}
        self._shallower: dict[int, Remark] = {}
        """For each rank, the last remark from a smaller search depth."""
        self._latest = 1
        self._reading: Evaluation | None = None

    def take(self, remark: Remark) -> None:
        """Add a report of the engine. A report without numbers belongs to the move reported before it."""
        self._reading = None
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
        """Return the evaluation from the engine's reports so far."""
        if self._reading is None:
            self._reading = self._made_reading()
        return self._reading

    def _made_reading(self) -> Evaluation:
        best = self._ranked.get(1)
        if best is None or not best.variation:
            return Evaluation()
        is_open = not best.verdict or not best.score
        proof_status = ProofStatus.OPEN if is_open else ProofStatus.WON if best.score > 0 else ProofStatus.LOST
        return Evaluation(tuple(self._candidates(self._ranked)), proof_status, best.verdict, best.depth, best.nodes)

    def _candidates(self, ranked: Mapping[int, Remark]) -> list[CandidateMove]:
        """Return the moves that the engine reported, the best one first.

        A stopped search may report a move at two ranks; the result has it once.
        """
        found: dict[str, CandidateMove] = {}
        for rank, remark in sorted(ranked.items()):
            if remark.variation:
                found.setdefault(remark.variation[0], CandidateMove(remark.variation, self._chance(rank, remark)))
        return sorted(found.values(), key=lambda candidate: -candidate.chance)

    def _chance(self, rank: int, remark: Remark) -> float:
        """Return a move's winning chance: exact if decided, otherwise the mean of the last two search depths.

        A search that ends with the engine's own move is too optimistic, and one that ends with the opponent's too
        pessimistic.
        """
        if remark.verdict:
            return 0.5 if not remark.score else float(remark.score > 0)
        chance, before = winning_chance(remark.score, self._points_a_logit), self._shallower.get(rank)
        # The first guess, with depth 0, has no score.
        if before is None or not 0 < before.depth == remark.depth - 1 or before.verdict:
            return chance
        return (chance + winning_chance(before.score, self._points_a_logit)) / 2
