"""A player's finished games with all figures that are known of them."""

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
    """A finished game from the view of one of its players."""

    game: FinishedGame
    facts: GameFacts | None
    """None for a game whose text is not kept, or was not looked at yet."""
    seat: int | None
    """Where the player sat; None where that is not known."""
    side: SideFigures | None
    """What the review says about the player's side; None for a game that was not reviewed."""

    @property
    def accuracy(self) -> float | None:
        """The player's accuracy, 0 to 100; None without a review."""
        return None if self.side is None else self.side.accuracy

    @property
    def times(self) -> SideTimes:
        """How long the player thought; empty for a game without a clock."""
        return SideTimes() if self.facts is None or self.seat is None else self.facts.times[self.seat]


def player_games(database: Database, player: Player, ruleset: Ruleset) -> list[PlayerGame]:
    """The player's games in a ruleset, against the computer and against people, oldest first."""
    names: dict[str, bool] = {}
    kept = database.figures_of_games(player, ruleset.info.id)
    return [_player_game(each, _Seats(database, player, names)) for each in kept]


@dataclass(frozen=True, slots=True)
class _Seats:
    """Finds the player's seats in games, under all names that the player ever had."""

    database: Database
    player: Player
    names: dict[str, bool]
    """Which names are the player's, as far as they were asked for."""

    def of(self, game: FinishedGame, facts: GameFacts) -> int | None:
        """The player's seat; None where it is not known."""
        people = [seat for seat in (0, 1) if facts.people[seat]]
        if game.level:
            return people[0] if len(people) == 1 else None
        return next((seat for seat in people if self._is_own(facts.people[seat])), None)

    def _is_own(self, name: str) -> bool:
        if name not in self.names:
            found = self.database.find_player(name)
            self.names[name] = found is not None and found.id == self.player.id
        return self.names[name]


def _player_game(kept: FigureRecord, seats: _Seats) -> PlayerGame:
    facts = read_facts(kept.facts) if kept.facts else None
    seat = seats.of(kept.game, facts) if facts is not None else None
    figures = read_figures(kept.figures) if kept.figures and seat is not None else None
    return PlayerGame(kept.game, facts, seat, None if figures is None or seat is None else figures[seat])
