"""The minimum of a smooth function of thousands of variables: scipy's L-BFGS-B in rescaled coordinates."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
#: A function that returns its value and its gradient at a point.
Objective = Callable[[Array], tuple[float, Array]]

#: The number of corrections that are stored, the most iterations, and the relative gain below which an iteration is the
#: last.
_OPTIONS = {"maxcor": 20, "maxiter": 200, "ftol": 3e-7}


def minimum(objective: Objective, start: Array, curvature: Array) -> Array:
    """Return the point where the objective is lowest; ``curvature`` estimates its second derivatives, all above 0.

    L-BFGS-B starts as if all second derivatives were equal. So every coordinate is scaled until they roughly are:
    without that, the fit of an evaluation is far from its minimum even after 1,000 iterations.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - takes half a second, only needed by the fit
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    scale = np.sqrt(curvature)

    def scaled(point: Array) -> tuple[float, Array]:
        value, gradient = objective(point / scale)
        return value, gradient / scale

    # On a busy machine the threads of BLAS wait for each other, and their number would change the last digits.
    with threadpool_limits(1, user_api="blas"):
        found = minimize(scaled, start * scale, jac=True, method="L-BFGS-B", options=_OPTIONS)
    return np.asarray(found.x / scale)
