"""The measures of played games, each by a lead history written by hand."""

from math import sqrt

import pytest

from game.session.fairness.measures import (
    MeasuredGame,
    decisiveness,
    drama,
    lead_change_rate,
    lead_changes,
    lead_history,
    measure,
    share_of,
)
from game.session.fairness.report import gauges


def game(winner: int | None, *chances: float, is_finished: bool = True) -> MeasuredGame:
    return MeasuredGame(winner, len(chances), chances, is_finished)


def test_the_share_of_the_first_player_counts_only_games_that_somebody_won():
    found = measure([game(0), game(0), game(0), game(1), game(None), game(None)])
    assert found.first_share is not None
    assert found.first_share.value == 0.75
    assert found.draw_share is not None
    assert found.draw_share.value == pytest.approx(1 / 3)
    assert (found.first_wins, found.second_wins, found.draws, found.decided) == (3, 1, 2, 4)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion" (Statistics in Medicine 17, 1998), table I.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_wilson(count, games, low, high):
    found = share_of(count, games)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_without_games_there_are_no_measures():
    found = measure([])
    assert found.games == 0
    assert [found.first_share, found.draw_share, found.turns, found.drama, found.decisiveness] == [None] * 5


def test_a_game_that_became_too_long_counts_for_the_length_alone():
    found = measure([game(0, 0.6, 0.9), game(None, *[0.5] * 10, is_finished=False)])
    assert (found.unfinished, found.draws, found.turns, found.spread) == (1, 0, 6, 4)


def test_a_game_is_decided_when_the_winner_passes_all_that_the_loser_had():
    # The loser had 0.8 at most, and the winner passes this in the fourth of five turns.
    assert decisiveness(game(0, 0.2, 0.55, 0.8, 0.85, 0.9)) == pytest.approx(0.8)


def test_a_small_advantage_decides_nothing():
    assert decisiveness(game(0, 0.6, 0.6, 0.7, 0.76, 0.9)) == pytest.approx(0.8)


def test_a_comeback_in_the_last_turn_is_as_decisive_as_possible():
    assert decisiveness(game(1, 0.8, 0.9, 0.05)) == 1.0


def test_a_game_that_one_side_leads_from_the_first_turn_on_is_hardly_decisive():
    assert decisiveness(game(0, *[0.9] * 10)) == pytest.approx(0.1)


def test_a_draw_has_neither_decisiveness_nor_drama():
    assert decisiveness(game(None, 0.9, 0.1)) is None
    assert drama(game(None, 0.9, 0.1)) is None


def test_the_lead_changes_only_between_clear_leads():
    assert lead_changes(game(0, 0.6, 0.52, 0.48, 0.6, 0.4, 0.5, 0.4, 0.7)) == 2
    assert lead_change_rate(game(0, 0.6, 0.4, 0.6)) == 1.0
    assert lead_changes(game(0, 0.6, 0.7)) == 0
    assert lead_changes(game(0)) is None


def test_drama_is_the_root_of_how_far_the_winner_was_behind():
    assert drama(game(0, 0.5, 0.32, 0.9)) == pytest.approx(sqrt(0.36))
    assert drama(game(1, 0.68, 0.5, 0.1)) == pytest.approx(sqrt(0.36))
    assert drama(game(1, 1.0, 1.0)) == 1.0
    assert drama(game(0, 0.5, 0.6)) == 0.0


def test_a_lead_history_averages_the_searches_of_both_sides():
    # Each side sees itself ahead by 300 in its own turn, so nobody is.
    assert lead_history([300, -300, 300], 300)[1:] == (0.5, 0.5)
    assert lead_history([300], 300) == pytest.approx((0.7311,), abs=1e-4)


def test_a_turn_without_a_search_keeps_the_value():
    assert lead_history([None, 0, None, None], 300) == (0.5, 0.5, 0.5)
    assert lead_history([None, None], 300) == ()


def test_a_win_that_was_seen_is_nearly_certain():
    assert lead_history([29_990, 29_991], 300)[-1] > 0.99


@pytest.mark.parametrize("games", [[], [game(None)]])
def test_a_gauge_without_a_value_is_empty(games):
    shown = gauges(measure(games))
    assert all(gauge.fill == 0 for gauge in shown if gauge.shown == "–")
    assert any(gauge.shown == "–" for gauge in shown)
