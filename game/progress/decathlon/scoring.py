"""The points of a decathlon: what each event brought, the table of all players, and the rosette."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from game.core.ruleset import Ruleset
from game.progress.decathlon.week import EventKey, Week, event_keys, week_of
from game.storage.database import Database
from game.storage.finished_games import FinishedGame
from game.storage.players import Player

#: What a game brings, by how it ended.
POINTS: Mapping[str, int] = {"won": 3, "drawn": 1, "lost": 0}


class Rosette(Enum):
    """What a finished evening is honoured with."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


#: The share of all points that earns a rosette, the best one first.
_SHARES = {Rosette.GOLD: 0.75, Rosette.SILVER: 0.5, Rosette.BRONZE: 0.25}


@dataclass(frozen=True, slots=True)
class DecathlonCard:
    """A player's evening: what each event ended with, None where it was not played to its end."""

    player: Player
    results: tuple[FinishedGame | None, ...]

    @property
    def points(self) -> int:
        """The sum."""
        return sum(POINTS[game.outcome] for game in self.results if game is not None)

    @property
    def played(self) -> int:
        """How many events are over."""
        return sum(game is not None for game in self.results)

    @property
    def is_over(self) -> bool:
        """Whether every event was played."""
        return self.played == len(self.results) > 0

    @property
    def rosette(self) -> Rosette | None:
        """The rosette of a finished evening."""
        if not self.is_over:
            return None
        share = self.points / (POINTS["won"] * len(self.results))
        return next((rosette for rosette, least in _SHARES.items() if share >= least), None)


#: The number of a tournament's first game in the records; those that are played on after it bring nothing.
FIRST_GAME = 1


def card_of(player: Player, events: Iterable[EventKey], games: Iterable[FinishedGame]) -> DecathlonCard:
    """A player's evening out of the records: of each event the first game that counted."""
    first = _first_games(games)
    return DecathlonCard(player, tuple(map(first.get, events)))


def cards_of_weeks(
    player: Player, rulesets: Mapping[str, Ruleset], games: Sequence[FinishedGame]
) -> list[DecathlonCard]:
    """A player's evenings of all weeks in which a game ended, the oldest first."""
    first, days = _first_games(games), {day for game in games if (day := _day(game)) is not None}
    weeks = dict.fromkeys(week_of(day) for day in sorted(days))
    return [DecathlonCard(player, tuple(map(first.get, event_keys(week, rulesets)))) for week in weeks]


def _first_games(games: Iterable[FinishedGame]) -> dict[EventKey, FinishedGame]:
    """The first game that counted of each ruleset and seed."""
    first: dict[EventKey, FinishedGame] = {}
    for game in games:
        if not game.practice and game.key.number == FIRST_GAME and game.outcome in POINTS:
            first.setdefault((game.key.ruleset_id, game.key.seed), game)
    return first


def _day(game: FinishedGame) -> date | None:
    try:
        return date.fromisoformat(game.played[:10])
    except ValueError:
        return None


def cards(database: Database, week: Week, rulesets: Mapping[str, Ruleset]) -> list[DecathlonCard]:
    """The evenings of all players of this machine who have played an event of the week, the best one first."""
    events = event_keys(week, rulesets)
    found = [card_of(player, events, database.games(player)) for player in database.players()]
    return sorted((card for card in found if card.played), key=lambda card: (-card.points, card.played))
