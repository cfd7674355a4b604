"""The recipe of the promises: its samples are what a search finds, and the fit gives back the promises behind them."""

import random

import numpy as np
import pytest

from rulesets.threestones import RULESET
from rulesets.threestones.ai.fit import error, fit, play, sample
from rulesets.threestones.ai.threads import PondEngine
from rulesets.threestones.promises import PROMISES, STAGES
from tools.engine.pond.checks import after, begun


def test_promises_that_foretell_every_change_are_found_again():
    rng, promises = np.random.default_rng(1), np.array([[50.0, 40.0, 20.0, 200.0, 60.0]] * STAGES)
    more = rng.integers(-9, 10, (3_000, PROMISES)).astype(float)
    samples = [(number % STAGES, each, round(each @ promises[0])) for number, each in enumerate(more)]
    found = fit(samples)
    assert found == pytest.approx(promises, abs=0.5)
    assert error(samples, found) < 0.01


def test_a_sample_at_the_end_tells_what_the_last_stones_gain():
    state, engine = after(begun(), 70, random.Random(3)), PondEngine(10)
    ((stage, more, change),) = sample(engine, state, 1_000)
    best = max(
        min(_lead(RULESET.apply(then, answer).state, state.colour) for answer in RULESET.legal_moves(then))
        for then in (RULESET.apply(state, move).state for move in RULESET.legal_moves(state))
    )
    assert (stage, more[-1], change) == (STAGES - 1, 1.0, 100 * (best - _lead(state, state.colour)))
    assert not list(sample(engine, after(state, 2, random.Random(4)), 1_000))


def test_a_game_gives_samples_of_every_part_of_it():
    engine = PondEngine(12)
    stages = [stage for seed in range(6) for stage, _, _ in play(engine, 50, random.Random(seed))]
    assert set(stages) == set(range(STAGES))


def _lead(state, team):
    other = "b" if team == "w" else "w"
    return state.scores[team] - state.scores[other]
