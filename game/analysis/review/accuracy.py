"""The accuracy of a side in one game, from what its moves lost.

Source: lichess (scalachess cbffc9d, AccuracyPercent; lila, modules/analyse).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

#: Accuracy of one move = TOP * e^(-STEEPNESS * percent lost) - BOTTOM + BONUS, within 0 and 100.
_TOP, _STEEPNESS, _BOTTOM, _BONUS = 103.1668100711649, 0.04354415386753951, 3.166924740191411, 1.0
#: The least and most moves of a window, and the least and most weight of a move.
_WINDOW, _WEIGHT = (2, 8), (0.5, 12.0)


def accuracy_of_move(loss: float) -> float:
    """The accuracy of a move, 0 to 100; ``loss`` is what it cost of the winning chance, 0 to 1."""
    raw = _TOP * math.exp(-_STEEPNESS * 100 * max(0.0, loss)) - _BOTTOM + _BONUS
    return max(0.0, min(100.0, raw))


def accuracy_of_game(chances: Sequence[float], losses: Sequence[tuple[int, float]]) -> float | None:
    """The accuracy of one side, 0 to 100; None for a side without a judged move.

    ``chances`` are one side's winning chances of all positions in their order, and ``losses`` the side's moves: the
    index of the position before each, and what it lost. It is the mean of two means: one weighs a move by how much the
    chances swing around it, the other is harmonic, so that one blunder counts.
    """
    if not losses:
        return None
    weights = _weights(chances)
    each = [accuracy_of_move(loss) for _index, loss in losses]
    weighed = [weights[index] for index, _loss in losses]
    weighted = sum(map(math.prod, zip(each, weighed, strict=True))) / sum(weighed)
    harmonic = len(each) / sum(1 / max(value, 1e-3) for value in each)
    return (weighted + harmonic) / 2


def _weights(chances: Sequence[float]) -> list[float]:
    """How much the chances swing around each position: their standard deviation, in percent, within bounds."""
    width = max(_WINDOW[0], min(_WINDOW[1], len(chances) // 10))
    starts = (max(0, min(index - width // 2, len(chances) - width)) for index in range(len(chances)))
    windows = ([100 * chance for chance in chances[start : start + width]] for start in starts)
    return [max(_WEIGHT[0], min(_WEIGHT[1], _deviation(window))) for window in windows]


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation; that of the statistics module is exact to the last bit, and forty times slower."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
