"""The training samples of a net: positions from self-play, as the net sees them.

A net sees a cell only by its four patterns, what a stone would make in each direction. So the empty cells of a position
are grouped by these patterns.
"""

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
    """Training samples of a net: for each position its groups of equal cells, and what the net is to predict.

    They are flat arrays of groups: the groups of a position are consecutive and begin at index ``start``.
    """

    start: NDArray[np.int64]
    lines: Bytes
    """The sorted pattern bytes of each group's four lines, groups by 4.

    The low four bits have the line class of the side to move, the high four bits that of the opponent.
    """
    cells: NDArray[np.uint16]
    """The number of cells in each group."""
    colour: Bytes
    """Which set of weights the side to move uses: 1 for the second colour if the colours' rules differ, else 0."""
    left: Bytes
    """The number of stones that the side to move may still place in this turn."""
    size: Bytes
    target: Floats
    """The target: the winning probability of the side to move, from 0 to 1."""
    outcome: Floats
    """The outcome for the side to move: 0 (loss), 0.5 (draw) or 1 (win); NaN after a slip."""
    shipped: Floats
    """The score of the shipped net, in logits."""
    is_validation: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.target)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of groups of each position."""
        return np.diff(np.append(self.start, len(self.cells)))

    @cached_property
    def longest(self) -> int:
        """The largest number of groups of any position."""
        return int(self.lengths.max(initial=0))

    @cached_property
    def scaling(self) -> Floats:
        """The factor for each position that turns a sum over its cells into an input of the net."""
        return scaling(self.size)

    def taken(self, chosen: NDArray[np.int64]) -> NetSamples:
        """Return the samples with these indices, in this order."""
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
    """Return training samples from all quiet positions of the games.

    A position is quiet if the search would evaluate it there, without a threat to follow.
    """
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
    """Return the samples of several sets as one set, in this order."""
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
    """Extracts training samples from games that it replays."""

    def __init__(self, tuned: TunedGame) -> None:
        self._replay = Replay(tuned)

    def samples(self, game: SelfPlay) -> Iterator[_NetSample]:
        """Yield the samples of a game, oldest first."""
        replay = self._replay
        for label in labelled(replay, game):
            if replay.engine.is_quiet(label.side):
                lines, cells = _groups(replay, label.side)
                shipped = net_score(replay.position, replay.tables, label.side, replay.left)
                yield _NetSample(label, lines, cells, replay.left, int(shipped))


def _groups(replay: Replay, side: int) -> tuple[Bytes, NDArray[np.int64]]:
    """Return the distinct patterns of empty cells from a side's view, and the number of cells with each.

    The patterns are an array of groups by 4.
    """
    position = replay.position
    empty = replay.cells[position["stones"][replay.cells] == 0]
    seen = position["patterns"].reshape(-1, 4)[empty]
    if side == 1:
        seen = seen >> 4 | seen << 4
    # Four bytes are compared as one big-endian number, which is as quick as comparing a single byte.
    keys, cells = np.unique(np.sort(seen, axis=1).view(">u4").astype(np.uint32).reshape(-1), return_counts=True)
    return keys.astype(">u4").view(np.uint8).reshape(-1, 4), cells
