"""The opening of a game on screen: the coin toss, and the dialogs for opening decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from game.core.language import _
from game.core.model import Reason
from game.session.engines import shown_name
from game.session.playable_game import MovesPlayed, PlayableGame
from game.session.shown_game import ShownGame
from game.ui.board.board_buttons import Press
from game.ui.board.opening_dialog import ask_choice, choices_at
from game.ui.board.player_card import faces_of_toss
from game.ui.board.toss import TossScene
from game.ui.shell.scene import Scene


class OpenedGame(ShownGame, PlayableGame, Protocol):
    """Protocol of a game on screen in which a person makes moves."""


@dataclass(slots=True)
class OpeningAtTable:
    """The dialogs of a game's opening, which appear on top of the game screen."""

    scene: Scene[None]
    table: OpenedGame
    take: Callable[[MovesPlayed | Reason], None]
    """Shows the result of a decision."""
    show_message: Callable[[str], None]
    begin: Press
    """Starts the game after the toss."""

    def show_toss(self, seat: int) -> None:
        """Show which player has won the coin toss and places the first stone."""
        winner = shown_name(self.table.participant(seat))
        text = _("{name} places the first stone.", name=winner)
        toss = TossScene(self.scene.app, winner, faces_of_toss(self.table, seat), text)
        self.scene.app.push(toss, lambda _: self.begin())

    def ask(self) -> bool:
        """Open the dialog of a due opening decision, unless one is open. Return False if none is due."""
        app = self.scene.app
        if app.scene is not self.scene:
            return bool(choices_at(self.table))
        name = shown_name(self.table.participant(self.table.match.state.seat))
        return ask_choice(app, self.table, name, self.take, self._postpone)

    def _postpone(self) -> None:
        self.show_message(_("Click the board or press Enter to see the choices again."))
