"""The fit of an evaluation to samples: logistic regression, with a penalty towards a simpler model.

The worth of a combination is a sum: a part for each of its four line classes, a part for its cell class, one of its own
and one of its own on turn. The own ones, of which there are thousands, are pulled towards 0, so that they say something
only where the samples do. The same goes for the presence: a part for being on turn, one for each class that is there,
and one of its own. Where both colours have the same rules they share all numbers, else a part of the own ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.minimum import Array, minimum
from game.cli.tune.samples import Samples
from game.core.ruleset import POINTS_A_LOGIT
from game.kit.lines.patterns import LineClass
from game.kit.lines.rules import ColourRule, Rules
from game.kit.lines.tables import CellClass, cell_classes
from game.kit.lines.weights import COMBINATIONS, DEAD, OTHER_PRESENCE, OWN_PRESENCE, PRESENCES, PointArray, Weights

#: The batch size in samples, small enough for arrays in the cache.
_BATCH = 8192
#: The strength of the penalties, in samples: parts that few others share are pulled towards 0 more strongly.
_PULL, _PULL_OF_OWN = 1.0, 10.0
_MOST_POINTS = 3_000


@dataclass(frozen=True, slots=True)
class EvaluationQuality:
    """How well an evaluation predicts; losses are in nats a sample."""

    loss: float
    """Against the targets."""
    outcome_loss: float
    accuracy: float
    """The share of positions whose better side won; draws and slips do not count."""


def quality(evaluation: Weights, samples: Samples) -> EvaluationQuality:
    """How well an evaluation predicts the samples."""
    worth, presence = (part.reshape(-1) / POINTS_A_LOGIT for part in (evaluation.worth, evaluation.presence))
    scores = np.concatenate([_scores(batch, worth, presence) for batch in _batches(samples)])
    played = np.isfinite(samples.outcome)
    decided = played & (samples.outcome != 0.5)
    return EvaluationQuality(
        _loss(scores, samples.target),
        _loss(scores[played], samples.outcome[played]),
        float(np.mean((scores[decided] > 0) == (samples.outcome[decided] > 0.5))) if decided.any() else 0.0,
    )


def fit(samples: Samples, rules: Rules, before: Weights) -> Weights:
    """The given weights with the evaluation that predicts the samples best."""
    model, batches = _Model(rules), list(_batches(samples))

    def objective(parts: Array) -> tuple[float, Array]:
        loss, gradient = np.sum(model.pull * parts**2) / 2, model.pull * parts
        for batch in batches:
            batch_loss, batch_gradient = model.loss(batch, parts)
            loss, gradient = loss + batch_loss, gradient + batch_gradient
        return float(loss), gradient

    worth, presence = model.points(minimum(objective, np.zeros(model.size), model.curvature(batches)))
    return replace(before, worth=worth, presence=presence)


def _batches(samples: Samples) -> Iterator[Samples]:
    for first in range(0, len(samples), _BATCH):
        yield samples.taken(np.arange(first, min(first + _BATCH, len(samples))))


def _scores(samples: Samples, worth: Array, presence: Array) -> Array:
    """The evaluation of each sample, in logits."""
    cells = np.add.reduceat(worth[samples.cells] * samples.weight, samples.start)
    return np.asarray(cells + presence[samples.presence])


def _loss(scores: Array, target: NDArray[np.float32]) -> float:
    """The mean cross-entropy."""
    return float(np.mean(np.logaddexp(0, scores) - scores * target))


class _Model:
    """The parts of an evaluation in one vector, and how they add up to its tables.

    Sums use einsum: a matrix product would use threads, which on a busy machine wait for each other.
    """

    def __init__(self, rules: Rules) -> None:
        self._colours = 1 if rules.first == rules.second else 2
        self._rules = (rules.first, rules.second)[: self._colours]
        self._classes = np.stack([class_counts(rule) for rule in self._rules])
        self._bits = _presence_bits()
        self._shapes = (
            (self._colours, 2, self._classes.shape[2]),
            (self._colours, 3, len(COMBINATIONS)),
            (self._colours - 1, 2, len(COMBINATIONS)),
            (self._colours, self._bits.shape[1]),
            (self._colours, PRESENCES),
            (self._colours - 1, PRESENCES),
        )
        sizes = [int(np.prod(shape)) for shape in self._shapes]
        self._ends = np.cumsum(sizes)
        self.size = int(self._ends[-1])
        self.pull = np.repeat((_PULL, _PULL_OF_OWN, _PULL_OF_OWN) * 2, sizes)

    def _split(self, parts: Array) -> list[Array]:
        rows = np.split(parts, self._ends[:-1])
        return [row.reshape(shape) for row, shape in zip(rows, self._shapes, strict=True)]

    def tables(self, parts: Array) -> tuple[Array, Array]:
        """``Weights.worth`` and ``Weights.presence`` in logits."""
        by_class, own, common, by_bit, own_presence, common_presence = self._split(parts)
        worth = np.einsum("ctp,cep->cte", by_class, self._classes)
        worth += own[:, :2] + own[:, 2:] + common.sum(0)
        worth[:, :, DEAD] = 0
        presence = np.einsum("cp,ep->ce", by_bit, self._bits) + own_presence + common_presence.sum(0)
        both = 2 // self._colours
        return np.tile(worth, (both, 1, 1)), np.tile(presence, (both, 1))

    def loss(self, samples: Samples, parts: Array) -> tuple[float, Array]:
        """The summed loss of samples, and its gradient by the parts."""
        worth, presence = (table.reshape(-1) for table in self.tables(parts))
        odds = _scores(samples, worth, presence)
        error = 1 / (1 + np.exp(-odds)) - samples.target
        by_cell = np.repeat(error, samples.lengths) * samples.weight
        gradient = self._collected(
            np.bincount(samples.cells, by_cell, len(worth)), np.bincount(samples.presence, error, len(presence))
        )
        return float(np.sum(np.logaddexp(0, odds) - odds * samples.target)), gradient

    def curvature(self, batches: Iterable[Samples]) -> Array:
        """An estimate of the second derivatives by each part: the sum of the samples' squared features."""
        found = 4 * self.pull
        for samples in batches:
            weight = samples.weight.astype(np.float64) ** 2
            of_worth = np.bincount(samples.cells, weight, 4 * len(COMBINATIONS))
            found = found + self._collected(of_worth, np.bincount(samples.presence, minlength=2 * PRESENCES))
        return found / 4

    def _collected(self, by_worth: NDArray[Any], by_presence: NDArray[Any]) -> Array:
        """The gradient by each part, collected from the gradient by each entry of the tables."""
        of_worth = by_worth.reshape(-1, self._colours, 2, len(COMBINATIONS)).sum(0)
        of_presence = by_presence.reshape(-1, self._colours, PRESENCES).sum(0)
        of_worth[:, :, DEAD] = 0
        by_class = np.einsum("cte,cep->ctp", of_worth, self._classes)
        by_bit = np.einsum("ce,ep->cp", of_presence, self._bits)
        own = np.concatenate([of_worth, of_worth.sum(1, keepdims=True)], axis=1)
        others = self._colours - 1
        common, common_presence = (part.sum(0, keepdims=True)[:others] for part in (of_worth, of_presence))
        parts = (by_class, own, common, by_bit, of_presence, common_presence)
        return np.concatenate([part.reshape(-1) for part in parts])

    def points(self, parts: Array) -> tuple[PointArray, PointArray]:
        """``Weights.worth`` and ``Weights.presence`` in whole points."""
        worth, presence = (
            np.clip(np.rint(POINTS_A_LOGIT * table), -_MOST_POINTS, _MOST_POINTS).astype(np.int16)
            for table in self.tables(parts)
        )
        return worth, presence


def class_counts(rule: ColourRule) -> Array:
    """For each combination the count of each line class in it, and its cell class (one-hot)."""
    lines = np.array(COMBINATIONS).T
    number = {line: np.sum(lines == line, axis=0) for line in LineClass}
    cells = cell_classes(number, rule)
    return np.stack([*number.values(), *(cells == cell_class for cell_class in CellClass)], axis=1).astype(np.float64)


def _presence_bits() -> Array:
    """For each presence a 1, for being on turn, and its bits."""
    bits = np.arange(PRESENCES)[:, np.newaxis] >> np.arange(OWN_PRESENCE + OTHER_PRESENCE) & 1
    return np.concatenate([np.ones((PRESENCES, 1)), bits], axis=1)
