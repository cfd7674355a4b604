"""The gate: matches that decide whether one engine plays better than another, at the same nodes, in one process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from game.cli.tune.tuned_game import DRAW, GameInProgress, Searcher, TunedGame
from game.formats.openings import Opening

#: The size of the transposition table, as a power of two: enough for the nodes of a match, and quick to clear.
MEMORY_BITS = 17


@dataclass(frozen=True, slots=True)
class GateMatch:
    """The terms of a match."""

    tuned: TunedGame
    openings: Sequence[Opening]
    nodes: int
    seed: int


def pairs(match: GateMatch, searchers: Sequence[Searcher]) -> Iterator[float]:
    """The first engine's scores, from 0 to 1, of pairs of games: each opening from both sides, endlessly."""
    for number in count():
        yield pair(match, searchers, number)


def pair(match: GateMatch, searchers: Sequence[Searcher], number: int) -> float:
    """The first engine's score, from 0 to 1, of one pair of games; its number tells the opening and the dice."""
    opening = match.openings[number % len(match.openings)]
    seeds = [match.seed + 2 * number + 1, match.seed + 2 * number + 2]
    return sum(_score(match, opening, searchers, seeds, first) for first in range(2)) / 2


def _score(
    match: GateMatch, opening: Opening, searchers: Sequence[Searcher], seeds: Sequence[int], first: int
) -> float:
    """The first engine's score of a game; ``first`` says which engine has the first colour."""
    play = GameInProgress(match.tuned)
    for name in opening:
        play.put(play.state.geometry.cell(name))
    for searcher, seed in zip(searchers, seeds, strict=True):
        searcher.forget(seed)
    winner = play.winner()
    while winner is None:
        winner = play.put_found(play.search(searchers[(play.side + first) % 2], match.nodes))
    return 0.5 if winner == DRAW else float((winner + first) % 2 == 0)
