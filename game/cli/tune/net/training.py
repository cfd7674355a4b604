"""The training of a net: steps of Adagrad, one batch of samples each; the same seed makes the same net."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from game.cli.tune.net.loss import gradient
from game.cli.tune.net.net_samples import NetSamples
from game.cli.tune.net.parameters import Parameters, first_parameters, limited

#: The batch size in samples.
BATCH = 256
#: The size of a step at the beginning of a training and at its end.
RATES = (0.05, 0.002)
#: What keeps the first steps small: the squares of gradients that were seen before the first one.
_BEFORE = 1e-4


@dataclass(frozen=True)
class Training:
    """A net in training: its parameters, and for each the sum of the squares of its gradients."""

    parameters: Parameters
    squares: Parameters


def begin_training(seed: int, colours: int) -> Training:
    """A net that has learned nothing."""
    parameters = first_parameters(np.random.default_rng(seed), colours)
    return Training(parameters, {name: np.full_like(part, _BEFORE) for name, part in parameters.items()})


def training_step(training: Training, batch: NetSamples, rate: float) -> Training:
    """One step down the gradient of a batch; every parameter stays within what whole numbers can stand for."""
    by = gradient(training.parameters, batch)
    squares = {name: part + by[name] ** 2 for name, part in training.squares.items()}
    moved = {
        name: part - np.float32(rate) * by[name] / np.sqrt(squares[name]) for name, part in training.parameters.items()
    }
    return Training(limited(moved), squares)


def train(training: Training, samples: NetSamples, passes: int, seed: int) -> Iterator[Training]:
    """Go through the samples so many times, ordered by dice, with smaller and smaller steps; yields each pass."""
    dice = np.random.default_rng(seed)
    for number in range(passes):
        rate = RATES[0] + (RATES[1] - RATES[0]) * number / max(passes - 1, 1)
        order = dice.permutation(len(samples))
        for first in range(0, len(order), BATCH):
            training = training_step(training, samples.taken(order[first : first + BATCH]), rate)
        yield training
