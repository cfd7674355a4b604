"""Fits the order in which moves are tried to the moves that searches chose: how likely each one is to be chosen.

A move's points are a sum: a part for each line class and one for the cell class of what it makes, the *attack*, and the
same for what it takes from the other colour, the *defence*. The probability of a move grows with e to its points, a
hundred of which are a logit (softmax regression). The parts are those of ``game/kit/weights.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.choices import Choices
from game.cli.tune.fit import class_counts
from game.cli.tune.minimum import Array, minimum
from game.kit import weights
from game.kit.line_classes import LineClass
from game.kit.rules import Rules
from game.kit.tables import CellClass

Order = Mapping[str, tuple[int, ...]]
"""Points of each class, by the names of ``game/kit/weights.py``."""

_POINTS_A_LOGIT = 100
#: The names of attack and defence, for line classes and for cell classes.
_NAMES = (("ATTACK_LINES", "ATTACK_CELLS"), ("DEFENCE_LINES", "DEFENCE_CELLS"))
#: A class that was chosen less often keeps its points: either nobody may choose it, or nobody needs an order to.
_FEWEST = 10
#: How strongly parts are pulled towards 0: a line class and a cell class that come together share what they say.
_PULL = 1.0


@dataclass(frozen=True, slots=True)
class Quality:
    """How well an order foretells what is chosen."""

    likelihood: float
    """The mean logarithm of the probability of what was chosen."""
    first: float
    """How often the first move was the one."""
    rank: float
    """The mean place of what was chosen; 1 is the first."""


def shipped() -> Order:
    """The order as it stands."""
    return {name: getattr(weights, name) for names in _NAMES for name in names}


def fit(choices: Choices, rules: Rules) -> Order:
    """The order in which the moves that were chosen come as early as they can."""
    model, parts = _Model(choices, rules), _parts(shipped()) / _POINTS_A_LOGIT
    is_free = model.chosen() >= _FEWEST

    def objective(free: Array) -> tuple[float, Array]:
        parts[is_free] = free
        loss, gradient = model.loss(parts)
        return loss + _PULL * float(np.sum(free**2)) / 2, gradient[is_free] + _PULL * free

    curvature = model.curvature()[is_free] + _PULL
    parts[is_free] = minimum(objective, np.zeros(len(curvature)), curvature)
    return _order(np.rint(_POINTS_A_LOGIT * parts))


def quality(order: Order, choices: Choices, rules: Rules) -> Quality:
    """How well an order foretells choices. Of moves with the same points the one that is listed first comes first."""
    model = _Model(choices, rules)
    loss, _ = model.loss(_parts(order) / _POINTS_A_LOGIT)
    points = model.sums(_parts(order))
    at_choice, choice = (np.repeat(part, choices.lengths) for part in (points[choices.chosen], choices.chosen))
    is_before = (points > at_choice) | (points == at_choice) & (np.arange(len(points)) < choice)
    places = 1 + np.add.reduceat(is_before.astype(np.int64), choices.start)
    return Quality(-loss / len(choices), float(np.mean(places == 1)), float(np.mean(places)))


def _parts(order: Order) -> Array:
    """An order as one row for the attack and one for the defence: line classes, then cell classes."""
    return np.array(
        [[*order[lines][: len(LineClass)], *order[cells][: len(CellClass)]] for lines, cells in _NAMES], np.float64
    )


def _order(parts: Array) -> Order:
    """The order of such rows; what is no class keeps what stands there."""
    found = dict(shipped())
    for row, names in zip(parts.astype(int).tolist(), _NAMES, strict=True):
        for name, new in zip(names, (row[: len(LineClass)], row[len(LineClass) :]), strict=True):
            found[name] = (*new, *found[name][len(new) :])
    return found


class _Model:
    """Choices, and how likely parts make them.

    Sums are einsum's: a product of matrices goes to threads, which on a busy machine wait for each other.
    """

    def __init__(self, choices: Choices, rules: Rules) -> None:
        self._choices = choices
        self._classes = np.concatenate([class_counts(rule) for rule in (rules.first, rules.second)])

    def sums(self, parts: Array) -> Array:
        """The parts of each move, summed."""
        attack, defence = np.einsum("ep,sp->se", self._classes, parts)
        return np.asarray(attack[self._choices.own] + defence[self._choices.other])

    def loss(self, parts: Array) -> tuple[float, Array]:
        """The summed loss of the choices, in nats, and how it grows with each part."""
        choices, sums = self._choices, self.sums(parts)
        greatest = np.maximum.reduceat(sums, choices.start)
        odds = np.exp(sums - np.repeat(greatest, choices.lengths))
        total = np.add.reduceat(odds, choices.start)
        error = odds / np.repeat(total, choices.lengths)
        error[choices.chosen] -= 1
        return float(np.sum(np.log(total) + greatest - sums[choices.chosen])), self._collected(error, self._classes)

    def curvature(self) -> Array:
        """Roughly, how much the loss bends with each part: as if every move were as likely."""
        return self._collected(np.repeat(1 / self._choices.lengths, self._choices.lengths), self._classes**2)

    def chosen(self) -> Array:
        """How many of the moves that were chosen have each class."""
        is_chosen = np.zeros(len(self._choices.own))
        is_chosen[self._choices.chosen] = 1
        return self._collected(is_chosen, (self._classes > 0).astype(np.float64))

    def _collected(self, by_move: NDArray[np.float64], classes: Array) -> Array:
        """What belongs to each part, out of what belongs to each move."""
        numbers = (self._choices.own, self._choices.other)
        by_combination = np.stack([np.bincount(number, by_move, len(classes)) for number in numbers])
        return np.asarray(np.einsum("ep,se->sp", classes, by_combination))
