"""Who plays whom in an arena."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from game.session.matches.schedule import gauntlet, near, round_robin, schedule


def test_everybody_meets_everybody_in_a_round_robin_and_only_the_first_in_a_gauntlet():
    assert round_robin(3) == [(0, 1), (0, 2), (1, 2)]
    assert gauntlet(3) == [(0, 1), (0, 2)]


def test_a_long_row_of_contestants_may_meet_their_neighbours_only():
    assert near(4, 1) == [(0, 1), (1, 2), (2, 3)]
    assert near(4, 2) == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    assert near(4, 9) == round_robin(4)


@given(st.integers(2, 5), st.integers(1, 9), st.integers(1, 4))
def test_each_opening_is_played_from_both_sides_with_the_same_dice(contestants, games, openings):
    fixtures = schedule(round_robin(contestants), games, openings, seed=5)
    assert [fixture.number for fixture in fixtures] == list(range(1, len(fixtures) + 1))
    for first, second in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert first.seats == second.seats[::-1]
        assert (first.opening, first.seed) == (second.opening, second.seed)
    counts = Counter(fixture.pairing for fixture in fixtures)
    assert set(counts.values()) == {games + games % 2}


def test_more_games_are_the_same_games_and_then_some():
    few, many = (schedule(round_robin(3), games, 2, seed=1) for games in (4, 10))
    assert many[: len(few)] == few


def test_openings_begin_again_when_they_are_used_up_with_other_dice():
    fixtures = schedule([(0, 1)], 6, 2, seed=1)
    assert [fixture.opening for fixture in fixtures[::2]] == [0, 1, 0]
    assert len({fixture.seed for fixture in fixtures}) == 3
