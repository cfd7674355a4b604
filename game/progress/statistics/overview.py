"""Overview of a player's games: accuracy over time, by phase, opening and opponent; missed threats; thinking times."""

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
    """A mistake with the game it was made in."""

    game: PlayerGame
    slip: CountedMistake


@dataclass(frozen=True, slots=True)
class MissedThreatGroup:
    """The player's mistakes of one kind."""

    kind: MissedThreat
    slips: tuple[MistakeInGame, ...]
    """Mistakes of this kind, newest game first."""


@dataclass(frozen=True, slots=True)
class ThinkingTimes:
    """Average thinking times in seconds per turn; None if nothing was measured."""

    games: int
    """Number of games with a clock."""
    mean: float | None
    by_phase: dict[GamePhase, float] = field(default_factory=dict)
    before_slips: float | None = None
    """Average for turns that the review judged as mistakes, None if there are none."""
    before_others: float | None = None


class Overview:
    """Figures of a selection of one player's games, oldest first."""

    def __init__(self, games: Sequence[PlayerGame]) -> None:
        self.games = tuple(games)

    @cached_property
    def judged(self) -> tuple[PlayerGame, ...]:
        """Games with an accuracy."""
        return tuple(game for game in self.games if game.accuracy is not None)

    @property
    def sides(self) -> list[SideFigures]:
        """The player's side of each judged game."""
        return [game.side for game in self.judged if game.side is not None]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Number of games won, drawn and lost."""
        outcomes = Counter(game.game.outcome for game in self.games)
        return outcomes["won"], outcomes["drawn"], outcomes["lost"]

    @cached_property
    def accuracy(self) -> float | None:
        """Average accuracy of the games, 0 to 100; None if none has an accuracy."""
        return _mean(game.accuracy for game in self.judged if game.accuracy is not None)

    @cached_property
    def running_accuracy(self) -> list[float]:
        """Moving average of the accuracy after each judged game."""
        return running_mean([game.accuracy or 0.0 for game in self.judged])

    @cached_property
    def mistakes(self) -> float | None:
        """Average number of mistakes and blunders per game; None without a judged game."""
        return _mean(float(side.mistakes) for side in self.sides)

    @cached_property
    def phases(self) -> dict[GamePhase, PhaseFigures]:
        """Totals of all judged games by phase, without phases that have no moves."""
        return {
            phase: total
            for phase in GamePhase
            if (total := sum((side.phases.get(phase, PhaseFigures()) for side in self.sides), PhaseFigures())).moves
        }

    @cached_property
    def oversights(self) -> list[MissedThreatGroup]:
        """Groups of missed threats, most frequent first; mistakes without a pattern come last."""
        found: dict[MissedThreat, list[MistakeInGame]] = {}
        for game in reversed(self.judged):
            for slip in game.side.slips if game.side is not None else ():
                found.setdefault(slip.overlooked, []).append(MistakeInGame(game, slip))
        order = sorted(found, key=lambda kind: (kind is MissedThreat.QUIET, -len(found[kind])))
        return [MissedThreatGroup(kind, tuple(found[kind])) for kind in order]

    @cached_property
    def thinking(self) -> ThinkingTimes:
        """Average thinking times in the games with a clock."""
        timed = [game for game in self.games if game.times.is_measured]
        sums: dict[GamePhase, list[tuple[int, int]]] = {}
        for game in timed:
            for phase, told in game.times.phases.items():
                sums.setdefault(phase, []).append(told)
        with_slips, without = _around_slips(timed)
        return ThinkingTimes(
            len(timed),
            _seconds(each for told in sums.values() for each in told),
            {phase: mean for phase in GamePhase if (mean := _seconds(sums.get(phase, ()))) is not None},
            _seconds([with_slips]),
            _seconds([without]),
        )


def _around_slips(games: Iterable[PlayerGame]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return (turns, milliseconds) of the turns with a mistake, and of all other turns, in the reviewed games."""
    slips, others = (0, 0), (0, 0)
    for game in games:
        if game.side is not None:
            places = game.times.turns_with(slip.ply for slip in game.side.slips)
            spent = sum(game.times.spent[place] for place in places)
            slips = slips[0] + len(places), slips[1] + spent
            left = len(game.times.ends) - len(places), sum(game.times.spent) - spent
            others = others[0] + left[0], others[1] + left[1]
    return slips, others


def _seconds(told: Iterable[tuple[int, int]]) -> float | None:
    """Return the average seconds per turn from pairs of (turns, milliseconds), or None without a turn."""
    known = list(told)
    turns = sum(number for number, _spent in known)
    return sum(spent for _number, spent in known) / turns / 1000 if turns else None


def running_mean(values: Sequence[float]) -> list[float]:
    """Return the moving average over at most ``WINDOW`` values, up to each value."""
    windows = (values[max(0, end - WINDOW) : end] for end in range(1, len(values) + 1))
    return [sum(window) / len(window) for window in windows]


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return sum(known) / len(known) if known else None


# Groups


@dataclass(frozen=True, slots=True)
class OpeningGroup:
    """Games that began with the same stones; the group with all rare openings has None as its opening."""

    opening: PlayedOpening | None
    overview: Overview


@dataclass(frozen=True, slots=True)
class OpponentGroup:
    """Games against one opponent."""

    level: str
    """Id of the opponent's level, "" for a person."""
    name: str
    overview: Overview


def by_opening(games: Sequence[PlayerGame]) -> list[OpeningGroup]:
    """Return the games by opening, most frequent first, with all rare openings as one group at the end."""
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
    """Return the games by opponent, most frequent first; a renamed level is one opponent."""
    found: dict[tuple[str, str], list[PlayerGame]] = {}
    for game in games:
        level, name = opponent_id(game.game.level), game.game.opponent
        found.setdefault((level, "" if level else name), []).append(game)
    groups = [OpponentGroup(level, each[-1].game.opponent, Overview(each)) for (level, _name), each in found.items()]
    return sorted(groups, key=lambda group: -len(group.overview.games))
