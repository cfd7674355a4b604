"""The samples of a net: positions of self-play games as groups of cells with the same four patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.net.shape import POINTS
from tools.tune.labels import VALIDATION, Floats, Label, labelled
from tools.tune.net.parameters import scaling
from tools.tune.replay import Replay
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import TunedGame

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
    shipped: Floats
    """What the evaluation that is shipped says, in logits."""
    is_validation: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.target)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of groups of each position."""
        return np.diff(np.append(self.start, len(self.cells)))

    @cached_property
    def longest(self) -> int:
        """The number of groups of the position that has most."""
        return int(self.lengths.max(initial=0))

    @cached_property
    def scaling(self) -> Floats:
        """What turns a total of each position into an input."""
        return scaling(self.size)

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
            self.shipped[chosen],
            self.is_validation[chosen],
        )


def net_samples(tuned: TunedGame, games: Iterable[SelfPlay]) -> NetSamples:
    """Every quiet position of the games."""
    sampler, has_two = _Sampler(tuned), tuned.rules.first != tuned.rules.second
    found = [sample for game in games for sample in sampler.samples(game)]
    labels = [sample.label for sample in found]
    lengths = np.array([len(sample.cells) for sample in found], np.int64)
    return NetSamples(
        np.cumsum(lengths) - lengths,
        np.concatenate([np.zeros((0, 4), np.uint8), *(sample.lines for sample in found)]),
        np.concatenate([np.zeros(0, np.uint16), *(sample.cells.astype(np.uint16) for sample in found)]),
        np.array([label.side * has_two for label in labels], np.uint8),
        np.array([sample.left for sample in found], np.uint8),
        np.full(len(labels), tuned.size, np.uint8),
        np.array([label.target for label in labels], np.float32),
        np.array([label.outcome for label in labels], np.float32),
        np.array([sample.shipped / POINTS for sample in found], np.float32),
        np.array([label.game % VALIDATION == 0 for label in labels], np.bool_),
    )


def joined(parts: Sequence[NetSamples]) -> NetSamples:
    """All samples of several sets, in their order."""
    groups = np.cumsum([0, *(len(part.cells) for part in parts)])
    start = [part.start + before for part, before in zip(parts, groups, strict=False)]
    others = [field.name for field in fields(NetSamples) if field.name != "start"]
    return NetSamples(
        start=np.concatenate(start),
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in others},
    )


@dataclass(frozen=True, slots=True)
class _NetSample:
    label: Label
    lines: Bytes
    cells: NDArray[np.int64]
    left: int
    shipped: int


class _Sampler:
    """The samples of games, taken while they are replayed."""

    def __init__(self, tuned: TunedGame) -> None:
        self._replay = Replay(tuned)

    def samples(self, game: SelfPlay) -> Iterator[_NetSample]:
        """The samples of a game, oldest first."""
        replay = self._replay
        for label in labelled(replay, game):
            if replay.engine.is_quiet(label.side):
                lines, cells = _groups(replay, label.side)
                shipped = net_score(replay.position, replay.tables, label.side, replay.left)
                yield _NetSample(label, lines, cells, replay.left, int(shipped))


def _groups(replay: Replay, side: int) -> tuple[Bytes, NDArray[np.int64]]:
    """The different lines of the empty cells as a side sees them, and how many cells have each."""
    position = replay.position
    empty = replay.cells[position["stones"][replay.cells] == 0]
    seen = position["patterns"].reshape(-1, 4)[empty]
    if side == 1:
        seen = seen >> 4 | seen << 4
    # Four bytes as one number, the first of them the highest, are as quick to compare as one.
    keys, cells = np.unique(np.sort(seen, axis=1).view(">u4").astype(np.uint32).reshape(-1), return_counts=True)
    return keys.astype(">u4").view(np.uint8).reshape(-1, 4), cells
