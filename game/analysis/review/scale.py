"""Calibration of the logit scale, which converts engine scores to winning chances, on games of self-play."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.core.match import Match
from game.core.model import Choose, Move, Place
from game.core.notation import parse_turn
from game.core.ruleset import Ruleset, complete_options, winning_chance

#: Minimum and maximum number of random stones at the start, so that games differ.
_THROWN = (2, 6)
#: Probability of playing the second-best move, so that games are not perfect.
_MISTAKES = 0.15
#: Smallest distance of a chance from 0 and 1.
_CERTAIN = 1e-9
#: Search range of the constant and number of bisection steps.
_LEAST, _MOST, _STEPS = 10.0, 5_000.0, 60

#: Function that evaluates the current position of a match.
Read = Callable[[Match], Evaluation]


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position of a self-play game: the score for the side to move, in points, and the game's result."""

    score: float
    result: float
    """1 for a win of that side, 0.5 for a draw, 0 for a loss."""


def self_play(ruleset: Ruleset, read: Read, seed: int) -> list[ScoredPosition]:
    """Play a game with the engine on both sides and return its undecided positions with their scores."""
    rng = random.Random(seed)
    match = Match(ruleset, complete_options(ruleset.info, {}), seed)
    scored = list[tuple[float, int]]()
    thrown_opening(match, rng)
    while match.outcome is None:
        seat, reading = match.state.seat, read(match)
        if reading.chance is not None and reading.proof_status is ProofStatus.OPEN:
            scored.append((score_of(reading.chance, ruleset.info.logit_scale), seat))
        match.play(_chosen(match, reading, rng))
    winner = match.outcome.winner
    return [ScoredPosition(score, 0.5 if winner is None else float(winner == seat)) for score, seat in scored]


def thrown_opening(match: Match, rng: random.Random) -> None:
    """Play random opening decisions and a few random stones at the start of a match."""
    thrown = rng.randint(*_THROWN)
    while match.outcome is None and (_stones(match) < thrown or _asks_choice(match)):
        match.play(_thrown(match, rng))


def _stones(match: Match) -> int:
    return sum(isinstance(ply.move, Place) for ply in match.plies)


def _asks_choice(match: Match) -> bool:
    return isinstance(next(match.ruleset.legal_moves(match.state)), Choose)


def _chosen(match: Match, reading: Evaluation, rng: random.Random) -> Move:
    if reading.candidates:
        slips = len(reading.candidates) > 1 and reading.proof_status is ProofStatus.OPEN and rng.random() < _MISTAKES
        return parse_turn(match.ruleset, match.state, reading.candidates[int(slips)].line[:1])[0]
    return _thrown(match, rng)


def _thrown(match: Match, rng: random.Random) -> Move:
    """Return a random legal move near the centre of the board."""
    legal = list(match.ruleset.legal_moves(match.state))
    geometry = match.state.geometry
    middle = geometry.columns / 2, geometry.rows / 2
    near = sorted(
        legal, key=lambda move: math.dist(geometry.cells[move.cell], middle) if isinstance(move, Place) else 0.0
    )
    return rng.choice(near[:25])


def score_of(chance: float, logit_scale: float) -> float:
    """Return the score in points that corresponds to a winning chance; the inverse of ``winning_chance``."""
    kept = min(1 - _CERTAIN, max(_CERTAIN, chance))
    return logit_scale * math.log(kept / (1 - kept))


def fit(positions: Sequence[ScoredPosition]) -> float:
    """Return the logit scale (score in points for odds of e to 1) that explains the given results best.

    The results are most likely under this scale.

    The log-likelihood is concave in the inverse of the scale, so its maximum is found by bisection.
    """
    least, most = 1 / _MOST, 1 / _LEAST
    for _step in range(_STEPS):
        slope = (least + most) / 2
        if _climbs(positions, slope):
            least = slope
        else:
            most = slope
    return 1 / least


def _climbs(positions: Iterable[ScoredPosition], slope: float) -> bool:
    """Return True if a steeper curve from scores to winning chances makes the results more likely."""
    return sum(each.score * (each.result - winning_chance(each.score, 1 / slope)) for each in positions) > 0


def calibration(positions: Iterable[ScoredPosition], logit_scale: float) -> Iterator[tuple[float, float, int]]:
    """Yield mean predicted chance, mean result and number of positions for each 10 % range of chances."""
    tenths: dict[int, list[tuple[float, float]]] = {}
    for each in positions:
        chance = winning_chance(each.score, logit_scale)
        tenths.setdefault(min(9, int(10 * chance)), []).append((chance, each.result))
    for _tenth, pairs in sorted(tenths.items()):
        told, came = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        yield told, came, len(pairs)
