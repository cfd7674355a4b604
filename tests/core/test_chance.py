"""How weaker levels choose among near-best stones."""

import random
from collections import Counter

from game.core.thinker import MOST_FELT, TOLERANCE, choose


def chosen(scores, temperature, times=2000):
    rng = random.Random(7)
    return Counter(choose(scores, temperature, rng) for _ in range(times))


def test_what_seems_better_is_chosen_more_often():
    counts = chosen([0, 100, 200], temperature=100)
    assert counts[2] > 2 * counts[1] > 4 * counts[0] > 0


def test_a_stone_far_worse_than_the_best_is_never_chosen():
    assert set(chosen([0, -TOLERANCE * 50 - 1], temperature=50)) == {0}


def test_a_cool_head_takes_the_best():
    assert set(chosen([10, 300, 20], temperature=1)) == {1}


def test_every_certain_win_feels_the_same():
    counts = chosen([29_990, MOST_FELT], temperature=10)
    assert 0.8 < counts[0] / counts[1] < 1.25
