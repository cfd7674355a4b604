"""The fit of the move order to the moves that were played: a softmax regression.

A move's points are the sum of two numbers: the *attack* of the combination of line classes that it makes, and the
*defence* of the combination that it takes from the opponent. The probability of a move is the softmax of these points
over all listed moves, with 100 points to a logit. Each number is itself a sum: one part for each of the combination's
four line classes, one for its cell class, and one of its own. An L2 penalty pulls all parts towards 0, so that rare
combinations get roughly the numbers of their classes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.order_points import ATTACK, COMBINATIONS, DEFENCE, OrderPoints
from game.engine.search.lines.patterns import LineClass
from game.engine.search.lines.rules import ColourRule, Rules
from game.engine.search.lines.tables import CellClass, cell_classes
from tools.tune.choices import Choices
from tools.tune.minimum import Array, minimum

_POINTS_A_LOGIT = 100
_MOST_POINTS = 30_000
#: Fixed points of classes that choices say nothing about: nobody makes such a move, or everybody must.
_BY_HAND = (
    (ATTACK, CellClass.FORBIDDEN, -_MOST_POINTS),
    (ATTACK, CellClass.OPEN_FOUR, 3_000),
    (ATTACK, CellClass.FIVE, 6_000),
    (DEFENCE, CellClass.FIVE, 3_000),
)
#: The strength of the L2 penalty. It also decides how a line class and a cell class that always occur together share
#: what they explain.
_PULL = 2.0


@dataclass(frozen=True, slots=True)
class OrderQuality:
    """How well a move order predicts the moves that were played."""

    likelihood: float
    """The mean log-likelihood of the chosen moves."""
    first: float
    """The share of positions in which the first move of the order was chosen."""
    rank: float
    """The mean rank of the chosen move in the order; 1 is the first."""


def fit(choices: Choices, rules: Rules) -> OrderPoints:
    """Return the move order that best predicts the moves that were played in the samples."""
    model = _Model(choices, rules)

    def objective(parts: Array) -> tuple[float, Array]:
        loss, gradient = model.loss(parts)
        return loss + _PULL * float(np.sum(parts**2)) / 2, gradient + _PULL * parts

    parts = minimum(objective, np.zeros(model.size), model.curvature() + _PULL)
    points = np.clip(np.rint(_POINTS_A_LOGIT * model.order(parts)), -_MOST_POINTS, _MOST_POINTS)
    for kind, cell_class, by_hand in _BY_HAND:
        points[model.is_of(cell_class), kind] = by_hand
    by_colour = points.reshape(2, len(COMBINATIONS), 2).swapaxes(1, 2)
    return np.asarray(by_colour, np.int16)


def quality(known: OrderPoints, choices: Choices) -> OrderQuality:
    """Measure how well a move order predicts the moves in the samples. Moves with equal points keep their order."""
    order = known.astype(np.float64).swapaxes(1, 2).reshape(-1, 2)
    points = _points(order, choices)
    loss, _ = _loss(points / _POINTS_A_LOGIT, choices)
    at_choice, choice = (np.repeat(part, choices.lengths) for part in (points[choices.chosen], choices.chosen))
    is_before = (points > at_choice) | (points == at_choice) & (np.arange(len(points)) < choice)
    places = 1 + np.add.reduceat(is_before.astype(np.int64), choices.start)
    return OrderQuality(-loss / len(choices), float(np.mean(places == 1)), float(np.mean(places)))


def _points(order: Array, choices: Choices) -> Array:
    return np.asarray(order[choices.own, ATTACK] + order[choices.other, DEFENCE])


def _loss(points: Array, choices: Choices) -> tuple[float, NDArray[np.float64]]:
    """Return the summed loss of the samples, in nats, and its gradient with respect to each move's points in logits."""
    greatest = np.maximum.reduceat(points, choices.start)
    odds = np.exp(points - np.repeat(greatest, choices.lengths))
    total = np.add.reduceat(odds, choices.start)
    error = odds / np.repeat(total, choices.lengths)
    error[choices.chosen] -= 1
    return float(np.sum(np.log(total) + greatest - points[choices.chosen])), error


class _Model:
    """A model of the probabilities with which moves are played; see this module for the parts that are its parameters.

    First come the parts of attack, then those of defence. Each of these has one part for each class, then one for each
    combination. Sums use einsum: a matrix product would use threads, which on a busy machine wait for each other.
    """

    def __init__(self, choices: Choices, rules: Rules) -> None:
        self._choices = choices
        self._classes = np.concatenate([_class_counts(rule) for rule in (rules.first, rules.second)])
        self.size = 2 * (self._classes.shape[1] + len(COMBINATIONS))

    def is_of(self, cell_class: CellClass) -> NDArray[np.bool_]:
        """Return for each combination of line classes whether its cell has this class.

        Those of the second colour follow those of the first.
        """
        return np.asarray(self._classes[:, len(LineClass) + cell_class] > 0)

    def order(self, parts: Array) -> Array:
        """Return the attack and defence of each colour's combinations, in logits."""
        of_classes, own = np.split(parts.reshape(2, -1), [self._classes.shape[1]], axis=1)
        return np.asarray(np.einsum("ep,sp->es", self._classes, of_classes) + np.tile(own.T, (2, 1)))

    def loss(self, parts: Array) -> tuple[float, Array]:
        """Return the summed loss of the choices, in nats, and its gradient with respect to the parts."""
        loss, error = _loss(_points(self.order(parts), self._choices), self._choices)
        return loss, self._collected(error, self._classes)

    def curvature(self) -> Array:
        """Estimate the second derivative of the loss by each part, as if all moves were equally likely."""
        return self._collected(np.repeat(1 / self._choices.lengths, self._choices.lengths), self._classes**2)

    def _collected(self, by_move: NDArray[np.float64], classes: Array) -> Array:
        """Return the gradient with respect to each part from that with respect to each move."""
        numbers = (self._choices.own, self._choices.other)
        by_combination = np.stack([np.bincount(number, by_move, len(classes)) for number in numbers])
        of_classes = np.einsum("ep,se->sp", classes, by_combination)
        own = by_combination.reshape(2, 2, len(COMBINATIONS)).sum(1)
        return np.concatenate([of_classes, own], axis=1).reshape(-1)


def _class_counts(rule: ColourRule) -> Array:
    """Return a row for each combination: how often it has each line class, then its cell class (one-hot)."""
    lines = np.array(COMBINATIONS).T
    number = {line: np.sum(lines == line, axis=0) for line in LineClass}
    cells = cell_classes(number, rule)
    return np.stack([*number.values(), *(cells == cell_class for cell_class in CellClass)], axis=1).astype(np.float64)
