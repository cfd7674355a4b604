"""Tunes the search's margins and reductions by games: simultaneous perturbation (SPSA).

Each trial moves all numbers at once, each up or down by dice, and plays the search with them against the search with
the opposite moves, an opening from both sides. The numbers then go a little way towards the better one. Nothing but the
scores is kept: the dice of a trial follow from the seed and its number, so that a log can be continued.

Source: J. C. Spall, An overview of the simultaneous perturbation method, Johns Hopkins APL Technical Digest 19(4),
1998, with his exponents. The sizes of steps are given for the end of the tuning, as the testing site fishtest does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from game.engine.search.lines.settings import FULL, SearchSettings
from game.engine.search.lines.tables import fill_settings
from tools.tune.gate import GateMatch, ScoredPair, pair
from tools.tune.tuned_game import Searcher

#: How far a number is moved for a trial at the end of the tuning.
SPREADS: Mapping[str, float] = {
    "razoring": 5,
    "futility": 8,
    "unknown_reduction": 3,
    "singular": 10,
    "singular_margin": 1,
    "stop_extension": 2,
    "few": 1,
    "dull_depth": 10,
    "reduction_percent": 6,
    "cut_reduction": 4,
    "worse_reduction": 4,
    "wide_reduction": 4,
    "gap_reduction": 3,
    "fours_at_root": 6,
    "fours_at_leaf": 5,
    "threes_at_root": 3,
}
#: The part of its spread, squared, that a number goes at the end of the tuning after a trial that was won twice.
_RATE = 0.01
#: The exponents by which steps and spreads shrink, and the part of all trials that the first steps count as done.
_STEP_EXPONENT, _SPREAD_EXPONENT, _DONE = 0.602, 0.101, 0.1

#: The numbers that are tuned, by their names in the settings.
Margins = Mapping[str, float]


@dataclass(frozen=True)
class MarginTuning:
    """A tuning of so many trials: pairs of games, of which the first engine's numbers went the way of the dice."""

    trials: int
    seed: int

    def flips(self, number: int) -> dict[str, int]:
        """The way that each number goes in a trial: 1 or -1."""
        rng = random.Random(f"{self.seed} {number} margins")
        return {name: rng.choice((-1, 1)) for name in SPREADS}

    def spread(self, name: str, number: int) -> float:
        """How far a number is moved for a trial."""
        return float(SPREADS[name] * (self.trials / (number + 1)) ** _SPREAD_EXPONENT)

    def after(self, numbers: Margins, trial: ScoredPair) -> dict[str, float]:
        """The numbers after a trial."""
        flips, gain = self.flips(trial.number), 4 * trial.score - 2
        return {
            name: max(1.0, value + flips[name] * gain * self._step(trial.number) * self.spread(name, trial.number))
            for name, value in numbers.items()
        }

    def _step(self, number: int) -> float:
        done = _DONE * self.trials
        return float(_RATE * ((done + self.trials) / (done + number + 1)) ** _STEP_EXPONENT)

    def tried(self, numbers: Margins, number: int, way: int) -> SearchSettings:
        """The settings of a trial on the way of the dice (1), or against it (-1)."""
        flips = self.flips(number)
        return settings_of(
            {name: value + way * flips[name] * self.spread(name, number) for name, value in numbers.items()}
        )


def begin() -> dict[str, float]:
    """The numbers as they are shipped."""
    return {name: float(getattr(FULL, name)) for name in SPREADS}


def settings_of(numbers: Margins) -> SearchSettings:
    """The whole search with these numbers, each rounded and at least 1, as 0 would switch its idea off."""
    return replace(FULL, **{name: max(1, round(value)) for name, value in numbers.items()})


def replayed(tuning: MarginTuning, trials: Iterable[ScoredPair]) -> dict[str, float]:
    """The numbers after all trials of a log."""
    numbers = begin()
    for trial in trials:
        numbers = tuning.after(numbers, trial)
    return numbers


def tuned(
    tuning: MarginTuning, match: GateMatch, searchers: tuple[Searcher, Searcher], done: list[ScoredPair]
) -> Iterator[ScoredPair]:
    """Play the trials that are not done yet; each is to be logged before the next."""
    numbers = replayed(tuning, done)
    for number in range(len(done), tuning.trials):
        for searcher, way in zip(searchers, (1, -1), strict=True):
            fill_settings(searcher.tables, tuning.tried(numbers, number, way))
        trial = pair(match, searchers, number)
        yield trial
        numbers = tuning.after(numbers, trial)
