"""The loss of a net on samples and its gradient, in numpy.

Sums use einsum: a matrix product would use threads, which on a busy machine wait for each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.net.net_samples import NetSamples
from game.cli.tune.net.parameters import Parameters, scaling
from game.cli.tune.samples import Floats
from game.kit.lines.net import shape

#: The largest input and hidden unit, and what a hidden unit below zero counts for.
_MOST_INPUT = np.float32(shape.MOST_INPUT / (1 << shape.INPUT_BITS))
_MOST_HIDDEN = np.float32(shape.MOST_HIDDEN / (1 << shape.HIDDEN_BITS))
_LEAK = np.float32(1 / (1 << shape.LEAK_BITS))
#: A score beyond which the error of a sample changes no more.
_CERTAIN = np.float32(30)


@dataclass(frozen=True)
class _Layers:
    """What the layers made of samples of one colour."""

    features: Floats
    inputs: Floats
    first: Floats
    """The sums of the first layer's units."""
    second: Floats
    scores: Floats
    """In logits."""


def scores(parameters: Parameters, samples: NetSamples) -> Floats:
    """The net's word on each sample, in logits."""
    found = np.zeros(len(samples), np.float32)
    for colour in range(len(parameters["rows"])):
        (chosen,) = np.nonzero(samples.colour == colour)
        if len(chosen):
            found[chosen] = _forward(_of_colour(parameters, colour), samples.taken(chosen)).scores
    return found


def loss(parameters: Parameters, samples: NetSamples) -> float:
    """The mean cross-entropy in nats."""
    odds = scores(parameters, samples).astype(np.float64)
    return float(np.mean(np.logaddexp(0, odds) - odds * samples.target))


def gradient(parameters: Parameters, samples: NetSamples) -> dict[str, Floats]:
    """The gradient of the mean loss by each parameter."""
    found = {name: np.zeros_like(part) for name, part in parameters.items()}
    for colour in range(len(parameters["rows"])):
        (chosen,) = np.nonzero(samples.colour == colour)
        if len(chosen):
            part = _backward(_of_colour(parameters, colour), samples.taken(chosen))
            for name, numbers in part.items():
                found[name][colour] = numbers / len(samples)
    return found


def _of_colour(parameters: Parameters, colour: int) -> Parameters:
    return {name: part[colour] for name, part in parameters.items()}


def _squash(sums: Floats) -> Floats:
    return np.where(sums < 0, sums * _LEAK, sums).clip(-_MOST_HIDDEN * _LEAK, _MOST_HIDDEN)


def _slope(sums: Floats) -> Floats:
    """The derivative of ``_squash``."""
    slope = np.where(sums < 0, _LEAK, np.float32(1))
    return np.where(np.abs(sums) < _MOST_HIDDEN, slope, np.float32(0))


def _forward(parameters: Parameters, samples: NetSamples) -> _Layers:
    rows, turn = parameters["rows"], samples.left.astype(np.int64) - 1
    features = rows[samples.lines[:, 0]]
    for way in range(1, 4):
        features = features + rows[samples.lines[:, way]]
    totals = np.add.reduceat(np.maximum(features, 0) * samples.cells[:, np.newaxis].astype(np.float32), samples.start)
    inputs = np.minimum(totals * scaling(samples.size)[:, np.newaxis], _MOST_INPUT)
    first = np.einsum("bi,ih->bh", inputs, parameters["first"]) + parameters["first_bias"][turn]
    second = np.einsum("bi,ih->bh", _squash(first), parameters["second"]) + parameters["second_bias"]
    out = np.einsum("bh,h->b", _squash(second), parameters["last"])
    out = out + np.einsum("bi,i->b", inputs, parameters["beside"]) + parameters["last_bias"][turn]
    return _Layers(features, inputs, first, second, out)


def _backward(parameters: Parameters, samples: NetSamples) -> dict[str, NDArray[np.floating]]:
    """The gradient of the summed loss, for samples of one colour."""
    made, turn = _forward(parameters, samples), samples.left.astype(np.int64) - 1
    error = 1 / (1 + np.exp(-made.scores.clip(-_CERTAIN, _CERTAIN))) - samples.target
    by_second = error[:, np.newaxis] * parameters["last"] * _slope(made.second)
    by_first = np.einsum("bh,ih->bi", by_second, parameters["second"]) * _slope(made.first)
    by_input = np.einsum("bh,ih->bi", by_first, parameters["first"]) + error[:, np.newaxis] * parameters["beside"]
    turns = (turn[:, np.newaxis] == np.arange(shape.STONES_LEFT)).astype(np.float32)
    return {
        "rows": _by_rows(samples, made, by_input),
        "first": np.einsum("bi,bh->ih", made.inputs, by_first),
        "second": np.einsum("bi,bh->ih", _squash(made.first), by_second),
        "last": np.einsum("b,bh->h", error, _squash(made.second)),
        "beside": np.einsum("b,bi->i", error, made.inputs),
        "first_bias": np.einsum("bt,bh->th", turns, by_first),
        "second_bias": by_second.sum(axis=0),
        "last_bias": np.einsum("bt,b->t", turns, error),
    }


def _by_rows(samples: NetSamples, made: _Layers, by_input: Floats) -> NDArray[np.float64]:
    """The gradient by the rows, each of which adds up what the cells that look it up give."""
    by_total = by_input * (made.inputs < _MOST_INPUT) * scaling(samples.size)[:, np.newaxis]
    by_feature = np.repeat(by_total, samples.lengths, axis=0) * samples.cells[:, np.newaxis] * (made.features > 0)
    numbers = np.arange(shape.WIDTH)
    found = np.zeros(shape.PATTERNS * shape.WIDTH)
    for way in range(4):
        places = samples.lines[:, way, np.newaxis].astype(np.int64) * shape.WIDTH + numbers
        found += np.bincount(places.reshape(-1), by_feature.reshape(-1), len(found))
    return found.reshape(shape.PATTERNS, shape.WIDTH)
