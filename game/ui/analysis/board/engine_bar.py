"""Guard that blocks engine analysis of a rated game in progress until the player makes the game unrated."""

from __future__ import annotations

from game.analysis.board.board_analysis import BoardAnalysis
from game.core.language import _
from game.core.match import Match
from game.core.tournament import Tournament
from game.session.records.counting import Unrating
from game.storage.background import RefreshedValue
from game.ui.board.board_buttons import Press
from game.ui.shell.app import App
from game.ui.shell.unrated_question import is_rated_here, when_unrated


class EngineBar:
    """Passes positions to the engine analysis, except those of a rated game in progress.

    The saved games are read on another thread; until that is done, every position is blocked.
    """

    def __init__(self, app: App, analysis: BoardAnalysis, look_again: Press, series: Tournament | None = None) -> None:
        """Create the guard of the engine analysis.

        ``look_again`` is called when the game becomes unrated and when the saved games were read. ``series`` contains
        the match on the board as its latest game, if that is known.
        """
        self._app, self._analysis, self._look_again, self._series = app, analysis, look_again, series
        self._match: Match | None = None
        """The match on the board while it is blocked, else None."""
        self._shown: Match | None = None
        """Copy of the match on the board for the other thread."""
        self._is_barred: RefreshedValue[bool] = RefreshedValue(self._read, True)
        self._has_asked = False

    def _read(self) -> bool:
        return self._shown is not None and bool(self._app.services.rated_games.with_position(self._shown))

    def look(self, match: Match) -> None:
        """Let the engine analyse the position, or stop it if the position is of a rated game in progress."""
        self._shown = match.copy()
        is_own = self._series is not None and is_rated_here(self._app, self._series)
        is_barred = self._is_barred.look() or is_own
        self._match = match if is_barred or self._is_barred.is_reading else None
        if self._match is None:
            self._analysis.look(match)
        elif self._is_barred.is_reading:
            self._analysis.pause(_("Reading the saved games…"))
        else:
            self._analysis.pause(_("This position is from a rated game in progress. Press E to use the engine."))

    def asks(self, *, is_wanted: bool) -> bool:
        """Offer to make the rated game on the board unrated, so that the engine may analyse it. Return True if offered.

        The question comes once by itself, and again each time the engine is requested (``is_wanted``).
        """
        if self._is_barred.poll():
            self._look_again()
        is_known = not self._is_barred.is_reading
        if self._match is None or not (is_wanted or (is_known and not self._has_asked)):
            return False
        self._has_asked = True
        when_unrated(self._app, Unrating.EXPLORE, self._match, self._look_again, series=self._series)
        return True
