"""The fit of the move order to the moves that searches chose: the probability of each one to be chosen.

A move's points are a sum of two numbers, one for the combination that it makes, the *attack*, and one for the one that
it takes from the other colour, the *defence*. The probability of a move grows with e to its points, a hundred of which
are a logit (softmax regression). Each number is a sum again: a part for each of its four line classes, one for its cell
class and one of its own, all of them pulled towards 0, so that combinations which are seldom seen follow their classes.
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
#: Classes of moves that no choice says anything about, as nobody makes them or everybody must.
_BY_HAND = (
    (ATTACK, CellClass.FORBIDDEN, -_MOST_POINTS),
    (ATTACK, CellClass.OPEN_FOUR, 3_000),
    (ATTACK, CellClass.FIVE, 6_000),
    (DEFENCE, CellClass.FIVE, 3_000),
)
#: The strength of the penalties: a line class and a cell class that come together share what they explain.
_PULL = 2.0


@dataclass(frozen=True, slots=True)
class OrderQuality:
    """How well an order predicts the choices."""

    likelihood: float
    """The mean log-likelihood of the chosen moves."""
    first: float
    """The share of choices of the first move."""
    rank: float
    """The mean rank of the chosen move; 1 is the first."""


def fit(choices: Choices, rules: Rules) -> OrderPoints:
    """The move order that predicts the choices best."""
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
    """How well an order predicts choices. Of moves with equal points the one listed first comes first."""
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
    """The summed loss of the choices, in nats, and its gradient by the points of each move."""
    greatest = np.maximum.reduceat(points, choices.start)
    odds = np.exp(points - np.repeat(greatest, choices.lengths))
    total = np.add.reduceat(odds, choices.start)
    error = odds / np.repeat(total, choices.lengths)
    error[choices.chosen] -= 1
    return float(np.sum(np.log(total) + greatest - points[choices.chosen])), error


class _Model:
    """The probabilities of the choices, by parts: for attack and defence those of the classes, then the own ones.

    Sums use einsum: a matrix product would use threads, which on a busy machine wait for each other.
    """

    def __init__(self, choices: Choices, rules: Rules) -> None:
        self._choices = choices
        self._classes = np.concatenate([_class_counts(rule) for rule in (rules.first, rules.second)])
        self.size = 2 * (self._classes.shape[1] + len(COMBINATIONS))

    def is_of(self, cell_class: CellClass) -> NDArray[np.bool_]:
        """Whether each combination, those of the second colour after those of the first, makes a cell of a class."""
        return np.asarray(self._classes[:, len(LineClass) + cell_class] > 0)

    def order(self, parts: Array) -> Array:
        """Attack and defence of each colour's combinations, in logits."""
        of_classes, own = np.split(parts.reshape(2, -1), [self._classes.shape[1]], axis=1)
        return np.asarray(np.einsum("ep,sp->es", self._classes, of_classes) + np.tile(own.T, (2, 1)))

    def loss(self, parts: Array) -> tuple[float, Array]:
        """The summed loss of the choices, in nats, and its gradient by the parts."""
        loss, error = _loss(_points(self.order(parts), self._choices), self._choices)
        return loss, self._collected(error, self._classes)

    def curvature(self) -> Array:
        """An estimate of the second derivatives by each part, as if all moves were equally likely."""
        return self._collected(np.repeat(1 / self._choices.lengths, self._choices.lengths), self._classes**2)

    def _collected(self, by_move: NDArray[np.float64], classes: Array) -> Array:
        """The gradient by each part, collected from the gradient by each move."""
        numbers = (self._choices.own, self._choices.other)
        by_combination = np.stack([np.bincount(number, by_move, len(classes)) for number in numbers])
        of_classes = np.einsum("ep,se->sp", classes, by_combination)
        own = by_combination.reshape(2, 2, len(COMBINATIONS)).sum(1)
        return np.concatenate([of_classes, own], axis=1).reshape(-1)


def _class_counts(rule: ColourRule) -> Array:
    """For each combination the count of each line class in it, and its cell class (one-hot)."""
    lines = np.array(COMBINATIONS).T
    number = {line: np.sum(lines == line, axis=0) for line in LineClass}
    cells = cell_classes(number, rule)
    return np.stack([*number.values(), *(cells == cell_class for cell_class in CellClass)], axis=1).astype(np.float64)
