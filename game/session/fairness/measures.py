"""The measures of a game that is played by itself: balance, draws, length, decisiveness, lead changes and drama.

The measures are those of Cameron Browne, *Automatic Generation and Evaluation of Recombination Games* (PhD thesis,
Queensland University of Technology, 2008, https://eprints.qut.edu.au/17025/), who compares them with the opinions of
players. Balance, completion and duration follow from the results; decisiveness, lead change and drama follow from the
*lead history* of a game, the value of each position for both players.

The definitions agree with those of Ludii, the program of the same author's later project (``Evaluation/src/metrics``
in its repository): ``DecisivenessThreshold``, ``DecisivenessMoves`` and ``Drama``. Three
details are ours. Each search favours the side that has just moved, so the value of a position is the mean of two
searches, one of each side. A side leads only if its winning chance is 5 % above one half. And a game is decided only by
a winning chance of three quarters, because otherwise the small advantage of the first move would decide many games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, pstdev

#: How far a winning chance must be from one half for a side to be in the lead.
LEAD = 0.05
#: The winning chance from which on a game can be decided.
CLEAR = 0.75
#: Half the width of a 95 % interval, in standard deviations.
_NINETY_FIVE = 1.959964
#: The largest score in a lead history, in units of the scale: a win that was seen 20 plies ahead is as certain as any.
_MOST_LOGIT = 6.0


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """A game as the measures need it. The first player is 0, the second 1."""

    winner: int | None
    """The winner, or None for a draw."""
    turns: int
    chances: tuple[float, ...]
    """The winning chance of the first player after each turn whose value is known, from 0 to 1."""
    is_finished: bool = True
    """False if the game became too long and was ended without a result."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GameMeasures:
    """The measures of some games. Those that no game has are None."""

    games: int
    first_wins: int
    second_wins: int
    draws: int
    unfinished: int
    """Games that became too long."""
    first_share: Share | None
    """The first player's share of the games that somebody has won."""
    draw_share: Share | None
    """The share of draws among the finished games."""
    turns: float | None
    """The mean number of turns, and the standard deviation in ``spread``."""
    spread: float | None
    decisiveness: float | None
    lead_changes: float | None
    """The mean number of changes of the lead in a game."""
    lead_change_rate: float | None
    """The mean share of turns that change the lead."""
    drama: float | None

    @property
    def decided(self) -> int:
        """The number of games that somebody has won."""
        return self.first_wins + self.second_wins


def measure(games: Sequence[MeasuredGame]) -> GameMeasures:
    """Return the measures of some games. Games that became too long count for nothing but their number and length."""
    finished = [game for game in games if game.is_finished]
    first = sum(game.winner == 0 for game in finished)
    second = sum(game.winner == 1 for game in finished)
    lengths = [game.turns for game in games]
    return GameMeasures(
        games=len(games),
        first_wins=first,
        second_wins=second,
        draws=len(finished) - first - second,
        unfinished=len(games) - len(finished),
        first_share=share_of(first, first + second),
        draw_share=share_of(len(finished) - first - second, len(finished)),
        turns=fmean(lengths) if lengths else None,
        spread=pstdev(lengths) if lengths else None,
        decisiveness=_mean(decisiveness, finished),
        lead_changes=_mean(lead_changes, finished),
        lead_change_rate=_mean(lead_change_rate, finished),
        drama=_mean(drama, finished),
    )


def share_of(count: int, games: int) -> Share | None:
    """Return a share with the 95 % interval of Wilson (Journal of the American Statistical Association 22, 1927).

    Return None without games.
    """
    if games == 0:
        return None
    share, square = count / games, _NINETY_FIVE**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _NINETY_FIVE * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def lead_history(scores: Iterable[float | None], scale: float) -> tuple[float, ...]:
    """Return the first player's winning chance after each turn, from the scores of searches by both sides.

    ``scores`` are in points from the view of the first player, None for a turn without a search, whose value stays what
    it was. ``scale`` is the score that makes the odds of winning e to 1. Two scores in a row are averaged, because a
    search of odd depth and one of even depth see the same position differently.
    """
    chances, before = [], None
    for score in scores:
        now = before if score is None else max(-_MOST_LOGIT, min(_MOST_LOGIT, score / scale))
        if now is not None:
            mean = now if before is None else (now + before) / 2
            chances.append(1 / (1 + math.exp(-mean)))
        before = now
    return tuple(chances)


def decisiveness(game: MeasuredGame) -> float | None:
    """Return the share of a game that had been played when it was decided; None for a draw.

    Browne's criterion "decisiveness": a game is decided when the winner's value exceeds, for the first time, the
    highest value that the loser ever has, and CLEAR. 1 means that the end came at once, a small number that the game
    went on.
    """
    winners = _chances_of_winner(game)
    if not winners:
        return None
    threshold = max(CLEAR, *(1 - chance for chance in winners))
    decided = next((turn for turn, chance in enumerate(winners) if chance > threshold), len(winners) - 1)
    return 1 - (len(winners) - 1 - decided) / len(winners)


def lead_changes(game: MeasuredGame) -> float | None:
    """Return how often the lead passed from one player to the other; None if no value of a position is known."""
    if not game.chances:
        return None
    leaders = [chance > 0.5 for chance in game.chances if abs(chance - 0.5) > LEAD]
    return float(sum(now != before for before, now in pairwise(leaders)))


def lead_change_rate(game: MeasuredGame) -> float | None:
    """Return the number of lead changes divided by that of turns that could change the lead.

    Browne's criterion "lead change".
    """
    changes = lead_changes(game)
    return None if changes is None else changes / max(1, len(game.chances) - 1)


def drama(game: MeasuredGame) -> float | None:
    """Return how far the winner was behind, from 0 (never) to 1 (all but lost each time); None for a draw.

    Browne's criterion "drama (average)": the mean, over the positions in which the winner was behind, of the square
    root of the difference between both players' values.
    """
    winners = _chances_of_winner(game)
    if not winners:
        return None
    behind = [math.sqrt(1 - 2 * chance) for chance in winners if chance < 0.5 - LEAD]
    return fmean(behind) if behind else 0.0


def _chances_of_winner(game: MeasuredGame) -> list[float]:
    if game.winner is None:
        return []
    return [chance if game.winner == 0 else 1 - chance for chance in game.chances]


def _mean(of: Callable[[MeasuredGame], float | None], games: Iterable[MeasuredGame]) -> float | None:
    values = [value for game in games if (value := of(game)) is not None]
    return fmean(values) if values else None
