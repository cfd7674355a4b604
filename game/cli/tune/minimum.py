"""The minimum of a smooth function of many numbers, by limited-memory quasi-Newton steps.

Source: Nocedal and Wright, "Numerical Optimization" (2006), algorithms 7.4 and 7.5, with Armijo's rule for the step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
#: A function's value and its gradient.
Objective = Callable[[Array], tuple[float, Array]]
#: A step that was made, and how the gradient changed by it.
_Change = tuple[Array, Array]

_REMEMBERED = 20
_MOST_STEPS = 200
#: It ends when a step gains no more than this part of the value.
_ENOUGH = 3e-7
#: How much of the promised gain a step must bring, and how often it is halved at most.
_ARMIJO, _HALVINGS = 1e-4, 20


def minimum(objective: Objective, start: Array, curvature: Array) -> Array:
    """Where the objective is lowest; ``curvature`` guesses its second derivatives, each above 0."""
    point, (value, gradient) = start, objective(start)
    changes: deque[_Change] = deque(maxlen=_REMEMBERED)
    for _ in range(_MOST_STEPS):
        direction = -_turned(gradient, changes, curvature)
        slope, size = _product(gradient, direction), 1.0
        for _ in range(_HALVINGS):
            next_point = point + size * direction
            next_value, next_gradient = objective(next_point)
            if next_value <= value + _ARMIJO * size * slope:
                break
            size /= 2
        else:
            return point
        step, bend = next_point - point, next_gradient - gradient
        if _product(step, bend) > 0:
            changes.append((step, bend))
        gain = value - next_value
        point, value, gradient = next_point, next_value, next_gradient
        if gain <= _ENOUGH * abs(value):
            return point
    return point


def _turned(gradient: Array, changes: Iterable[_Change], curvature: Array) -> Array:
    """The gradient times the inverse of the second derivatives, as the changes show them."""
    turned = gradient
    known = [(step, bend, 1 / _product(step, bend)) for step, bend in changes]
    parts = []
    for step, bend, scale in reversed(known):
        part = scale * _product(step, turned)
        turned = turned - part * bend
        parts.append(part)
    turned = turned / curvature
    if known:
        step, bend, scale = known[-1]
        turned = turned / (scale * _product(bend, bend / curvature))
    for (step, bend, scale), part in zip(known, reversed(parts), strict=True):
        turned = turned + (part - scale * _product(bend, turned)) * step
    return turned


def _product(one: Array, other: Array) -> float:
    """The inner product; numpy's own would go to threads, which on a busy machine wait for each other."""
    return float((one * other).sum())
