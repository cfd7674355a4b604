"""The loss of a net on samples, and its gradient, in machine code on one thread.

Sums are always added in the same order, so the same samples give the same gradient to the last bit. Speed of whole
training steps of 64 samples, in one run on one core: 30,000 samples a second in numpy, 67,000 with JAX 0.10.2, whose
wheels have 61 to 85 MB and which derives the gradient itself, and 103,000 here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import kernel
from game.engine.search.lines.net import shape
from game.engine.search.lines.net.shape import HIDDEN, WIDTH
from tools.tune.labels import Floats
from tools.tune.net.net_samples import Bytes, NetSamples
from tools.tune.net.parameters import Parameters

#: The upper bounds of inputs and of hidden units, and the slope of a hidden unit below zero (leaky, clipped ReLU).
_MOST_INPUT = np.float32(shape.MOST_INPUT / (1 << shape.INPUT_BITS))
_MOST_HIDDEN = np.float32(shape.MOST_HIDDEN / (1 << shape.HIDDEN_BITS))
_LEAK = np.float32(1 / (1 << shape.LEAK_BITS))
#: Scores are clipped to this absolute value, in logits, before the error is computed.
_CERTAIN = np.float32(30)
# Constants of 32 bits, so that results stay in 32 bits.
_ZERO, _ONE = np.float32(0), np.float32(1)


class _Numbers(NamedTuple):
    """The parameters of a net, or their gradient, in the form that compiled functions read and write."""

    rows: Floats
    first: Floats
    second: Floats
    last: Floats
    beside: Floats
    first_bias: Floats
    second_bias: Floats
    last_bias: Floats


class _Positions(NamedTuple):
    """The training samples in the form that compiled functions read."""

    start: NDArray[np.int64]
    lengths: NDArray[np.int64]
    lines: Bytes
    cells: NDArray[np.uint16]
    colour: Bytes
    left: Bytes
    scaling: Floats
    target: Floats


class _Units(NamedTuple):
    """Work space for a sample: the activations of each layer, and the gradient with respect to them."""

    features: Floats
    """The features of each group of cells after the ReLU, groups by ``WIDTH``."""
    inputs: Floats
    first: Floats
    """The pre-activations of the first layer; ``first_out`` has its activations."""
    first_out: Floats
    second: Floats
    second_out: Floats
    by_input: Floats
    by_first: Floats
    by_second: Floats
    by_score: Floats
    """An array of one element: the derivative of the loss with respect to the score."""


def scores(parameters: Parameters, samples: NetSamples) -> Floats:
    """Return the score of each sample by the net with these parameters, in logits."""
    numbers = _numbers(parameters)
    found = np.zeros(len(samples), numbers.rows.dtype)
    _score_all(numbers, _positions(samples), _units(samples, numbers), found)
    return found


def loss(parameters: Parameters, samples: NetSamples) -> float:
    """Return the mean cross-entropy of the net's predictions for the samples, in nats."""
    return cross_entropy(scores(parameters, samples), samples.target)


def cross_entropy(odds: Floats, target: Floats) -> float:
    """Return the mean cross-entropy, in nats, of predictions in logits with respect to ``target`` probabilities."""
    exact = odds.astype(np.float64)
    return float(np.mean(np.logaddexp(0, exact) - exact * target))


def gradient(parameters: Parameters, samples: NetSamples, batch: NDArray[np.int64]) -> dict[str, Floats]:
    """Return the gradient of the mean loss on a batch for each parameter; a batch is given as indices of samples."""
    numbers = _numbers(parameters)
    found = {name: np.zeros_like(part) for name, part in parameters.items()}
    _add_all(numbers, _positions(samples), _units(samples, numbers), batch, _numbers(found))
    return {name: part / np.float32(len(batch)) for name, part in found.items()}


def _numbers(parameters: Parameters) -> _Numbers:
    return _Numbers(
        rows=parameters["rows"],
        first=parameters["first"],
        second=parameters["second"],
        last=parameters["last"],
        beside=parameters["beside"],
        first_bias=parameters["first_bias"],
        second_bias=parameters["second_bias"],
        last_bias=parameters["last_bias"],
    )


def _positions(samples: NetSamples) -> _Positions:
    return _Positions(
        start=samples.start,
        lengths=samples.lengths,
        lines=samples.lines,
        cells=samples.cells,
        colour=samples.colour,
        left=samples.left,
        scaling=samples.scaling,
        target=samples.target,
    )


def _units(samples: NetSamples, numbers: _Numbers) -> _Units:
    def empty(*sizes: int) -> Floats:
        return np.zeros(sizes, numbers.rows.dtype)

    return _Units(
        empty(samples.longest, WIDTH),
        empty(WIDTH),
        empty(HIDDEN),
        empty(HIDDEN),
        empty(HIDDEN),
        empty(HIDDEN),
        empty(WIDTH),
        empty(HIDDEN),
        empty(HIDDEN),
        empty(1),
    )


@kernel()
def _score_all(numbers: _Numbers, positions: _Positions, units: _Units, found: Floats) -> None:
    for sample in range(len(found)):
        found[sample] = _score(numbers, positions, units, sample)


@kernel()
def _add_all(
    numbers: _Numbers, positions: _Positions, units: _Units, batch: NDArray[np.int64], found: _Numbers
) -> None:
    """Add the gradients of all samples of a batch to ``found``."""
    for sample in batch:
        score = _score(numbers, positions, units, sample)
        chance = _ONE / (_ONE + np.exp(-min(max(score, -_CERTAIN), _CERTAIN)))
        units.by_score[0] = chance - positions.target[sample]
        _add_of_layers(numbers, positions, units, sample, found)
        _add_of_rows(positions, units, sample, found.rows[positions.colour[sample]])


@kernel()
def _score(numbers: _Numbers, positions: _Positions, units: _Units, sample: int) -> np.float32:
    """Return the score of a sample in logits; leave the activations of every layer in ``units``."""
    colour, turn = positions.colour[sample], positions.left[sample] - 1
    _fill_inputs(numbers.rows[colour], positions, units, sample)
    _fill_layer(units.inputs, numbers.first[colour], numbers.first_bias[colour, turn], units.first)
    _squash(units.first, units.first_out)
    _fill_layer(units.first_out, numbers.second[colour], numbers.second_bias[colour], units.second)
    _squash(units.second, units.second_out)
    score: np.float32 = numbers.last_bias[colour, turn]
    for unit in range(HIDDEN):
        score += units.second_out[unit] * numbers.last[colour, unit]
    for feature in range(WIDTH):
        score += units.inputs[feature] * numbers.beside[colour, feature]
    return score


@kernel()
def _fill_inputs(rows: Floats, positions: _Positions, units: _Units, sample: int) -> None:
    start, lines = positions.start[sample], positions.lines
    units.inputs[:] = _ZERO
    for group in range(positions.lengths[sample]):
        at = start + group
        first, second, third, fourth = lines[at, 0], lines[at, 1], lines[at, 2], lines[at, 3]
        cells = np.float32(positions.cells[at])
        for feature in range(WIDTH):
            total = rows[first, feature] + rows[second, feature] + rows[third, feature] + rows[fourth, feature]
            total = max(total, _ZERO)
            units.features[group, feature] = total
            units.inputs[feature] += total * cells
    scaling = positions.scaling[sample]
    for feature in range(WIDTH):
        units.inputs[feature] = min(units.inputs[feature] * scaling, _MOST_INPUT)


@kernel()
def _fill_layer(inputs: Floats, weights: Floats, biases: Floats, sums: Floats) -> None:
    sums[:] = biases
    for row in range(len(inputs)):
        number = inputs[row]
        for unit in range(HIDDEN):
            sums[unit] += number * weights[row, unit]


@kernel()
def _squash(sums: Floats, out: Floats) -> None:
    for unit in range(HIDDEN):
        total = sums[unit]
        total = total if total >= _ZERO else total * _LEAK
        out[unit] = min(max(total, -_MOST_HIDDEN * _LEAK), _MOST_HIDDEN)


@kernel()
def _slope(total: np.float32) -> np.float32:
    """Return the derivative of ``_squash``."""
    if abs(total) >= _MOST_HIDDEN:
        return _ZERO
    return _ONE if total >= _ZERO else _LEAK


@kernel()
def _add_of_layers(numbers: _Numbers, positions: _Positions, units: _Units, sample: int, found: _Numbers) -> None:
    """Add the gradient of every layer's weights for one sample; leave that of the inputs in ``units.by_input``."""
    error = units.by_score[0]
    colour, turn = positions.colour[sample], positions.left[sample] - 1
    found.last_bias[colour, turn] += error
    for unit in range(HIDDEN):
        found.last[colour, unit] += error * units.second_out[unit]
        units.by_second[unit] = error * numbers.last[colour, unit] * _slope(units.second[unit])
        found.second_bias[colour, unit] += units.by_second[unit]
    for unit in range(HIDDEN):
        through = _add_outer(units.first_out[unit], units.by_second, numbers.second[colour, unit],
                             found.second[colour, unit])  # fmt: skip
        units.by_first[unit] = through * _slope(units.first[unit])
        found.first_bias[colour, turn, unit] += units.by_first[unit]
    for feature in range(WIDTH):
        number = units.inputs[feature]
        through = _add_outer(number, units.by_first, numbers.first[colour, feature], found.first[colour, feature])
        through += error * numbers.beside[colour, feature]
        found.beside[colour, feature] += error * number
        units.by_input[feature] = through if number < _MOST_INPUT else _ZERO


@kernel()
def _add_outer(number: np.float32, by_units: Floats, weights: Floats, found: Floats) -> np.float32:
    """Add the gradient of the weights from one input to a layer; return the gradient of that input."""
    through = _ZERO
    for unit in range(HIDDEN):
        found[unit] += number * by_units[unit]
        through += weights[unit] * by_units[unit]
    return through


@kernel()
def _add_of_rows(positions: _Positions, units: _Units, sample: int, found: Floats) -> None:
    """Add the gradient of the rows: each row gets that of every cell which looks it up."""
    start, lines, scaling = positions.start[sample], positions.lines, positions.scaling[sample]
    for group in range(positions.lengths[sample]):
        at = start + group
        first, second, third, fourth = lines[at, 0], lines[at, 1], lines[at, 2], lines[at, 3]
        weight = scaling * np.float32(positions.cells[at])
        for feature in range(WIDTH):
            if units.features[group, feature] > _ZERO:
                part = units.by_input[feature] * weight
                found[first, feature] += part
                found[second, feature] += part
                found[third, feature] += part
                found[fourth, feature] += part
