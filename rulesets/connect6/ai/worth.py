"""What Connect6 evaluates and orders stones by, set by hand."""

from __future__ import annotations

import numpy as np

from game.kit.fitted import ATTACK, COMBINATIONS, DEFENCE, ON_TURN, PRESENCES, WAITING, Fitted

#: Points of a cell for each line class of a stone on it, in the order of LineClass.
_BY_LINE = (0, 1, 2, 4, 6, 7, 16, 22, 24, 60, 60, 70, 100, 0)
#: How much more a cell is worth on turn, and what being on turn is worth.
_ON_TURN, _TURN = 1.25, 30
#: How early a stone is tried for each point that it makes or takes, and at most.
_ATTACK, _DEFENCE, _EARLIEST = 10, 8, 3000


def by_hand() -> Fitted:
    """The same numbers for both colours."""
    points = np.array(_BY_LINE)[np.array(COMBINATIONS)].sum(1)
    worth = np.zeros((2, 2, len(COMBINATIONS)), np.int16)
    worth[:, WAITING], worth[:, ON_TURN] = points, np.rint(_ON_TURN * points)
    order = np.zeros_like(worth)
    order[:, ATTACK] = np.minimum(_ATTACK * points, _EARLIEST)
    order[:, DEFENCE] = np.minimum(_DEFENCE * points, _EARLIEST)
    return Fitted(worth, np.full((2, PRESENCES), _TURN, np.int16), order)
