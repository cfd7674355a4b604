"""The training of a net with Adam and decoupled weight decay; the same seed gives the same net."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.tune.net.loss import gradient
from tools.tune.net.net_samples import NetSamples
from tools.tune.net.parameters import Parameters, first_parameters, limited

#: The number of samples in a batch.
BATCH = 64
#: The learning rate at the start of a training and at its end, and the weight decay as a share of that rate.
RATES = (1e-2, 1e-4)
_DECAY = 0.01
#: The decay rates of the running means of gradients and of squared gradients (Adam's betas), and Adam's epsilon.
_STORED, _SQUARES_STORED = 0.9, 0.999
_LEAST = 1e-8


@dataclass(frozen=True)
class Training:
    """The state of a training: the net's parameters, and Adam's running means of the gradients and of their squares."""

    parameters: Parameters
    means: Parameters
    squares: Parameters
    steps: int = 0


def begin_training(seed: int, colours: int) -> Training:
    """Return a new training with random parameters."""
    parameters = first_parameters(np.random.default_rng(seed), colours)
    nothing = {name: np.zeros_like(part) for name, part in parameters.items()}
    return Training(parameters, nothing, nothing)


def training_step(training: Training, samples: NetSamples, batch: NDArray[np.int64], rate: float) -> Training:
    """Make one Adam step on a batch, given as indices of samples.

    Every parameter is clipped to the range that its integer can represent.
    """
    by, steps = gradient(training.parameters, samples, batch), training.steps + 1
    means = {name: _STORED * mean + (1 - _STORED) * by[name] for name, mean in training.means.items()}
    squares = {
        name: _SQUARES_STORED * square + (1 - _SQUARES_STORED) * by[name] ** 2
        for name, square in training.squares.items()
    }
    # Both means start at zero; these factors correct that bias.
    size, spread = rate / (1 - _STORED**steps), 1 / (1 - _SQUARES_STORED**steps)
    moved = {
        name: ((1 - rate * _DECAY) * part - size * means[name] / (np.sqrt(spread * squares[name]) + _LEAST)).astype(
            np.float32
        )
        for name, part in training.parameters.items()
    }
    return Training(limited(moved), means, squares, steps)


def train(training: Training, samples: NetSamples, passes: int, seed: int, done: int = 0) -> Iterator[Training]:
    """Train for ``passes`` epochs in random order with a falling learning rate; yield the state after each epoch.

    A training that was interrupted after ``done`` epochs continues with exactly the same result.
    """
    total = passes * -(-len(samples) // BATCH)
    for number in range(done, passes):
        order = np.random.default_rng((seed, number)).permutation(len(samples))
        for first in range(0, len(order), BATCH):
            rate = RATES[1] + (RATES[0] - RATES[1]) * max(0.0, 1 - training.steps / total)
            training = training_step(training, samples, order[first : first + BATCH], rate)
        yield training
