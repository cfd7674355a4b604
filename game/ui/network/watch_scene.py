"""The screen that the player sees until a game to be watched has been received; then the game screen opens."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.network.outbox import SheetReceived
from game.network.session.spectated_game import SpectatedGame, open_watched_session
from game.ui.painting.canvas import Canvas
from game.ui.play.game_screen import ScreenActions
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import command
from game.ui.widgets.frame import draw_frame
from game.ui.workshop.offered_sheet import offer_sheet


class WatchScene(Scene[None]):
    """Scene that waits for a game to be watched. The game screen opens over it once the game is received."""

    def __init__(self, app: App, game: SpectatedGame, title: str) -> None:
        """Wait for a game to be watched, which ``title`` describes."""
        super().__init__(app)
        self.game, self._title = game, title
        self._sentence = ""
        self._offered: SheetReceived | None = None
        """The rule sheet that the player was shown."""
        self._refusal = ""
        """The reason why the rule sheet of the game cannot be used."""

    def arrange(self) -> None:
        """Lay out the button that stops waiting."""
        stop = command(keys.BACK, partial(self.finish, None))
        leave = command_button(stop, self.stage.rect(1016, 700, 240, 52), _("Leave"), icon="arrow_left")
        self.controls.set([leave])
        self.controls.focus(leave)
        super().arrange()

    def exit(self) -> None:
        """Stop waiting for the game if it was not received. A received game was left by the game screen."""
        if not self.game.is_begun:
            self.game.leave()

    def tick(self, seconds: float) -> None:
        """Look for the game, and open the game screen once it is received."""
        super().tick(seconds)
        self.game.poll()
        if self.game.is_begun:
            session = open_watched_session(self.app.services, self.game)
            self.app.push(PlayScene(self.app, session, WatchActions), lambda _result: self.finish(None))
            return
        sheet = self.game.received_sheet
        if sheet is not None and sheet is not self._offered:
            self._offered = sheet
            offer_sheet(self.app, sheet.ruleset, sheet.text, lambda: None, self._refuse_sheet)
        sentence = self._refusal or self.game.problem
        if self._sentence != sentence:
            self._sentence = sentence
            self.repaint()

    def _refuse_sheet(self, problem: str) -> None:
        """Say why the rule sheet of the game cannot be used, or leave because the player did not accept it."""
        self._refusal = problem
        if not problem:
            self.finish(None)

    def paint(self, canvas: Canvas) -> None:
        """Draw the text that says why the game is not shown yet."""
        draw_frame(canvas, self._title)
        canvas.paragraph(self._sentence, 640, 340, 860, 4, size=20, colour="cream", anchor="midtop", height=130)


class WatchActions(ScreenActions):
    """The actions of a spectator, who can only leave."""

    def buttons(self) -> list[Button]:
        """Return the button that leaves the game."""
        leave, place = (
            command(keys.BACK, partial(self._screen.finish, None)),
            self._screen.stage.rect(1016, 628, 240, 48),
        )
        return [command_button(leave, place, _("Leave"), icon="arrow_left")]
