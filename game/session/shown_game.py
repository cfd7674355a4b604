"""Protocol classes of a game on screen, played or replayed, and the move numbers of its stones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.core.match import Match, standing_moves
from game.core.model import Place
from game.core.tournament import Game, Participant, Tournament
from game.session.engines import display_name_of_engine


class ShownGame(Protocol):
    """Protocol class of a game on screen, with its series, its match and its players."""

    @property
    def tournament(self) -> Tournament:
        """The series to which the game on screen belongs."""

    @property
    def game(self) -> Game:
        """The game on screen."""

    @property
    def match(self) -> Match:
        """The match of the game, in the position on screen."""

    def participant(self, seat: int) -> Participant:
        """Return the participant with this player number (0 or 1) in the game on screen."""

    def person_face(self, index: int) -> str:
        """Return the portrait of the participant with this index if it is a person; "" for a computer opponent."""


class LatestGame(ShownGame, Protocol):
    """Base class for the latest game of a series on screen. The series must have a game."""

    @property
    def game(self) -> Game:
        """The latest game of the series."""
        game = self.tournament.current
        assert game is not None
        return game

    @property
    def match(self) -> Match:
        """The match of the latest game of the series."""
        return self.game.match

    def participant(self, seat: int) -> Participant:
        """Return the participant with this player number (0 or 1) in the latest game."""
        return self.tournament.participants[self.game.participant_of(seat)]


class GameOnScreen(ShownGame, Protocol):
    """Protocol class of a game that is being played on this screen."""

    @property
    def only_person(self) -> int | None:
        """The player number of the only person at this machine, None if two people play here."""


def name_at(shown: ShownGame, seat: int) -> str:
    """Return the name of the participant with this player number (0 or 1), as used in sentences."""
    return display_name_of_engine(shown.participant(seat), shown.participant(1 - seat))


def stone_numbers(match: Match) -> Mapping[int, int]:
    """Return the move number, from 1, of the stone on each occupied cell.

    Stones of the start position have none.
    """
    placed = [match.plies[number].move for number in standing_moves(match.moves, match.state.board)]
    return {move.cell: number for number, move in enumerate(placed, start=1) if isinstance(move, Place)}
