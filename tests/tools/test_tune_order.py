"""The order of moves is fitted to what games chose."""

import random

import numpy as np
import pytest

from game.engine.search.lines.order_points import ATTACK, COMBINATIONS, DEFENCE, order_for
from game.engine.search.lines.patterns import LineClass
from tools.tune.choices import Choices, choices
from tools.tune.order import fit, quality
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import DRAW, GameName, open_tuned_game

#: What a pair of stones is by the steps from one to the other.
CLASS_OF_STEPS = {1: LineClass.FIRM_TWO, 3: LineClass.OPEN_TWO}

#: Steps to the next cell of a line, none of them towards the other colour.
WAYS = (15, -15, 16, -16, 14, -14)


@pytest.fixture(scope="module")
def tuned():
    return open_tuned_game(GameName(None, "gomoku", (("size", 15),)))


def made_up_game(number, preferred):
    """Colours far apart, each of which pairs its stone: nine times of ten with the preferred steps."""
    rng = random.Random(number)
    own = [7 * 15 + 4, 7 * 15 + 10]
    (other,) = {1, 3} - {preferred}
    pairs = [cell + rng.choice(WAYS) * rng.choice((preferred,) * 9 + (other,)) for cell in own]
    return SelfPlay(number, 2, (*own, *pairs), (0, 0), (), DRAW)


def combination(*lines):
    return COMBINATIONS.index(tuple(sorted((0,) * (4 - len(lines)) + lines)))


def pairs_of_moves(count, better, worse, better_every):
    """Choices between two moves; the worse one is chosen once in so many times, and listed first."""
    start = 2 * np.arange(count)
    own = np.tile(np.array([worse, better], np.uint16), count)
    return Choices(start, own, np.zeros(2 * count, np.uint16), start + (np.arange(count) % better_every > 0))


def points(numbers, kind, *lines):
    """What a combination is worth to either colour."""
    first, second = numbers[:, kind, combination(*lines)]
    assert first == second
    return int(first)


@pytest.mark.parametrize("preferred", [1, 3])
def test_the_class_that_games_prefer_comes_earlier(tuned, preferred):
    training, _ = choices(tuned, [made_up_game(number, preferred) for number in range(300)], 1000, 1)
    before = order_for(tuned.rules)
    new = fit(training, tuned.rules)
    found = {steps: points(new, ATTACK, line) for steps, line in CLASS_OF_STEPS.items()}
    assert found[preferred] > found[4 - preferred]
    assert quality(new, training).likelihood > quality(before, training).likelihood


def test_choices_are_repeatable_no_more_than_asked_for_and_apart_by_games(tuned):
    games = [made_up_game(number, 1) for number in range(40)]
    training, validation = choices(tuned, games, 10, 1)
    again, _ = choices(tuned, games, 10, 1)
    assert len(training) + len(validation) == 10
    assert np.array_equal(training.chosen, again.chosen)
    assert not any(map(len, choices(tuned, [], 10, 1)))
    only_validation = [games[number] for number in (0, 10, 20, 30)]
    assert len(choices(tuned, only_validation, 10, 1)[0]) == 0


def test_points_say_how_often_a_move_is_chosen_and_those_of_wins_are_set_by_hand(tuned):
    better, worse = combination(LineClass.CLOSED_THREE), combination(LineClass.OPEN_TWO)
    found = pairs_of_moves(4000, better, worse, better_every=5)
    new = fit(found, tuned.rules)
    difference = points(new, ATTACK, LineClass.CLOSED_THREE) - points(new, ATTACK, LineClass.OPEN_TWO)
    assert difference == pytest.approx(100 * np.log(4), abs=3)
    ordinary = points(new, ATTACK, LineClass.FOUR)
    assert ordinary < points(new, ATTACK, LineClass.STRAIGHT_FOUR) < points(new, ATTACK, LineClass.FIVE)
    assert points(new, DEFENCE, LineClass.FIVE) > points(new, ATTACK, LineClass.OPEN_THREE)
    result = quality(new, found)
    assert (result.first, result.rank) == (0.8, 1.2)


def test_of_moves_with_the_same_points_the_first_listed_one_comes_first(tuned):
    found = pairs_of_moves(10, combination(LineClass.OPEN_TWO), combination(LineClass.OPEN_TWO), better_every=5)
    assert quality(order_for(tuned.rules), found).rank == 1.8
