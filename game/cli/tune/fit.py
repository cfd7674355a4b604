"""Fits an evaluation to samples: logistic regression by Adam, with everything pulled towards a simpler model.

The worth of a combination is a sum: a part for each of its four line classes, a part for its cell class, one of its own
and one of its own on turn. The own ones, of which there are thousands, are pulled towards 0, so that they say something
only where the samples do. The same goes for the presence: a part for being on turn, one for each class that is there,
and one of its own. Where both colours have the same rules they share all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.samples import Samples
from game.kit.fitted import COMBINATIONS, DEAD, OTHER_PRESENCE, OWN_PRESENCE, POINTS_A_LOGIT, PRESENCES, Fitted
from game.kit.line_classes import LineClass
from game.kit.rules import ColourRule, Rules
from game.kit.tables import CellClass, cell_classes

Array = NDArray[np.float64]

#: Adam: samples of a step, rounds over all of them, the greatest step, and how quickly its averages forget.
_BATCH, _ROUNDS, _STEP = 8192, 20, 0.02
_FORGET, _FORGET_SQUARES = 0.9, 0.999
#: How strongly parts are pulled towards 0, those that few others share more strongly: as the samples of so many.
_PULL, _PULL_OF_OWN = 1.0, 20.0
_MOST_POINTS = 3_000


@dataclass(frozen=True, slots=True)
class Quality:
    """How well an evaluation predicts; the losses are in nats a sample."""

    loss: float
    """Against the targets."""
    outcome_loss: float
    accuracy: float
    """How often the side it holds for the better one won; draws and moves that were only tried out do not count."""


def quality(evaluation: Fitted, samples: Samples) -> Quality:
    """How well an evaluation predicts samples."""
    worth, presence = (part.reshape(-1) / POINTS_A_LOGIT for part in (evaluation.worth, evaluation.presence))
    scores = np.concatenate([_scores(batch, worth, presence) for batch in _batches(samples)])
    played = np.isfinite(samples.outcome)
    decided = played & (samples.outcome != 0.5)
    return Quality(
        _loss(scores, samples.target),
        _loss(scores[played], samples.outcome[played]),
        float(np.mean((scores[decided] > 0) == (samples.outcome[decided] > 0.5))) if decided.any() else 0.0,
    )


def fit(samples: Samples, rules: Rules, seed: int) -> Fitted:
    """The evaluation that predicts the samples best; the same seed and samples give the same one."""
    model, dice = _Model(rules), np.random.default_rng(seed)
    # Samples of a game lie together; in a step they must not.
    batches = list(_batches(samples.taken(dice.permutation(len(samples)))))
    parts, average, squares = (np.zeros(model.size) for _ in range(3))
    step, steps = 0, _ROUNDS * len(batches)
    for _ in range(_ROUNDS):
        for batch in dice.permutation(len(batches)):
            gradient = model.gradient(batches[batch], parts) + model.pull / len(samples) * parts
            average += (1 - _FORGET) * (gradient - average)
            squares += (1 - _FORGET_SQUARES) * (gradient**2 - squares)
            rate = _STEP * (1 - step / steps)
            step += 1
            spread = np.sqrt(squares / (1 - _FORGET_SQUARES**step)) + 1e-12
            parts -= rate * average / (1 - _FORGET**step) / spread
    return model.fitted(parts)


def _batches(samples: Samples) -> Iterator[Samples]:
    for first in range(0, len(samples), _BATCH):
        yield samples.taken(np.arange(first, min(first + _BATCH, len(samples))))


def _scores(samples: Samples, worth: Array, presence: Array) -> Array:
    """What the evaluation says of each sample, as the logarithm of the odds."""
    cells = np.add.reduceat(worth[samples.cells] * samples.weight, samples.start)
    return np.asarray(cells + presence[samples.presence])


def _loss(scores: Array, target: NDArray[np.float32]) -> float:
    """The mean of the cross-entropy."""
    return float(np.mean(np.logaddexp(0, scores) - scores * target))


class _Model:
    """All parts of an evaluation in one row of numbers, and how they add up to its tables."""

    def __init__(self, rules: Rules) -> None:
        self._colours = 1 if rules.first == rules.second else 2
        self._rules = (rules.first, rules.second)[: self._colours]
        self._classes = [_class_counts(rule) for rule in self._rules]
        self._bits = _presence_bits()
        shared, own, bits = (self._colours, 2, self._classes[0].shape[1]), (self._colours, 3, len(COMBINATIONS)), 0
        bits = self._bits.shape[1]
        self._shapes = (shared, own, (self._colours, bits), (self._colours, PRESENCES))
        sizes = [int(np.prod(shape)) for shape in self._shapes]
        self._ends = np.cumsum(sizes)
        self.size = int(self._ends[-1])
        self.pull = np.repeat((_PULL, _PULL_OF_OWN, _PULL, _PULL_OF_OWN), sizes)

    def _split(self, parts: Array) -> list[Array]:
        rows = np.split(parts, self._ends[:-1])
        return [row.reshape(shape) for row, shape in zip(rows, self._shapes, strict=True)]

    def tables(self, parts: Array) -> tuple[Array, Array]:
        """``Fitted.worth`` and ``Fitted.presence`` in logits."""
        by_class, own, by_bit, own_presence = self._split(parts)
        worth = np.stack([turns @ counts.T for turns, counts in zip(by_class, self._classes, strict=True)])
        worth += own[:, :2] + own[:, 2:]
        worth[:, :, DEAD] = 0
        presence = by_bit @ self._bits.T + own_presence
        both = 2 // self._colours
        return np.tile(worth, (both, 1, 1)), np.tile(presence, (both, 1))

    def gradient(self, samples: Samples, parts: Array) -> Array:
        """How the mean loss of samples grows with each part."""
        worth, presence = (table.reshape(-1) for table in self.tables(parts))
        odds = _scores(samples, worth, presence)
        error = (1 / (1 + np.exp(-odds)) - samples.target) / len(samples)
        by_cell = np.repeat(error, np.diff(np.append(samples.start, len(samples.cells)))) * samples.weight
        of_worth = np.bincount(samples.cells, by_cell, len(worth)).reshape(self._colours, -1, 2, len(COMBINATIONS))
        of_presence = np.bincount(samples.presence, error, len(presence)).reshape(self._colours, -1, PRESENCES)
        return self._collected(of_worth.sum(1), of_presence.sum(1))

    def _collected(self, of_worth: Array, of_presence: Array) -> Array:
        of_worth[:, :, DEAD] = 0
        by_class = [turns @ counts for turns, counts in zip(of_worth, self._classes, strict=True)]
        own = np.concatenate([of_worth, of_worth.sum(1, keepdims=True)], axis=1)
        parts = (np.stack(by_class), own, of_presence @ self._bits, of_presence)
        return np.concatenate([part.reshape(-1) for part in parts])

    def fitted(self, parts: Array) -> Fitted:
        """The evaluation in whole points."""
        worth, presence = (
            np.clip(np.rint(POINTS_A_LOGIT * table), -_MOST_POINTS, _MOST_POINTS).astype(np.int16)
            for table in self.tables(parts)
        )
        return Fitted(worth, presence)


def _class_counts(rule: ColourRule) -> Array:
    """For each combination, how often each line class is in it, and which cell class it is."""
    lines = np.array(COMBINATIONS).T
    number = {line: np.sum(lines == line, axis=0) for line in LineClass}
    cells = cell_classes(number, rule)
    return np.stack([*number.values(), *(cells == cell_class for cell_class in CellClass)], axis=1).astype(np.float64)


def _presence_bits() -> Array:
    """For each presence a 1, for being on turn, and its bits."""
    bits = np.arange(PRESENCES)[:, np.newaxis] >> np.arange(OWN_PRESENCE + OTHER_PRESENCE) & 1
    return np.concatenate([np.ones((PRESENCES, 1)), bits], axis=1)
