"""What results say about strength."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.matches.elo import MOST_ELO, SequentialTest, Verdict, difference, elo_of, ratings, score_of

PAIR_SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=60)


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_two_ways_to_say_the_same(elo):
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_known_points_of_the_curve():
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)


@given(PAIR_SCORES)
def test_a_difference_lies_in_its_interval_and_is_the_opposite_for_the_other_side(pairs):
    ours, theirs = difference(pairs), difference([1 - score for score in pairs])
    assert ours.low <= ours.elo <= ours.high
    assert ours.elo == pytest.approx(-theirs.elo)
    assert ours.low == pytest.approx(-theirs.high)


def test_more_games_narrow_the_interval():
    few, many = difference([0.5, 1, 0, 0.75] * 5), difference([0.5, 1, 0, 0.75] * 50)
    assert few.elo == pytest.approx(many.elo)
    assert many.high - many.low < (few.high - few.low) / 2


def test_nothing_played_says_nothing():
    assert difference([]).low == -MOST_ELO
    assert difference([]).high == MOST_ELO


def test_the_bounds_of_the_sequential_test_are_walds():
    assert SequentialTest(0, 20).bounds == (pytest.approx(math.log(0.05 / 0.95)), pytest.approx(math.log(19)))


def test_a_few_lost_pairs_do_not_decide_the_sequential_test_and_many_do():
    test = SequentialTest(0, 50)
    assert test.verdict([]) is Verdict.GOES_ON
    assert test.verdict([0.0]) is Verdict.GOES_ON
    assert test.verdict([0.0] * 10) is Verdict.NOT_STRONGER
    assert test.verdict([1.0] * 10) is Verdict.STRONGER


@pytest.mark.parametrize(("elo", "verdict"), [(0, Verdict.NOT_STRONGER), (60, Verdict.STRONGER)])
def test_the_sequential_test_is_right_about_as_often_as_it_promises(elo, verdict):
    rng, test, right = random.Random(7), SequentialTest(0, 60), 0
    for _ in range(100):
        pairs = []
        while test.verdict(pairs) is Verdict.GOES_ON:
            pairs.append(sum(rng.random() < score_of(elo) for _ in range(2)) / 2)
        right += test.verdict(pairs) is verdict
    assert right >= 88


def results(*scores: tuple[int, int, float, int]):
    points, games = {}, {}
    for one, other, won, played in scores:
        points[one, other], points[other, one] = won, played - won
        games[one, other] = games[other, one] = played
    return ratings(points, games)


def test_ratings_of_two_agree_with_their_score():
    first, second = results((0, 1, 750, 1000))
    assert first.elo - second.elo == pytest.approx(elo_of(0.75), abs=1)
    assert first.elo == pytest.approx(-second.elo)


def test_ratings_find_back_the_strengths_behind_expected_results():
    strengths = [200.0, 50.0, -250.0]
    met = [(0, 1), (0, 2), (1, 2)]
    rated = results(*((a, b, 1000 * score_of(strengths[a] - strengths[b]), 1000) for a, b in met))
    assert [rating.elo for rating in rated] == pytest.approx(strengths, abs=2)


def test_who_has_won_everything_still_has_a_finite_rating():
    first, second = results((0, 1, 20, 20))
    assert second.elo < 0 < first.elo < MOST_ELO


def test_a_chain_of_games_rates_those_who_never_met():
    rated = results((0, 1, 64, 100), (1, 2, 64, 100))
    assert rated[0].elo - rated[2].elo == pytest.approx(2 * elo_of(0.64), abs=3)


def test_nobody_is_rated_before_the_first_game():
    assert ratings({}, {}) == []
