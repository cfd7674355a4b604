"""The accuracy of one side in a game, computed from the winning chance that each of its moves lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

#: accuracy = TOP * e^(-STEEPNESS * loss in percent) - BOTTOM + BONUS, limited to 0 to 100.
_TOP, _STEEPNESS, _BOTTOM, _BONUS = 103.1668100711649, 0.04354415386753951, 3.166924740191411, 1.0
#: Bounds of the number of positions in a window, and of the weight of a move.
_WINDOW, _WEIGHT = (2, 8), (0.5, 12.0)


def accuracy_of_move(loss: float) -> float:
    """Return the accuracy of a move, 0 to 100; ``loss`` is the winning chance that it lost, 0 to 1."""
    raw = _TOP * math.exp(-_STEEPNESS * 100 * max(0.0, loss)) - _BOTTOM + _BONUS
    return max(0.0, min(100.0, raw))


def accuracy_of_game(chances: Sequence[float], losses: Sequence[tuple[int, float]]) -> float | None:
    """Return the accuracy of one side in a game, 0 to 100, or None if none of its moves was judged.

    ``chances`` are the winning chances in all positions from the view of one side. ``losses`` are the side's moves,
    each with the index of the position before it and its loss. The result averages two means: a mean weighted by how
    much the chances vary around each move, and a harmonic mean, in which a single blunder counts more.
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
    """Return the weight of each position in the accuracy. It grows with the changes in winning chance nearby.

    The weights have a lower and an upper bound.
    """
    width = max(_WINDOW[0], min(_WINDOW[1], len(chances) // 10))
    starts = (max(0, min(index - width // 2, len(chances) - width)) for index in range(len(chances)))
    windows = ([100 * chance for chance in chances[start : start + width]] for start in starts)
    return [max(_WEIGHT[0], min(_WEIGHT[1], _deviation(window))) for window in windows]


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of some values, forty times faster than ``statistics.pstdev``.

    The result is not exact to the last bit.
    """
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
