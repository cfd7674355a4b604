"""A player's finished games, with the facts and the accuracy figures known about each game."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.ruleset import Ruleset
from game.progress.statistics.facts import GameFacts, SideTimes, read_facts
from game.progress.statistics.game_figures import SideFigures, read_figures
from game.storage.database import Database
from game.storage.finished_games import FinishedGame
from game.storage.players import Player
from game.storage.statistics.figures import FigureRecord


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A finished game from the view of one player."""

    game: FinishedGame
    facts: GameFacts | None
    """Facts of the game, None if its text is not stored or has not been read yet."""
    seat: int | None
    """Seat of the player, None if unknown."""
    side: SideFigures | None
    """Figures of the player's side, None if the game was not reviewed."""

    @property
    def accuracy(self) -> float | None:
        """Accuracy of the player in the game, 0 to 100; None without a review."""
        return None if self.side is None else self.side.accuracy

    @property
    def times(self) -> SideTimes:
        """Thinking times of the player, empty for a game without a clock."""
        return SideTimes() if self.facts is None or self.seat is None else self.facts.times[self.seat]


def player_games(database: Database, player: Player, ruleset: Ruleset) -> list[PlayerGame]:
    """Return the player's games in a ruleset, against engines and people, oldest first."""
    names: dict[str, bool] = {}
    kept = database.figures.of_games(player, ruleset.info.id)
    return [_player_game(each, _Seats(database, player, names)) for each in kept]


@dataclass(frozen=True, slots=True)
class _Seats:
    """A finder of a player's seat (player number) in games, under all names that the player has had."""

    database: Database
    player: Player
    names: dict[str, bool]
    """Cache of the player's names: True for each name that belongs to the player."""

    def of(self, game: FinishedGame, facts: GameFacts) -> int | None:
        """Return the player's seat (player number) in a game, or None if it is unknown."""
        people = [seat for seat in (0, 1) if facts.people[seat]]
        if game.level:
            return people[0] if len(people) == 1 else None
        return next((seat for seat in people if self._is_own(facts.people[seat])), None)

    def _is_own(self, name: str) -> bool:
        if name not in self.names:
            found = self.database.players.find(name)
            self.names[name] = found is not None and found.id == self.player.id
        return self.names[name]


def _player_game(kept: FigureRecord, seats: _Seats) -> PlayerGame:
    facts = read_facts(kept.facts) if kept.facts else None
    seat = seats.of(kept.game, facts) if facts is not None else None
    figures = read_figures(kept.figures) if kept.figures and seat is not None else None
    return PlayerGame(kept.game, facts, seat, None if figures is None or seat is None else figures[seat])
