"""The limits of what counts as even, and guesses at them."""

from __future__ import annotations

import pytest

from game.analysis.review.evaluation import CandidateMove, Evaluation
from game.core.ruleset import winning_chance
from game.engine.search.lines.opening import CLEAR
from game.plugins.registry import discover
from game.training.openings.balance import BORDER, EVEN_WITHIN, Balance, GuessScore, balance_of, is_right, share_of

GOMOKU = discover().rulesets["gomoku"]


@pytest.mark.parametrize(
    ("share", "balance"),
    [
        (0.0, Balance.SECOND),
        (0.41, Balance.SECOND),
        (0.43, Balance.EVEN),
        (0.5, Balance.EVEN),
        (0.57, Balance.EVEN),
        (0.59, Balance.FIRST),
        (1.0, Balance.FIRST),
    ],
)
def test_a_chance_is_even_between_the_limits(share: float, balance: Balance) -> None:
    assert balance_of(share) is balance
    assert is_right(balance, share)


def test_what_is_even_ends_where_our_engine_takes_a_colour_at_once() -> None:
    assert abs(winning_chance(CLEAR, GOMOKU.info.logit_scale) - 0.5 - EVEN_WITHIN) < 0.01


def test_at_a_limit_both_answers_are_right_and_the_third_is_not() -> None:
    for share in (0.5 + EVEN_WITHIN - BORDER / 2, 0.5 + EVEN_WITHIN + BORDER / 2):
        assert is_right(Balance.EVEN, share)
        assert is_right(Balance.FIRST, share)
        assert not is_right(Balance.SECOND, share)
    assert not is_right(Balance.EVEN, 0.5 + EVEN_WITHIN + 2 * BORDER)


def test_the_share_is_that_of_the_first_colour_whoever_is_on_turn() -> None:
    options = {"size": 15, "variant": "freestyle", "opening": "free", "ban_33": False, "ban_44": False}
    reading = Evaluation((CandidateMove(("h8",), 0.7),))
    of_black = GOMOKU.arrange(options, {}, "b")
    of_white = GOMOKU.arrange(options, {112: "b"}, "w")
    assert share_of(GOMOKU.info, of_black, reading) == 0.7
    assert share_of(GOMOKU.info, of_white, reading) == pytest.approx(0.3)
    assert share_of(GOMOKU.info, of_white, Evaluation()) is None


def test_a_visit_counts_what_was_right_and_how_often_in_a_row() -> None:
    score = GuessScore()
    for right in (True, True, False, True):
        score.count(is_right=right)
    assert (score.right, score.asked, score.streak, score.best_streak) == (3, 4, 1, 2)
