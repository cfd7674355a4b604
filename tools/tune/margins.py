"""Tuning of the search's margins and reductions by games: simultaneous perturbation (SPSA).

Each trial changes all numbers at once, each up or down at random, and plays a pair of games between the search with
these changes and the search with the opposite ones, from both sides of an opening. The numbers then move a little
towards the better side. The log keeps only the scores: the random changes of a trial follow from the seed and the
number of the trial, so a tuning can be continued from its log.

Source: J. C. Spall, An overview of the simultaneous perturbation method, Johns Hopkins APL Technical Digest 19(4),
1998, with his exponents. As on the testing site fishtest, the sizes of steps are given for the end of the tuning.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from game.engine.search.lines.settings import FULL, SearchSettings
from game.engine.search.lines.tables import fill_settings
from tools.tune.gate import GateMatch, ScoredPair, pair
from tools.tune.tuned_game import Searcher

#: How far each number is moved up and down in a trial at the end of the tuning.
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
#: The learning rate at the end of the tuning. When one side wins both games of a trial, each number moves towards it by
#: twice this share of its spread.
_RATE = 0.01
#: The exponents by which steps and spreads decay over the trials, and Spall's stability constant, as a share of all
#: trials: it is added to the number of a trial so that the first steps are not too large.
_STEP_EXPONENT, _SPREAD_EXPONENT, _DONE = 0.602, 0.101, 0.1

#: The values of the tuned settings, by name.
Margins = Mapping[str, float]


@dataclass(frozen=True)
class MarginTuning:
    """A tuning of the search's margins by ``trials`` pairs of games.

    In each pair the first engine has random changes of the numbers, and the second the opposite ones.
    """

    trials: int
    seed: int

    def flips(self, number: int) -> dict[str, int]:
        """Return by name the direction in which a trial changes each margin of the search: 1 or -1, at random."""
        rng = random.Random(f"{self.seed} {number} margins")
        return {name: rng.choice((-1, 1)) for name in SPREADS}

    def spread(self, name: str, number: int) -> float:
        """Return by how much a trial changes the margin ``name``, up or down."""
        return float(SPREADS[name] * (self.trials / (number + 1)) ** _SPREAD_EXPONENT)

    def after(self, numbers: Margins, trial: ScoredPair) -> dict[str, float]:
        """Return the margins by name after a trial: each moved a little towards the side with the better score."""
        flips, gain = self.flips(trial.number), 4 * trial.score - 2
        return {
            name: max(1.0, value + flips[name] * gain * self._step(trial.number) * self.spread(name, trial.number))
            for name, value in numbers.items()
        }

    def _step(self, number: int) -> float:
        done = _DONE * self.trials
        return float(_RATE * ((done + self.trials) / (done + number + 1)) ** _STEP_EXPONENT)

    def tried(self, numbers: Margins, number: int, way: int) -> SearchSettings:
        """Return the search settings that play in trial ``number``.

        They have the given margins with the random changes of the trial if ``way`` is 1, with the opposite changes if
        it is -1.
        """
        flips = self.flips(number)
        return settings_of(
            {name: value + way * flips[name] * self.spread(name, number) for name, value in numbers.items()}
        )


def begin() -> dict[str, float]:
    """Return the shipped margins of the search by name, with which a tuning begins."""
    return {name: float(getattr(FULL, name)) for name in SPREADS}


def settings_of(numbers: Margins) -> SearchSettings:
    """Return search settings with these margins, each rounded and at least 1, as 0 would switch its idea off."""
    return replace(FULL, **{name: max(1, round(value)) for name, value in numbers.items()})


def replayed(tuning: MarginTuning, trials: Iterable[ScoredPair]) -> dict[str, float]:
    """Return the margins by name after all trials of a log."""
    numbers = begin()
    for trial in trials:
        numbers = tuning.after(numbers, trial)
    return numbers


def tuned(
    tuning: MarginTuning, match: GateMatch, searchers: tuple[Searcher, Searcher], done: list[ScoredPair]
) -> Iterator[ScoredPair]:
    """Play the trials that are not in ``done`` yet, and yield the score of each.

    The caller must add each to ``done`` and to the log before it asks for the next.
    """
    numbers = replayed(tuning, done)
    for number in range(len(done), tuning.trials):
        for searcher, way in zip(searchers, (1, -1), strict=True):
            fill_settings(searcher.tables, tuning.tried(numbers, number, way))
        trial = pair(match, searchers, number)
        yield trial
        numbers = tuning.after(numbers, trial)
