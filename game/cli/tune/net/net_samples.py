"""The samples of a net: positions of self-play games as groups of cells with the same four patterns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.cli.tune.replay import Replay
from game.cli.tune.samples import VALIDATION, Floats, Label, labelled
from game.cli.tune.selfplay import SelfPlay
from game.cli.tune.tuned_game import TunedGame

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class NetSamples:
    """Positions, each a stretch of groups of cells that begins at its ``start``."""

    start: NDArray[np.int64]
    lines: Bytes
    """The pattern bytes of a group's four lines, sorted: the class of the side on turn in the lower half."""
    cells: NDArray[np.uint16]
    """The number of cells of the group."""
    colour: Bytes
    """The weights that the side on turn uses: 0, or 1 for the second colour where the rules of both differ."""
    left: Bytes
    """The stones that are left in the turn."""
    size: Bytes
    target: Floats
    """The target: the winning probability of the side on turn, from 0 to 1."""
    outcome: Floats
    """The game's outcome for the side on turn: 0, a half or 1; not a number after a slip."""
    is_validation: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.target)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of groups of each position."""
        return np.diff(np.append(self.start, len(self.cells)))

    def taken(self, chosen: NDArray[np.int64]) -> NetSamples:
        """The samples of these numbers, in this order."""
        lengths = self.lengths[chosen]
        start = np.cumsum(lengths) - lengths
        groups = np.arange(lengths.sum()) + np.repeat(self.start[chosen] - start, lengths)
        return NetSamples(
            start,
            self.lines[groups],
            self.cells[groups],
            self.colour[chosen],
            self.left[chosen],
            self.size[chosen],
            self.target[chosen],
            self.outcome[chosen],
            self.is_validation[chosen],
        )


def net_samples(tuned: TunedGame, games: Iterable[SelfPlay]) -> NetSamples:
    """Every quiet position of the games."""
    replay, has_two = Replay(tuned), tuned.rules.first != tuned.rules.second
    labels, groups, lefts = list[Label](), list[tuple[Bytes, NDArray[np.int64]]](), list[int]()
    for game in games:
        for label in labelled(replay, game):
            if replay.engine.is_quiet(label.side):
                labels.append(label)
                groups.append(_groups(replay, label.side))
                lefts.append(replay.left)
    lengths = np.array([len(cells) for _, cells in groups], np.int64)
    return NetSamples(
        np.cumsum(lengths) - lengths,
        np.concatenate([lines for lines, _ in groups]),
        np.concatenate([cells for _, cells in groups]).astype(np.uint16),
        np.array([label.side * has_two for label in labels], np.uint8),
        np.array(lefts, np.uint8),
        np.full(len(labels), tuned.size, np.uint8),
        np.array([label.target for label in labels], np.float32),
        np.array([label.outcome for label in labels], np.float32),
        np.array([label.game % VALIDATION == 0 for label in labels]),
    )


def _groups(replay: Replay, side: int) -> tuple[Bytes, NDArray[np.int64]]:
    """The different lines of the empty cells as a side sees them, and how many cells have each."""
    position = replay.position
    empty = replay.cells[position["stones"][replay.cells] == 0]
    seen = position["patterns"].reshape(-1, 4)[empty]
    if side == 1:
        seen = seen >> 4 | seen << 4
    lines, cells = np.unique(np.sort(seen, axis=1), axis=0, return_counts=True)
    return lines, cells
