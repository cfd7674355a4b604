"""The samples of the evaluation: positions of self-play games as counts of equal cells, with their outcomes.

Only quiet positions are taken: those in which the search calls the evaluation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.replay import Replay
from game.cli.tune.selfplay import SelfPlay
from game.cli.tune.tuned_game import TunedGame
from game.core.ruleset import POINTS_A_LOGIT, winning_chance
from game.kit.lines.evaluation import presence
from game.kit.lines.tables import CELLS
from game.kit.lines.weights import (
    COMBINATIONS,
    ON_TURN,
    OTHER_PRESENCE,
    OWN_PRESENCE,
    WAITING,
    combination_numbers,
)
from game.kit.search.scores import WON

#: The weight of a game's outcome in a target; the rest is the score of the search.
OUTCOME_PART = 0.7
#: One game in so many belongs to the test set.
VALIDATION = 10

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Samples:
    """Positions, each a stretch of ``cells`` that begins at its ``start``."""

    start: NDArray[np.int64]
    cells: NDArray[np.uint16]
    """The entry of ``Fitted.worth``, flattened, that a group of cells looks up."""
    weight: NDArray[np.int8]
    """The number of cells of the group; negative when they are the other side's."""
    presence: NDArray[np.uint16]
    """The entry of ``Fitted.presence``, flattened, that the position looks up."""
    target: Floats
    """The target: the winning probability of the side on turn, from 0 to 1."""
    outcome: Floats
    """The game's outcome for the side on turn: 0, a half or 1; not a number after a slip."""
    is_validation: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.target)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of groups of cells of each position."""
        return np.diff(np.append(self.start, len(self.cells)))

    def taken(self, chosen: NDArray[np.int64]) -> Samples:
        """The samples of these numbers, in this order."""
        lengths = self.lengths[chosen]
        start = np.cumsum(lengths) - lengths
        cells = np.arange(lengths.sum()) + np.repeat(self.start[chosen] - start, lengths)
        return Samples(
            start,
            self.cells[cells],
            self.weight[cells],
            self.presence[chosen],
            self.target[chosen],
            self.outcome[chosen],
            self.is_validation[chosen],
        )


@dataclass(frozen=True, slots=True)
class _Sample:
    cells: NDArray[np.int64]
    weight: NDArray[np.int64]
    presence: int
    label: Label


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of a position: see ``Samples``."""

    side: int
    target: float
    outcome: float
    game: int


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


def samples(tuned: TunedGame, games: Iterable[SelfPlay]) -> Samples:
    """Every sample of the games."""
    sampler = _Sampler(tuned)
    found = [sample for game in games for sample in sampler.samples(game)]
    lengths = np.array([len(sample.cells) for sample in found], np.int64)
    labels = [sample.label for sample in found]
    return Samples(
        np.cumsum(lengths) - lengths,
        np.concatenate([sample.cells.astype(np.uint16) for sample in found]),
        np.concatenate([sample.weight.astype(np.int8) for sample in found]),
        np.array([sample.presence for sample in found], np.uint16),
        np.array([label.target for label in labels], np.float32),
        np.array([label.outcome for label in labels], np.float32),
        np.array([label.game % VALIDATION == 0 for label in labels], np.bool_),
    )


class _Sampler:
    """The samples of games, taken while they are replayed."""

    def __init__(self, tuned: TunedGame) -> None:
        self._replay = Replay(tuned)
        self._position, self._cells = self._replay.position, self._replay.cells
        self._numbers = combination_numbers()

    def samples(self, game: SelfPlay) -> Iterator[_Sample]:
        """The samples of a game, oldest first."""
        for label in labelled(self._replay, game):
            yield from self._sample(label)

    def _sample(self, label: Label) -> Iterator[_Sample]:
        side = label.side
        # The sum knows nothing of the stones that are left: the search asks it between turns.
        if not (self._replay.begins_turn and self._replay.engine.is_quiet(side)):
            return
        position = self._position
        own, own_weight = self._groups(side, ON_TURN)
        other, other_weight = self._groups(1 - side, WAITING)
        bits = presence(position["counts"][side]) & (1 << OWN_PRESENCE) - 1
        bits |= (presence(position["counts"][1 - side]) & (1 << OTHER_PRESENCE) - 1) << OWN_PRESENCE
        at = side << OWN_PRESENCE + OTHER_PRESENCE | int(bits)
        cells, weight = np.concatenate([own, other]), np.concatenate([own_weight, -other_weight])
        yield _Sample(cells, weight, at, label)

    def _groups(self, colour: int, turn: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The entries that the empty cells of a colour look up, and the number of cells of each."""
        empty = self._cells[self._position["stones"][self._cells] == 0]
        numbers = self._numbers[self._position["combined"][colour * CELLS + empty]]
        count = np.bincount(numbers, minlength=len(COMBINATIONS))
        (there,) = np.nonzero(count)
        return there + (2 * colour + turn) * len(COMBINATIONS), np.minimum(count[there], 127)


def _chance(score: int) -> float:
    """The winning probability that a search's score stands for."""
    if abs(score) > WON:
        return float(score > 0)
    # In the points of the evaluation that is fitted, whatever games of the engine make of them.
    return winning_chance(score, POINTS_A_LOGIT)
