"""The constant between score and chance: found again from results that were drawn with it."""

from __future__ import annotations

import random

import pytest

from game.analysis.review.evaluation import CandidateMove, Evaluation, ProofStatus
from game.analysis.review.scale import ScoredPosition, calibration, fit, score_of, self_play
from game.core.ruleset import winning_chance
from tests.analysis.review.test_judgement import GAMES


@pytest.mark.parametrize("points", [90.0, 200.0, 600.0])
def test_the_constant_of_drawn_results_is_found_again(points: float) -> None:
    rng = random.Random(1)
    scores = [rng.uniform(-3 * points, 3 * points) for _ in range(20_000)]
    drawn = [ScoredPosition(each, float(rng.random() < winning_chance(each, points))) for each in scores]
    assert fit(drawn) == pytest.approx(points, rel=0.05)
    assert all(abs(told - came) < 0.05 for told, came, _number in calibration(drawn, points))


def test_a_score_and_its_chance_lead_to_each_other() -> None:
    assert score_of(winning_chance(123.0, 90.0), 90.0) == pytest.approx(123.0)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_of_the_reader_with_itself_ends_with_results_for_both_sides(game: str) -> None:
    ruleset, rng = GAMES[game], random.Random(2)

    def read(match: object) -> Evaluation:
        words = [f"{ruleset.geometry(match.options).names[move.cell]}" for move in ruleset.legal_moves(match.state)]
        stones = [f"={move.stone}" for move in ruleset.legal_moves(match.state)]
        named = [word + stone if ruleset.info.names_stone else word for word, stone in zip(words, stones, strict=True)]
        return Evaluation((CandidateMove((rng.choice(named),), 0.6),), ProofStatus.OPEN)

    positions = self_play(ruleset, read, seed=3)
    assert positions
    assert {each.result for each in positions} <= {0.0, 0.5, 1.0}
    assert all(each.score == pytest.approx(score_of(0.6, ruleset.info.logit_scale)) for each in positions)
