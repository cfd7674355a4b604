"""The interface of a game that is shown, for the cards, the move list and the sentences: a table or a replay."""

from __future__ import annotations

from typing import Protocol

from game.core.match import Match
from game.core.tournament import Game, Participant, Tournament


class ShownGame(Protocol):
    """A game of a tournament, as it stands at the moment that is shown."""

    @property
    def tournament(self) -> Tournament:
        """The series that the game belongs to."""

    @property
    def game(self) -> Game:
        """The game that is shown."""

    @property
    def match(self) -> Match:
        """Its match."""

    def participant(self, seat: int) -> Participant:
        """The participant on a seat."""

    def chosen_face(self, index: int) -> str:
        """The portrait that a participant has chosen, "" for none or an opponent."""
