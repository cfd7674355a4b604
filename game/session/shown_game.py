"""A game that is shown, whether it is played at a table or replayed: its interface, and the numbers of its stones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.core.match import Match, standing_moves
from game.core.model import Place
from game.core.tournament import Game, Participant, Tournament
from game.session.engines import spoken_name


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

    def person_face(self, index: int) -> str:
        """The portrait of a person, "" for an opponent."""


class LatestGame(ShownGame, Protocol):
    """The latest game of a series that has begun."""

    @property
    def game(self) -> Game:
        """The latest game."""
        game = self.tournament.current
        assert game is not None
        return game

    @property
    def match(self) -> Match:
        """The latest game's match."""
        return self.game.match

    def participant(self, seat: int) -> Participant:
        """Who sits on a seat of the latest game."""
        return self.tournament.participants[self.game.participant_of(seat)]


class GameOnScreen(ShownGame, Protocol):
    """A game that is played on this screen."""

    @property
    def only_person(self) -> int | None:
        """The seat of the one person at this machine, None when two people play here."""


def name_at(shown: ShownGame, seat: int) -> str:
    """The name of the participant on a seat, as a sentence says it."""
    return spoken_name(shown.participant(seat), shown.participant(1 - seat))


def stone_numbers(match: Match) -> Mapping[int, int]:
    """The number, from 1, of the placement that put a stone on a cell; stones that lay there before have none."""
    placed = [match.plies[number].move for number in standing_moves(match.moves, match.state.board)]
    return {move.cell: number for number, move in enumerate(placed, start=1) if isinstance(move, Place)}
