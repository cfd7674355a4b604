"""The training of a net: samples, a gradient that is one, steps that can be repeated, and the same in whole numbers."""

from dataclasses import replace

import numpy as np
import pytest

from game.engine.search.lines import position as board
from game.engine.search.lines.net import shape
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.net.net import install
from game.engine.search.lines.tables import build
from tests.tools.test_tune import work
from tools.engine.search.boards import random_stones
from tools.engine.search.net_checks import NET_RULES
from tools.tune.net.loss import gradient, loss, scores
from tools.tune.net.net_samples import NetSamples, net_samples
from tools.tune.net.parameters import first_parameters, limited, whole_numbers
from tools.tune.net.training import begin_training, train, training_step
from tools.tune.selfplay import SelfPlay, play_game
from tools.tune.tuned_game import DRAW, GameName, open_tuned_game

NODES = 100


@pytest.fixture(scope="module")
def tuned():
    return work("--option", "size=9").tuned


@pytest.fixture(scope="module")
def found(tuned):
    searcher = tuned.engine(memory_bits=12)
    return net_samples(tuned, [play_game(tuned, searcher, NODES, 1, number) for number in range(8)])


def any_samples(seed, number=40, colours=2):
    """Samples out of dice, a few groups each."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 6, number)
    total = int(lengths.sum())
    return NetSamples(
        np.cumsum(lengths) - lengths,
        rng.integers(0, shape.PATTERNS, (total, 4)).astype(np.uint8),
        rng.integers(1, 30, total).astype(np.uint16),
        rng.integers(0, colours, number).astype(np.uint8),
        rng.integers(1, 3, number).astype(np.uint8),
        rng.integers(9, 16, number).astype(np.uint8),
        rng.random(number).astype(np.float32),
        rng.integers(0, 2, number).astype(np.float32),
        np.zeros(number, np.float32),
        rng.random(number) < 0.1,
    )


def test_samples_count_every_empty_cell_of_their_board(tuned):
    # Stones far from each other: nobody threatens anything.
    stones = (0, 8, 72, 80, 40, 4, 76, 36)
    found = net_samples(tuned, [SelfPlay(1, 2, stones, (100,) * 6, (), DRAW)])
    assert np.add.reduceat(found.cells.astype(np.int64), found.start).tolist() == [81 - after for after in range(2, 8)]


def test_samples_are_groups_of_alike_cells_without_a_turn_or_colour_where_the_rules_have_none(found):
    assert len(found) > 40
    assert (np.sort(found.lines, axis=1) == found.lines).all()
    assert set(found.left) == {1}
    assert not found.colour.any()


def test_a_net_learns_the_positions_within_a_turn_of_connect6_too():
    tuned = open_tuned_game(GameName(None, "connect6", ()))
    # The first stone, then pairs far from each other: nobody threatens anything.
    cells = tuple(180 + step for step in (0, -100, -60, 60, 100, -94, 94))
    game = SelfPlay(1, 1, cells, (100,) * 6, (), DRAW)
    assert net_samples(tuned, [game]).left.tolist() == [2, 1, 2, 1, 2, 1]


@pytest.mark.parametrize("name", first_parameters(np.random.default_rng(1), 2))
def test_the_gradient_is_how_the_loss_changes(name):
    samples = any_samples(2)
    parameters = {key: part.astype(np.float64) for key, part in first_parameters(np.random.default_rng(3), 2).items()}
    by = gradient(parameters, samples, np.arange(len(samples)))[name]
    for place in np.argsort(np.abs(by).reshape(-1))[-5:]:
        at = np.unravel_index(place, by.shape)
        sides = []
        for step in (1e-4, -1e-4):
            changed = {**parameters, name: parameters[name].copy()}
            changed[name][at] += step
            odds = scores(changed, samples).astype(np.float64)
            sides.append(np.mean(np.logaddexp(0, odds) - odds * samples.target))
        assert (sides[0] - sides[1]) / 2e-4 == pytest.approx(by[at], rel=0.05, abs=2e-3)


def test_training_lowers_the_loss_and_the_same_seed_makes_the_same_net(found):
    begun = begin_training(1, 1)
    once, again = (list(train(begun, found, 30, seed=1))[-1].parameters for _ in range(2))
    assert loss(once, found) < loss(begun.parameters, found) - 0.02
    assert all(np.array_equal(once[name], again[name]) for name in once)


def test_a_step_leaves_what_it_began_with(found):
    begun = begin_training(1, 1)
    before = {name: part.copy() for name, part in begun.parameters.items()}
    training_step(begun, found, np.arange(len(found)), 0.1)
    assert all(np.array_equal(before[name], part) for name, part in begun.parameters.items())


def test_steps_of_any_size_leave_a_net_whose_sums_cannot_overflow():
    training = begin_training(1, 2)
    for seed in range(20):
        training = training_step(training, any_samples(seed), np.arange(40), 100.0)
    within = limited(training.parameters)
    assert all(np.array_equal(within[name], part) for name, part in training.parameters.items())
    install(whole_numbers(training.parameters), build(NET_RULES["renju"])[0]["net"])


@pytest.mark.parametrize("variant", ["freestyle", "renju"])
@pytest.mark.parametrize("size", [9, 15, 20])
def test_the_kit_says_in_whole_numbers_what_the_training_said(variant, size):
    rules = NET_RULES[variant]
    colours = 1 if rules.first == rules.second else 2
    parameters = first_parameters(np.random.default_rng(4), colours)
    parameters = {name: part * (4 if name in ("last", "beside") else 1) for name, part in parameters.items()}
    tables = build(rules)[0]
    install(whole_numbers(parameters), tables["net"])
    position = board.new_position(size, tables)[0]
    for number, (cell, colour) in enumerate(random_stones(size, 30, seed=size)):
        board.place(position, tables, cell, colour)
        side = number % 2
        expected = float(scores(parameters, sample_of(position, side, colours))[0]) * shape.POINTS
        assert net_score(position, tables, side, 1) == pytest.approx(expected, rel=0.03, abs=4)


def sample_of(position, side, colours):
    """The position as a sample."""
    cells = position["cells"][: position["cell_count"]].astype(np.int64)
    seen = position["patterns"].reshape(-1, 4)[cells[position["stones"][cells] == 0]]
    seen = seen >> 4 | seen << 4 if side else seen
    one = any_samples(1, number=1)
    return replace(
        one,
        lines=seen,
        cells=np.ones(len(seen), np.uint16),
        colour=np.array([side if colours == 2 else 0], np.uint8),
        left=np.array([1], np.uint8),
        size=np.array([position["size"]], np.uint8),
    )
