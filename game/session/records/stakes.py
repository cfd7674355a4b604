"""The rating status of the game in a session, and the actions that make it unrated. No pygame here."""

from __future__ import annotations

from collections.abc import Callable

from game.core.match import Match
from game.core.model import Choose, Reason
from game.core.tournament import Game, Practice, Tournament
from game.session.records.counting import UnratedQuestion, Unrating, question_at_table, tickets_left, undo_takes_reply
from game.session.services import Services
from game.storage.files import StoreError


class RatingStakes:
    """Whether the game being played is rated, and the actions that make it unrated.

    No engine result may be shown while the game is rated, so code that shows one must check here first.
    """

    def __init__(self, services: Services, tournament: Tournament, on_mark: Callable[[], None]) -> None:
        """Watch the latest game of a series. ``on_mark`` saves a game that is marked, or a counted hint."""
        self._rated, self._tournament, self._on_mark = services.rated_games, tournament, on_mark
        self.hinted_at = -1
        """The revision of the match at the latest hint; -1 for none."""

    @property
    def _game(self) -> Game:
        game = self._tournament.current
        assert game is not None, "a table has a game"
        return game

    @property
    def _match(self) -> Match:
        return self._game.match

    @property
    def is_rated(self) -> bool:
        """True while a rated game is in progress. No engine result about the game may be shown then."""
        return self._tournament.is_rated_now

    @property
    def runs_on(self) -> bool:
        """True if the clock cannot be paused, because a rated game with a clock has begun."""
        if not (self._match.time_control.is_timed and self.is_rated):
            return False
        return any(not isinstance(ply.move, Choose) for ply in self._match.plies)

    def question_before(self, action: Unrating) -> UnratedQuestion | None:
        """Return the question to ask the player before an action that makes the game unrated, else None.

        A second hint in the same position is free.
        """
        if action is Unrating.HINT and self.hinted_at == self._match.revision:
            return None
        if action is Unrating.UNDO and not undo_takes_reply(self._match, self._person):
            return None
        if action is Unrating.LEAVE and not self.runs_on:
            return None
        return question_at_table(action, self._tournament)

    @property
    def _person(self) -> int | None:
        """The player number of the only person in the game, or None if two people play."""
        index = self._tournament.person_index
        return None if index is None else self._game.seat_of(index)

    def make_practice(self, why: Practice) -> Reason | None:
        """Make the game unrated, or keep the first reason if it is unrated already.

        A rated game in progress is marked for other windows before this returns. Return a reason if the marker
        cannot be written: then no engine result may be shown.
        """
        if self._tournament.practice_of(self._game) is not None:
            return None
        if self.is_rated:
            try:
                self._rated.make_unrated(self._tournament)
            except StoreError as error:
                return Reason("not marked", str(error))
        self._game.marked = why
        self._on_mark()
        return None

    def count_hint(self) -> Reason | None:
        """Count a hint before it is shown. It uses up a free hint, or makes the game unrated.

        Return a reason if the hint cannot be shown.
        """
        if self.hinted_at == self._match.revision or self._person is None:
            return None
        refusal = None if tickets_left(self._tournament) else self.make_practice(Practice.HINT)
        if refusal is None:
            self.hinted_at = self._match.revision
            self._game.hints += 1
            self._on_mark()
        return refusal

    def apply_mark(self) -> None:
        """Make the game unrated if another window has marked it, or a copy of its save, as unrated."""
        if self._tournament.practice_of(self._game) is None and self._rated.is_unrated(self._tournament):
            self._game.marked = Practice.ANALYSED
            self._on_mark()

    def forget_mark(self) -> None:
        """Delete the marker that made the game unrated, once the game is recorded."""
        self._rated.forget(self._tournament)
