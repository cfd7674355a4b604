"""Labels of positions from self-play: the winning probabilities that an evaluation learns to predict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.core.ruleset import winning_chance
from game.engine.search.lines.net.shape import POINTS
from game.engine.search.task import WON
from tools.tune.replay import Replay
from tools.tune.selfplay import SelfPlay

#: The weight of the game's outcome in a target; the score of the search has the remaining weight.
OUTCOME_PART = 0.7
#: Every game whose number is divisible by this belongs to the validation set.
VALIDATION = 10

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """The training label of a position."""

    side: int
    target: float
    """The winning probability of the side to move, from 0 to 1, that an evaluation should predict."""
    outcome: float
    """The outcome for the side to move: 0 (loss), 0.5 (draw) or 1 (win); NaN after a slip, as nobody played on."""
    game: int
    """The game's number."""


def labelled(replay: Replay, game: SelfPlay) -> Iterator[Label]:
    """Replay a game, and yield the label of each searched position while it is on the board of ``replay``.

    Positions after a slip, a random stone that was tried and taken back, have a label as well.
    """
    slips = {after: (cell, score) for after, cell, score in game.slips}
    for after, side in replay.turns(game):
        if after >= game.opening:
            score = game.scores[after - game.opening]
            outcome = 0.5 if game.winner < 0 else float(game.winner == side)
            yield Label(side, OUTCOME_PART * outcome + (1 - OUTCOME_PART) * _chance(score), outcome, game.number)
        if after in slips:
            cell, score = slips[after]
            replay.place(cell)
            yield Label(replay.side, _chance(score), np.nan, game.number)
            replay.take_back()


def _chance(score: int) -> float:
    """Convert a score of the search to a winning probability from 0 to 1."""
    if abs(score) > WON:
        return float(score > 0)
    # The score is in points of the trained evaluation, so its own scale applies, not one fitted to results of games.
    return winning_chance(score, POINTS)
