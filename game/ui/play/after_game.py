"""Actions after a game: the next game of the series, the results, another match, or back to the menu."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.core.language import _
from game.core.request import PlayerRequest
from game.session.match_plan import next_challenge, rematch
from game.session.series_record import SavedSeries
from game.ui.play.game_screen import GameScreen
from game.ui.play.results import ResultsScene, ResultWays
from game.ui.play.table_menu import TableMenu


@dataclass(slots=True)
class AfterGame:
    """The actions that are available after the end of a game."""

    screen: GameScreen
    record: SavedSeries
    menu: TableMenu
    has_pending_reward: bool
    """True until the results were shown automatically, which happens once if the match wins something on the ladder."""

    def proceed(self) -> None:
        """Start the next game of the series or, after its end, the next ladder challenge or a rematch.

        A series of any number of games ends when its save would become too long to be read.
        """
        table, app = self.screen.table, self.screen.app
        tournament = table.tournament
        if tournament.best_of == 0 and not tournament.ended and not app.services.saves.has_room(table.name):
            self._end_series()
            app.show_message(
                _("This series has reached its maximum length and ends here. Your next game will start a new series.")
            )
        elif not tournament.is_over:
            table.ask(PlayerRequest.NEXT_GAME)
            self.screen.show_events()
        elif self.record.next_level is not None:
            self.screen.change_session(lambda: next_challenge(app.services, table))
        else:
            self.new_match()

    def new_match(self) -> None:
        """Start a rematch. The previous match remains among the saved games."""
        self.screen.change_session(lambda: rematch(self.screen.app.services, self.screen.table))

    def show_reward(self) -> None:
        """Show the results page once if the player has reached something new on the ladder in this match."""
        if self.has_pending_reward and self.record.reward is not None:
            self.has_pending_reward = False
            self.open_results()

    def open_results(self) -> None:
        """Show the results page, and carry out the action that the player chooses there."""
        ways = ResultWays(
            proceed=self.proceed,
            rematch=self.new_match,
            review=partial(self.menu.review, self.open_results),
            see_board=self.screen.celebration.hide,
            end_series=self._end_series,
            leave=partial(self.screen.finish, None),
        )
        results = ResultsScene(self.screen.app, self.screen.table, ways, self.screen.way_back)
        self.screen.app.push(results, lambda way: way())

    def _end_series(self) -> None:
        self.screen.table.end_series()
        self.open_results()
