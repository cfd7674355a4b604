"""The training samples of the move order, which is the order in which the search tries moves.

A sample has the moves that the search would try in a position, and the one that was played. A position is used only if
the order of moves matters there: neither side can make a five, and the side to move cannot make an open four.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.order_points import COMBINATIONS, combination_numbers
from game.engine.search.lines.ordering import list_moves
from game.engine.search.lines.tables import CellClass
from tools.tune.labels import VALIDATION
from tools.tune.replay import Replay
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import TunedGame

#: The share of a game's positions that is sampled. Neighbouring positions are too similar to need all of them.
_RATE = 0.8
_NO_MOVE = -1

Numbers = NDArray[np.uint16]


@dataclass(frozen=True)
class Choices:
    """Training samples of the move order: for each position the moves to be ordered, and the one that was played.

    They are flat arrays of moves: the moves of a position are consecutive and begin at index ``start``.
    """

    start: NDArray[np.int64]
    own: Numbers
    """For each move, the index of the combination of line classes that the side to move makes there.

    The combinations of the second colour are numbered after those of the first.
    """
    other: Numbers
    """For each move, the index of the combination that the opponent could make there, which the move prevents."""
    chosen: NDArray[np.int64]
    """For each position, the index of the chosen move in the arrays of all moves."""

    def __len__(self) -> int:
        return len(self.start)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of moves to be ordered in each position."""
        return np.diff(np.append(self.start, len(self.own)))


@dataclass(frozen=True, slots=True)
class _Choice:
    own: Numbers
    other: Numbers
    chosen: int
    game: int


def choices(tuned: TunedGame, games: Sequence[SelfPlay], most: int, seed: int) -> tuple[Choices, Choices]:
    """Return positions with the move that was chosen in each, as a training set and a validation set.

    They are drawn at random, by ``seed``, from ``games``; both sets together have at most ``most`` positions.
    """
    rng = np.random.default_rng(seed)
    sampler = _Sampler(tuned, rng)
    drawn = (games[number] for number in rng.permutation(len(games)))
    found = list(islice((choice for game in drawn for choice in sampler.choices(game)), most))
    return (
        _joined([choice for choice in found if choice.game % VALIDATION != 0]),
        _joined([choice for choice in found if choice.game % VALIDATION == 0]),
    )


def _joined(found: Sequence[_Choice]) -> Choices:
    lengths = np.array([len(choice.own) for choice in found], np.int64)
    start, nothing = np.cumsum(lengths) - lengths, np.zeros(0, np.uint16)
    return Choices(
        start,
        np.concatenate([nothing, *(choice.own for choice in found)]),
        np.concatenate([nothing, *(choice.other for choice in found)]),
        start + np.array([choice.chosen for choice in found], np.int64),
    )


class _Sampler:
    """Collects training samples from games that it replays."""

    def __init__(self, tuned: TunedGame, rng: np.random.Generator) -> None:
        self._replay = Replay(tuned)
        self._rng = rng
        self._numbers = combination_numbers()

    def choices(self, game: SelfPlay) -> Iterator[_Choice]:
        """Yield samples from a random selection of a game's positions, oldest first."""
        for after, side in self._replay.turns(game):
            is_choice = game.opening <= after < len(game.cells)
            if is_choice and self._rng.random() < _RATE and self._is_ordered(side):
                yield from self._choice(side, self._replay.cells[game.cells[after]], game.number)

    def _is_ordered(self, side: int) -> bool:
        return not (self._replay.engine.is_urgent(side) or self._replay.number_of(side, CellClass.OPEN_FOUR))

    def _choice(self, side: int, cell: int, game: int) -> Iterator[_Choice]:
        """Yield the sample of the current position, or nothing if the move that was played is not listed."""
        position, must_defend = self._replay.position, self._replay.number_of(1 - side, CellClass.OPEN_FOUR) > 0
        count = list_moves(position, self._replay.tables, side, 0, _NO_MOVE, must_defend)
        listed = position["listed"][:count].astype(np.int64)
        for chosen in np.flatnonzero(listed == cell):
            yield _Choice(self._combinations(side, listed), self._combinations(1 - side, listed), int(chosen), game)

    def _combinations(self, colour: int, cells: NDArray[np.int64]) -> Numbers:
        numbers = self._numbers[self._replay.position["combined"][cells] >> 16 * colour & 0xFFFF]
        return np.asarray(numbers + colour * len(COMBINATIONS), np.uint16)
