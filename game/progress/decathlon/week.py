"""The week of a decathlon and its events: drawn by the week alone but for the opponents, who suit the player."""

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

#: What an event's game is found by in the records: its ruleset's id and its seed.
EventKey = tuple[str, int]

#: One of so many levels next to the player's rating is drawn.
_NEAREST = 3
#: The events of an evening at most.
MOST_EVENTS = 10


@dataclass(frozen=True, slots=True)
class Week:
    """A week, as ISO 8601 counts them: from Monday on."""

    year: int
    number: int

    @property
    def name(self) -> str:
        """``2026-W48``, the same in every language."""
        return f"{self.year}-W{self.number:02}"

    @property
    def begins(self) -> date:
        """Its Monday."""
        return date.fromisocalendar(self.year, self.number, 1)

    @property
    def last_day(self) -> date:
        """Its Sunday."""
        return self.begins + timedelta(days=6)


def week_of(day: date) -> Week:
    """The week of a day."""
    year, number, _day = day.isocalendar()
    return Week(year, number)


@dataclass(frozen=True, slots=True)
class Discipline:
    """A game of the evening."""

    ruleset: Ruleset
    level: Level
    """Who is met."""
    seed: int
    """What the game is drawn from, and told by in the records."""
    is_first: bool
    """Whether the player goes first."""

    @property
    def key(self) -> EventKey:
        """What its game is found by in the records."""
        return self.ruleset.info.id, self.seed

    def plan(self, name: str) -> MatchPlan:
        """The game as a match to be played, saved under a name."""
        options = complete_options(self.ruleset.info, {})
        first = "me" if self.is_first else "other"
        return MatchPlan(
            self.ruleset, options, self.level.id, best_of=SINGLE_GAME, first=first, seed=self.seed, name=name
        )


def events_of(week: Week, rulesets: Mapping[str, Ruleset], games: Iterable[FinishedGame]) -> list[Discipline]:
    """The events of a week for the player of these games, one a ruleset with opponents, in an order that is drawn.

    Seeds and who goes first are the same for everybody. Whom one meets is drawn among the levels next to the rating
    that one had when the week began, so that it stays the same through the week.
    """
    before = [game for game in games if _ended_before(game, week.begins)]
    drawn = [(rulesets[ruleset_id], seed) for ruleset_id, seed in event_keys(week, rulesets)]
    return [_event(ruleset, seed, _rating(ruleset, before)) for ruleset, seed in drawn]


def event_keys(week: Week, rulesets: Mapping[str, Ruleset]) -> list[EventKey]:
    """The keys of a week's events in their order; they are the same for everybody."""
    keys = [(ruleset_id, _seed(week, ruleset_id)) for ruleset_id, ruleset in rulesets.items() if _opponents(ruleset)]
    return sorted(keys, key=lambda key: key[1])[:MOST_EVENTS]


def is_event(key: EventKey, day: date, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return whether a game with this key is an event of the week of a day."""
    return key in event_keys(week_of(day), rulesets)


def _seed(week: Week, ruleset_id: str) -> int:
    return int.from_bytes(blake2b(f"{week.name} {ruleset_id}".encode(), digest_size=4).digest(), "big") >> 1


def _event(ruleset: Ruleset, seed: int, rating: float) -> Discipline:
    nearest = sorted(_opponents(ruleset), key=lambda level: abs((level.elo or 0) - rating))[:_NEAREST]
    dice = random.Random(seed)
    return Discipline(ruleset, dice.choice(nearest), seed, is_first=dice.random() < 0.5)


def _opponents(ruleset: Ruleset) -> Sequence[Level]:
    """The levels whose strength is known; all of them where none is."""
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
