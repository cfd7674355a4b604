"""The labels of positions of self-play games: what came of each, which an evaluation learns to predict."""

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

#: The weight of a game's outcome in a target; the rest is the score of the search.
OUTCOME_PART = 0.7
#: One game in so many belongs to the test set.
VALIDATION = 10

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of a position."""

    side: int
    target: float
    """The winning probability of the side on turn, from 0 to 1, that an evaluation should predict."""
    outcome: float
    """The game's outcome for the side on turn: 0, a half or 1; not a number after a slip."""
    game: int
    """The game's number."""


def labelled(replay: Replay, game: SelfPlay) -> Iterator[Label]:
    """Every position of a game that was searched, slips included, each of which then stands on the board."""
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
    """The winning probability that a search's score stands for."""
    if abs(score) > WON:
        return float(score > 0)
    # In the points of the evaluation that learns, whatever games of the engine make of them.
    return winning_chance(score, POINTS)
