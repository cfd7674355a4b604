"""The rating: Glicko-1 against opponents of known strength."""

from __future__ import annotations

import pytest

from game.core.rating import FIRST_DEVIATION, FIRST_RATING, SUREST, Rating, curve


def test_a_step_is_that_of_glickmans_formula() -> None:
    after = Rating(1500, 200).after(1500, 1)
    assert after.elo == pytest.approx(1586.4, abs=0.1)
    assert after.deviation == pytest.approx(173.3, abs=0.5)


def test_the_rating_settles_where_the_results_say() -> None:
    ratings = curve([(1000.0, number % 4 > 0) for number in range(400)])
    assert ratings[-1].elo == pytest.approx(1000 + 191, abs=40)
    assert ratings[-1].deviation == SUREST


def test_without_a_game_there_is_no_curve_and_everybody_begins_alike() -> None:
    assert curve([]) == []
    assert Rating() == Rating(FIRST_RATING, FIRST_DEVIATION)


def test_beating_a_stronger_one_is_worth_more() -> None:
    assert Rating().after(1200, 1).elo > Rating().after(600, 1).elo > Rating().elo > Rating().after(600, 0).elo
