"""Following a player: whoever plays, after a few games half of the games against the mirror are won."""

import random

import pytest

from game.core.levels.adaptive import fitted_strength
from game.core.rating import expected_score

SPAN = (-692, 3151)


def met(strength, games, seed=1, before=()):
    """The games of somebody of this strength against the mirror."""
    rng, played = random.Random(seed), [*before]
    for _ in range(games):
        opponent = fitted_strength(played, SPAN)
        played.append((opponent, float(rng.random() < expected_score(strength, opponent))))
    return played


@pytest.mark.parametrize("strength", [-500, 1000, 2900])
def test_after_twenty_games_a_player_of_any_strength_wins_about_half(strength):
    played = met(strength, 120)
    assert 40 <= sum(score for _, score in played[20:]) <= 60
    assert abs(played[-1][0] - strength) < 200


def test_nobody_known_meets_the_strength_that_it_begins_with():
    assert 600 < fitted_strength([], SPAN) < 900


def test_the_strength_stays_within_the_span():
    assert fitted_strength([(3151, 1.0)] * 40, SPAN) == 3151
    assert fitted_strength([(-692, 0.0)] * 40, SPAN) == -692


def test_a_win_leads_up_and_a_loss_down_and_a_draw_to_the_other():
    before = fitted_strength([], SPAN)
    assert fitted_strength([(before, 0.0)], SPAN) < before < fitted_strength([(before, 1.0)], SPAN)
    assert fitted_strength([(1800, 0.5)], SPAN) > before


def test_it_follows_a_player_who_has_learned():
    games = met(1400, 40, before=met(400, 60))
    assert abs(fitted_strength(games, SPAN) - 1400) < 250
