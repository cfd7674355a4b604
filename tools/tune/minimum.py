"""The minimum of a smooth function of thousands of numbers: scipy's L-BFGS-B, in coordinates that suit it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
#: The value of a function at a point, and its gradient there.
Objective = Callable[[Array], tuple[float, Array]]

#: It remembers so many steps, and ends after so many, or when one gains no more than this part of the value.
_OPTIONS = {"maxcor": 20, "maxiter": 200, "ftol": 3e-7}


def minimum(objective: Objective, start: Array, curvature: Array) -> Array:
    """The point where the objective is lowest; ``curvature`` estimates its second derivatives, each above 0.

    The search begins as if the objective bent alike in all directions, so every coordinate is scaled until it roughly
    does: without that, the fit of an evaluation is far from its minimum even after 1,000 steps.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - half a second that whoever only reads options does not wait
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    scale = np.sqrt(curvature)

    def scaled(point: Array) -> tuple[float, Array]:
        value, gradient = objective(point / scale)
        return value, gradient / scale

    # Threads inside BLAS wait for each other on a busy machine, and their number would change the last digits.
    with threadpool_limits(1, user_api="blas"):
        found = minimize(scaled, start * scale, jac=True, method="L-BFGS-B", options=_OPTIONS)
    return np.asarray(found.x / scale)
