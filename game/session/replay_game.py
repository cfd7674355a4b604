"""The replay of a tournament game, one ply at a time. No pygame here.

Each step shows a copy of the match.
"""

from __future__ import annotations

from dataclasses import replace

from game.core.match import Match
from game.core.model import Event
from game.core.tournament import Game, Participant, Tournament
from game.session.services import Services


class ReplayGame:
    """The replay of a game, in which ``step`` is the number of plies shown."""

    def __init__(self, services: Services, tournament: Tournament, index: int) -> None:
        """Prepare the replay of a game in a tournament, which stays unchanged.

        ``index`` is the number of the game, from 0.
        """
        self._services = services
        self._series = tournament
        self.index = index
        self.step = 0
        self.go(len(self.whole.plies))

    @property
    def whole(self) -> Match:
        """The complete match that is replayed, up to its end."""
        return self._series.games[self.index].match

    @property
    def length(self) -> int:
        """The number of plies of the game that is replayed."""
        return len(self.whole.plies)

    @property
    def games(self) -> int:
        """The number of games of the series to which the game belongs."""
        return len(self._series.games)

    def go(self, step: int) -> None:
        """Go to a step of the replay, limited to the range from 0 to the last step."""
        self.step = max(0, min(self.length, step))
        game = self._series.games[self.index]
        shown = Game(game.seats, game.match.at(self.step))
        games = [*self._series.games[: self.index], shown]
        self.tournament = replace(self._series, games=games)
        """The series at the time of this step."""

    @property
    def game(self) -> Game:
        """The replayed game as it was at the current step."""
        return self.tournament.games[-1]

    @property
    def match(self) -> Match:
        """The match as it was at the current step of the replay."""
        return self.game.match

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the ply that led to the current step of the replay."""
        return self.match.plies[-1].step.events if self.match.plies else self.match.setup_events

    def participant(self, seat: int) -> Participant:
        """Return the participant with this player number (0 or 1) in the replayed game."""
        return self.tournament.participants[self.game.participant_of(seat)]

    def person_face(self, index: int) -> str:
        """Return the portrait of the participant with this index if it is a person; "" for a computer opponent."""
        return self._services.person_face(self.tournament.participants[index])
