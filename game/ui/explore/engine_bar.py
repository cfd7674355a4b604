"""The bar between the engine and a rated game in progress: nothing is read of it before the player agrees."""

from __future__ import annotations

from game.core.language import _
from game.core.match import Match
from game.explore.analyst import Analyst
from game.session.records.counting import Unrating
from game.ui.board.board_buttons import Press
from game.ui.shell.app import App
from game.ui.shell.rated_door import is_barred, when_unrated


class EngineBar:
    """Shows positions to the analyst unless they belong to a rated game in progress."""

    def __init__(self, app: App, analyst: Analyst, look_again: Press) -> None:
        """``look_again`` is called once the game on the board is unrated."""
        self._app, self._analyst, self._look_again = app, analyst, look_again
        self._match: Match | None = None
        """The match on the board, while it is barred."""
        self._has_asked = False

    def look(self, match: Match) -> None:
        """Let the analyst read a position, or nothing."""
        self._match = match if is_barred(self._app, match) else None
        if self._match is None:
            self._analyst.look(match)
        else:
            self._analyst.look_away(_("This position is from a rated game in progress. Press E to use the engine."))

    def asks(self, *, is_wanted: bool) -> bool:
        """Ask the player about the game on the board, where it is barred: once, and whenever the engine is wanted.

        Returns whether the question was put.
        """
        if self._match is None or (self._has_asked and not is_wanted):
            return False
        self._has_asked = True
        when_unrated(self._app, Unrating.EXPLORE, self._match, self._look_again)
        return True
