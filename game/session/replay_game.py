"""The replay of a game of a tournament, ply by ply: each step is a copy of the match as it stood. No pygame here."""

from __future__ import annotations

from dataclasses import replace

from game.core.match import Match
from game.core.model import Event
from game.core.tournament import Game, Participant, Tournament
from game.session.services import Services


class ReplayGame:
    """The game that is replayed; ``step`` is the number of plies that have been made."""

    def __init__(self, services: Services, tournament: Tournament, index: int) -> None:
        """``index`` is the game's, from 0; the tournament itself stays unchanged."""
        self._services = services
        self._series = tournament
        self.index = index
        self.step = 0
        self.go(len(self.whole.plies))

    @property
    def whole(self) -> Match:
        """The match up to its end."""
        return self._series.games[self.index].match

    @property
    def length(self) -> int:
        """The number of plies of the game."""
        return len(self.whole.plies)

    @property
    def games(self) -> int:
        """The number of games of the series."""
        return len(self._series.games)

    def go(self, step: int) -> None:
        """Go to a step, or to the nearest end."""
        self.step = max(0, min(self.length, step))
        game = self._series.games[self.index]
        shown = Game(game.seats, game.match.at(self.step))
        games = [*self._series.games[: self.index], shown]
        self.tournament = replace(self._series, games=games)
        """The series as it stood then."""

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return self.tournament.games[-1]

    @property
    def match(self) -> Match:
        """Its match at this step."""
        return self.game.match

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the ply that led to this step."""
        return self.match.plies[-1].step.events if self.match.plies else self.match.setup_events

    def participant(self, seat: int) -> Participant:
        """The participant on a seat."""
        return self.tournament.participants[self.game.participant_of(seat)]

    def person_face(self, index: int) -> str:
        """The portrait of a person, "" for an opponent."""
        return self._services.person_face(self.tournament.participants[index])
