"""The ranking table of a ruleset, with computer opponents and local players by strength. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _
from game.core.ruleset import Level, Ruleset
from game.session.records.ranks import rank_of
from game.session.records.record_summary import Summary, rating_text
from game.session.services import Services
from game.storage.finished_games import Totals
from game.storage.players import Player


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry of the ranking table: a computer opponent or a player, the rating, and the counts of games."""

    name: str
    about: str
    """A level's title, or a player's rank."""
    elo: float | None
    """The Elo rating; None if there is none yet."""
    rating: str
    """The rating as text, with its margin of error."""
    totals: Totals
    level: Level | None = None
    player: Player | None = None

    @property
    def key(self) -> object:
        """The identifier of the player or opponent in this entry, the same in the tables of all rulesets."""
        return self.player.id if self.player is not None else self.level and self.level.id


def ranking(services: Services, ruleset: Ruleset) -> list[Ranked]:
    """Return the ranking table of a ruleset: computer opponents and players, strongest first.

    Those without a rating come last.

    Players who have not played the ruleset are left out, except the current one.
    """
    everybody = [*_players(services, ruleset), *_levels(services, ruleset)]
    return sorted(everybody, key=lambda each: float("inf") if each.elo is None else -each.elo)


def _players(services: Services, ruleset: Ruleset) -> list[Ranked]:
    database, found = services.database, []
    current = database.players.current()
    for player in database.players.all():
        games = [game for game in database.games.against_computer(player) if game.key.ruleset_id == ruleset.info.id]
        if games or (current is not None and player.id == current.id):
            found.append(_player(player, Summary.of(games, ruleset)))
    return found


def _player(player: Player, summary: Summary) -> Ranked:
    rating, totals = summary.rating, summary.totals
    about, elo = _(rank_of(totals).title), rating.elo if rating is not None else None
    return Ranked(player.name, about, elo, rating_text(rating), totals, player=player)


def _levels(services: Services, ruleset: Ruleset) -> list[Ranked]:
    met, none = services.database.games.level_totals(ruleset.info.id), Totals(ruleset.info.id, 0, 0, 0, 0)
    return [
        Ranked(
            _(level.name),
            _(level.title) if level.character is not None else "",
            level.elo,
            "–" if level.elo is None else str(level.elo),
            met.get(level.id, none),
            level=level,
        )
        for level in ruleset.info.levels
    ]
