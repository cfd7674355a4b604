"""Statistics over a player's games: accuracy, mistakes and thinking times by several criteria.

Accuracy is shown over time, by phase, by opening and by opponent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from game.analysis.review.phases import GamePhase
from game.core.levels.blended import opponent_id
from game.progress.statistics.facts import PlayedOpening
from game.progress.statistics.game_figures import CountedMistake, PhaseFigures, SideFigures
from game.progress.statistics.missed_threats import MissedThreat
from game.progress.statistics.player_games import PlayerGame

#: Number of games in the moving average of accuracies.
WINDOW = 10
#: Minimum number of games of an opening with a group of its own.
_OFTEN = 2


@dataclass(frozen=True, slots=True)
class MistakeInGame:
    """A mistake together with the game in which the player made it."""

    game: PlayerGame
    slip: CountedMistake


@dataclass(frozen=True, slots=True)
class MissedThreatGroup:
    """The player's mistakes that missed the same kind of threat."""

    kind: MissedThreat
    counted_mistakes: tuple[MistakeInGame, ...]
    """Mistakes of this kind, newest game first."""


@dataclass(frozen=True, slots=True)
class ThinkingTimes:
    """Average thinking times of a player in seconds per turn; None if nothing was measured."""

    games: int
    """Number of games with a clock."""
    mean: float | None
    by_phase: dict[GamePhase, float] = field(default_factory=dict)
    before_mistakes: float | None = None
    """Average for turns that the review judged as mistakes, None if there are none."""
    before_others: float | None = None


class Overview:
    """Statistics over a list of a player's games, oldest first."""

    def __init__(self, games: Sequence[PlayerGame]) -> None:
        self.games = tuple(games)

    @cached_property
    def judged(self) -> tuple[PlayerGame, ...]:
        """The games that have an accuracy."""
        return tuple(game for game in self.games if game.accuracy is not None)

    @property
    def sides(self) -> list[SideFigures]:
        """Accuracy and mistakes of the player in each game that has an accuracy."""
        return [game.side for game in self.judged if game.side is not None]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Numbers of games that the player won, drew and lost."""
        outcomes = Counter(game.game.outcome for game in self.games)
        return outcomes["won"], outcomes["drawn"], outcomes["lost"]

    @cached_property
    def accuracy(self) -> float | None:
        """Average accuracy of the player's games, 0 to 100; None if no game has an accuracy."""
        return _mean(game.accuracy for game in self.judged if game.accuracy is not None)

    @cached_property
    def running_accuracy(self) -> list[float]:
        """Moving average of the player's accuracy, with a value after each game."""
        return running_mean([game.accuracy or 0.0 for game in self.judged])

    @cached_property
    def mistakes(self) -> float | None:
        """Average number of the player's mistakes and blunders per game; None if no game has an accuracy."""
        return _mean(float(side.mistakes) for side in self.sides)

    @cached_property
    def phases(self) -> dict[GamePhase, PhaseFigures]:
        """Totals over the player's moves by phase of the game, without phases that have no moves."""
        return {
            phase: total
            for phase in GamePhase
            if (total := sum((side.phases.get(phase, PhaseFigures()) for side in self.sides), PhaseFigures())).moves
        }

    @cached_property
    def oversights(self) -> list[MissedThreatGroup]:
        """Groups of the player's mistakes by kind of missed threat, most frequent first.

        Mistakes that missed no known threat come last.
        """
        found: dict[MissedThreat, list[MistakeInGame]] = {}
        for game in reversed(self.judged):
            for slip in game.side.counted_mistakes if game.side is not None else ():
                found.setdefault(slip.overlooked, []).append(MistakeInGame(game, slip))
        order = sorted(found, key=lambda kind: (kind is MissedThreat.QUIET, -len(found[kind])))
        return [MissedThreatGroup(kind, tuple(found[kind])) for kind in order]

    @cached_property
    def thinking(self) -> ThinkingTimes:
        """Average thinking times of the player in the games with a clock."""
        timed = [game for game in self.games if game.times.is_measured]
        sums: dict[GamePhase, list[tuple[int, int]]] = {}
        for game in timed:
            for phase, told in game.times.phases.items():
                sums.setdefault(phase, []).append(told)
        with_mistakes, without = _around_mistakes(timed)
        return ThinkingTimes(
            len(timed),
            _seconds(each for told in sums.values() for each in told),
            {phase: mean for phase in GamePhase if (mean := _seconds(sums.get(phase, ()))) is not None},
            _seconds([with_mistakes]),
            _seconds([without]),
        )


def _around_mistakes(games: Iterable[PlayerGame]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the number and total time of the turns with a mistake, and the same for all other turns.

    Only reviewed games count; times are in milliseconds.
    """
    counted_mistakes, others = (0, 0), (0, 0)
    for game in games:
        if game.side is not None:
            places = game.times.turns_with(slip.ply for slip in game.side.counted_mistakes)
            spent = sum(game.times.spent[place] for place in places)
            counted_mistakes = counted_mistakes[0] + len(places), counted_mistakes[1] + spent
            left = len(game.times.ends) - len(places), sum(game.times.spent) - spent
            others = others[0] + left[0], others[1] + left[1]
    return counted_mistakes, others


def _seconds(told: Iterable[tuple[int, int]]) -> float | None:
    """Return the average thinking time in seconds per turn, or None if there are no turns.

    ``told`` holds pairs of (turns, milliseconds).
    """
    known = list(told)
    turns = sum(number for number, _spent in known)
    return sum(spent for _number, spent in known) / turns / 1000 if turns else None


def running_mean(values: Sequence[float]) -> list[float]:
    """Return, for each value, the average of the last ``WINDOW`` values up to it."""
    windows = (values[max(0, end - WINDOW) : end] for end in range(1, len(values) + 1))
    return [sum(window) / len(window) for window in windows]


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return sum(known) / len(known) if known else None


# Groups


@dataclass(frozen=True, slots=True)
class OpeningGroup:
    """A player's games with the same opening, or all of the player's games with rare openings.

    The group of rare openings has None as its opening.
    """

    opening: PlayedOpening | None
    overview: Overview


@dataclass(frozen=True, slots=True)
class OpponentGroup:
    """A player's games against one opponent."""

    level: str
    """Id of the opponent's level, "" for a person."""
    name: str
    overview: Overview


def by_opening(games: Sequence[PlayerGame]) -> list[OpeningGroup]:
    """Group a player's games by opening, most frequent first. All rare openings form the last group."""
    found: dict[int, list[PlayerGame]] = {}
    for game in games:
        if game.facts is not None and game.facts.opening is not None:
            found.setdefault(game.facts.opening.key, []).append(game)
    often = sorted((each for each in found.values() if len(each) >= _OFTEN), key=lambda each: -len(each))
    rare = {id(each[0]) for each in found.values() if len(each) < _OFTEN}
    others = [game for game in games if id(game) in rare]
    groups = [OpeningGroup(each[-1].facts.opening if each[-1].facts else None, Overview(each)) for each in often]
    return groups + ([OpeningGroup(None, Overview(others))] if others else [])


def by_opponent(games: Sequence[PlayerGame]) -> list[OpponentGroup]:
    """Group a player's games by opponent, most frequent first.

    A level that was renamed counts as one opponent.
    """
    found: dict[tuple[str, str], list[PlayerGame]] = {}
    for game in games:
        level, name = opponent_id(game.game.level), game.game.opponent
        found.setdefault((level, "" if level else name), []).append(game)
    groups = [OpponentGroup(level, each[-1].game.opponent, Overview(each)) for (level, _name), each in found.items()]
    return sorted(groups, key=lambda group: -len(group.overview.games))
