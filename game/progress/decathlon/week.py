"""The week of a decathlon and its events, which are the same games for everybody.

The opponents depend on the player's rating.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b

from game.core.rating import Rating
from game.core.ruleset import Level, Ruleset, complete_options
from game.core.tournament import SINGLE_GAME
from game.session.match_plan import MatchPlan
from game.session.records.record_summary import Summary
from game.storage.finished_games import FinishedGame

#: Key of an event's game in the records: ruleset id and seed.
EventKey = tuple[str, int]

#: Number of levels closest to the player's rating from which the opponent is drawn.
_NEAREST = 3
#: Maximum number of events in a week.
MOST_EVENTS = 10


@dataclass(frozen=True, slots=True)
class Week:
    """A calendar week according to ISO 8601, which begins on Monday."""

    year: int
    number: int

    @property
    def name(self) -> str:
        """Language-independent name of the week, such as ``2026-W48``."""
        return f"{self.year}-W{self.number:02}"

    @property
    def begins(self) -> date:
        """Monday of the week."""
        return date.fromisocalendar(self.year, self.number, 1)

    @property
    def last_day(self) -> date:
        """Sunday of the week."""
        return self.begins + timedelta(days=6)


def week_of(day: date) -> Week:
    """Return the calendar week of a day."""
    year, number, _day = day.isocalendar()
    return Week(year, number)


@dataclass(frozen=True, slots=True)
class Discipline:
    """An event of the decathlon: a game in one ruleset against a given opponent."""

    ruleset: Ruleset
    level: Level
    """Level of the opponent."""
    seed: int
    """Seed of the game, which also identifies it in the records."""
    is_first: bool
    """True if the player moves first."""

    @property
    def key(self) -> EventKey:
        """Key that identifies the event's game among the stored results."""
        return self.ruleset.info.id, self.seed

    def plan(self, name: str) -> MatchPlan:
        """Return the match plan (settings) for the game of a decathlon event.

        ``name`` is the name of the saved game.
        """
        options = complete_options(self.ruleset.info, {})
        first = "me" if self.is_first else "other"
        return MatchPlan(
            self.ruleset, options, self.level.id, best_of=SINGLE_GAME, first=first, seed=self.seed, name=name
        )


def events_of(week: Week, rulesets: Mapping[str, Ruleset], games: Iterable[FinishedGame]) -> list[Discipline]:
    """Return the decathlon events of a week for one player: a game in each ruleset that has opponents.

    Seeds and the side that moves first are the same for everybody. The opponent is drawn from the levels closest to the
    player's rating at the beginning of the week, so it does not change during the week.
    """
    before = [game for game in games if _ended_before(game, week.begins)]
    drawn = [(rulesets[ruleset_id], seed) for ruleset_id, seed in event_keys(week, rulesets)]
    return [_event(ruleset, seed, _rating(ruleset, before)) for ruleset, seed in drawn]


def event_keys(week: Week, rulesets: Mapping[str, Ruleset]) -> list[EventKey]:
    """Return the keys of a week's decathlon events in order. The keys are the same for all players."""
    keys = [(ruleset_id, _seed(week, ruleset_id)) for ruleset_id, ruleset in rulesets.items() if _opponents(ruleset)]
    return sorted(keys, key=lambda key: key[1])[:MOST_EVENTS]


def is_event(key: EventKey, day: date, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return True if a game key belongs to a decathlon event of the week that contains ``day``."""
    return key in event_keys(week_of(day), rulesets)


def _seed(week: Week, ruleset_id: str) -> int:
    return int.from_bytes(blake2b(f"{week.name} {ruleset_id}".encode(), digest_size=4).digest(), "big") >> 1


def _event(ruleset: Ruleset, seed: int, rating: float) -> Discipline:
    nearest = sorted(_opponents(ruleset), key=lambda level: abs((level.elo or 0) - rating))[:_NEAREST]
    rng = random.Random(seed)
    return Discipline(ruleset, rng.choice(nearest), seed, is_first=rng.random() < 0.5)


def _opponents(ruleset: Ruleset) -> Sequence[Level]:
    """Return the levels of a ruleset with a known strength, or all levels if no strength is known."""
    levels = ruleset.info.levels
    return [level for level in levels if level.elo is not None] or levels


def _rating(ruleset: Ruleset, games: Iterable[FinishedGame]) -> float:
    own = (game for game in games if game.key.ruleset_id == ruleset.info.id)
    return (Summary.of(own, ruleset).rating or Rating()).elo


def _ended_before(game: FinishedGame, day: date) -> bool:
    try:
        ended = datetime.fromisoformat(game.played)
    except ValueError:
        return True
    return ended.astimezone(UTC).date() < day
