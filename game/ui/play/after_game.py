"""Actions after a game: the next game of the series, the results, another match, or back to the menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import _
from game.session.game_session import GameSession
from game.session.match_plan import next_challenge, rematch
from game.ui.board.board_buttons import Press
from game.ui.play.results import ResultsScene
from game.ui.play.table_menu import SitDown, TableMenu
from game.ui.shell.app import App


@dataclass(slots=True)
class AfterGame:
    """The actions that are available after the end of a game."""

    app: App
    table: GameSession
    menu: TableMenu
    sit_at: Callable[[SitDown], None]
    """Changes to another session."""
    next_game: Press
    """Starts the next game of the series."""
    see_board: Press
    has_pending_reward: bool
    """True until the results were shown automatically, which happens once if the match wins something on the ladder."""

    def proceed(self) -> None:
        """Start the next game of the series or, after its end, the next ladder challenge or a rematch.

        An open series ends when its save would become too long to be read.
        """
        tournament = self.table.tournament
        if tournament.best_of == 0 and not tournament.ended and not self.app.services.saves.has_room(self.table.name):
            self._end_series()
            self.app.show_message(
                _("The file for this series is full, so the series ends. Your next game will start a new series.")
            )
        elif not tournament.is_over:
            self.next_game()
        elif self.table.next_level is not None:
            self.sit_at(lambda: next_challenge(self.app.services, self.table))
        else:
            self.new_match()

    def new_match(self) -> None:
        """Start a rematch. The previous match remains among the saved games."""
        self.sit_at(lambda: rematch(self.app.services, self.table))

    def show_reward(self) -> None:
        """Show the results page once if the player has reached something new on the ladder in this match."""
        if self.has_pending_reward and self.table.reward is not None:
            self.has_pending_reward = False
            self.open_results()

    def open_results(self) -> None:
        """Show the results page, and carry out the action that the player chooses there."""
        self.app.push(ResultsScene(self.app, self.table, self.menu.way_back), self._after_results)

    def _after_results(self, answer: str) -> None:
        ways: dict[str, Press] = {
            "end": self._end_series,
            "next": self.proceed,
            "challenge": self.proceed,
            "rematch": self.new_match,
            "board": self.see_board,
            "review": lambda: self.menu.review(self.open_results, self.sit_at),
            "menu": self.menu.leave,
        }
        if answer in ways:
            ways[answer]()

    def _end_series(self) -> None:
        self.table.end_series()
        self.open_results()
