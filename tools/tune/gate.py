"""Pairs of games between two engines with the same number of nodes: each opening is played from both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, field

from game.library.formats.lists.openings import Opening
from game.session.matches.game_log import LogRecord
from tools.tune.tuned_game import DRAW, GameInProgress, Searcher, TunedGame

#: The size of the transposition table, as a power of two: large enough for the nodes of a match, and quick to clear.
MEMORY_BITS = 17


@dataclass(frozen=True, slots=True)
class GateMatch:
    """The terms of a match: the game, the openings, the nodes for each stone, and the seed."""

    tuned: TunedGame
    openings: Sequence[Opening]
    nodes: int
    seed: int

    @property
    def terms(self) -> Mapping[str, Any]:
        """Return the settings of the match that the header of its log records, besides the game."""
        return {"openings": [" ".join(opening) for opening in self.openings], "nodes": self.nodes, "seed": self.seed}


class ScoredPair(LogRecord, frozen=True):
    """The score of two games from one opening, as one record in the log of a match."""

    number: int = field(name="number")
    score: Annotated[float, Meta(ge=0, le=1)] = field(name="score")
    """The first engine's mean score in the two games, from 0 (two losses) to 1 (two wins)."""


def pair(match: GateMatch, searchers: Sequence[Searcher], number: int) -> ScoredPair:
    """Play two games between two engines from the same opening, and return the mean score of the first engine.

    ``number`` determines the opening and the random seeds.
    """
    opening = match.openings[number % len(match.openings)]
    seeds = [match.seed + 2 * number + 1, match.seed + 2 * number + 2]
    score = sum(_score(match, opening, searchers, seeds, first) for first in range(2)) / 2
    return ScoredPair(number, score)


def _score(
    match: GateMatch, opening: Opening, searchers: Sequence[Searcher], seeds: Sequence[int], first: int
) -> float:
    """Play a game and return the first engine's score; ``first`` is the index of the engine with the first colour."""
    play = GameInProgress(match.tuned)
    for name in opening:
        play.put(play.state.geometry.cell(name))
    for searcher, seed in zip(searchers, seeds, strict=True):
        searcher.forget(seed)
    winner = play.winner()
    while winner is None:
        winner = play.put_found(play.search(searchers[(play.side + first) % 2], match.nodes))
    return 0.5 if winner == DRAW else float((winner + first) % 2 == 0)
