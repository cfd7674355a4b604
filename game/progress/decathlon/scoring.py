"""Scoring of the weekly decathlon: points for each game, the ranking of players, and the rosette (award)."""

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

#: Points of an event by result.
POINTS: Mapping[str, int] = {"won": 3, "drawn": 1, "lost": 0}


class Rosette(Enum):
    """Award for a finished decathlon."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


#: Minimum share of all points for each rosette, best first.
_SHARES = {Rosette.GOLD: 0.75, Rosette.SILVER: 0.5, Rosette.BRONZE: 0.25}


@dataclass(frozen=True, slots=True)
class DecathlonCard:
    """A player's results in one weekly decathlon. The result of an event that the player has not finished is None."""

    player: Player
    results: tuple[FinishedGame | None, ...]

    @property
    def points(self) -> int:
        """Total of the player's points in the decathlon."""
        return sum(POINTS[game.outcome] for game in self.results if game is not None)

    @property
    def played(self) -> int:
        """Number of decathlon events that the player has finished."""
        return sum(game is not None for game in self.results)

    @property
    def is_over(self) -> bool:
        """True if the player has finished every event of the decathlon."""
        return self.played == len(self.results) > 0

    @property
    def rosette(self) -> Rosette | None:
        """Rosette of a finished decathlon, None if it is unfinished or has too few points."""
        if not self.is_over:
            return None
        share = self.points / (POINTS["won"] * len(self.results))
        return next((rosette for rosette, least in _SHARES.items() if share >= least), None)


#: Number of a tournament's first game in the records; later games of the same tournament earn no points.
FIRST_GAME = 1


def card_of(player: Player, events: Iterable[EventKey], games: Iterable[FinishedGame]) -> DecathlonCard:
    """Return a player's results in a decathlon. Only the first rated game of each event counts."""
    first = _first_games(games)
    return DecathlonCard(player, tuple(map(first.get, events)))


def cards_of_weeks(
    player: Player, rulesets: Mapping[str, Ruleset], games: Sequence[FinishedGame]
) -> list[DecathlonCard]:
    """Return a player's decathlon results for each week in which the player finished a game, oldest first."""
    first, days = _first_games(games), {day for game in games if (day := _day(game)) is not None}
    weeks = dict.fromkeys(week_of(day) for day in sorted(days))
    return [DecathlonCard(player, tuple(map(first.get, event_keys(week, rulesets)))) for week in weeks]


def _first_games(games: Iterable[FinishedGame]) -> dict[EventKey, FinishedGame]:
    """Return the first rated game of each decathlon event, by ruleset and seed."""
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
    """Return the decathlon results of all local players in a week, best first.

    Players without a finished event are left out.
    """
    events = event_keys(week, rulesets)
    found = [card_of(player, events, database.games.against_computer(player)) for player in database.players.all()]
    return sorted((card for card in found if card.played), key=lambda card: (-card.points, card.played))
