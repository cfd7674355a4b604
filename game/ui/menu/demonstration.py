"""Demonstration in which two computer opponents play each other until any input ends it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.language import _
from game.core.ruleset import Ruleset
from game.session.demonstration import Demonstration
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.board.player_card import level_face
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.app_window import NAME
from game.ui.shell.scene import Scene

#: Seconds without input before the demonstration starts.
QUIET_SECONDS = 45.0
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.MOUSEMOTION,
    pygame.FINGERDOWN,
)
#: Seconds between two moves, and seconds for which a finished game is shown.
_PAUSE, _SHOWN = 0.8, 4.0


def is_input(event: pygame.event.Event) -> bool:
    """Return True if a person caused an event, by a key, a button or a movement of the pointer."""
    return event.type in _INPUT and (event.type != pygame.MOUSEMOTION or event.rel != (0, 0))


class DemonstrationScene(Scene[None]):
    """Demonstration scene in which computer opponents play a game of each ruleset; any input ends it."""

    tune = "fair"
    is_in_use = False

    def __init__(self, app: App, rulesets: Sequence[Ruleset], seed: int) -> None:
        super().__init__(app)
        self._waiting = list(rulesets)
        self._seed = seed
        self._begin()

    def _begin(self) -> None:
        """Start the next game of the demonstration."""
        ruleset = self._waiting.pop(0)
        self.game = Demonstration(self.app.services, ruleset, self._seed + len(self._waiting))
        self.board = BoardView(ruleset.info, self.tweens, self.repaint)
        self._wait = _PAUSE

    def exit(self) -> None:
        """Stop the engines that play the demonstration."""
        self.game.leave()

    def arrange(self) -> None:
        """Lay out the board of the demonstration."""
        state = self.game.match.state
        rect = self.stage.rect(*BOARD_PLACE)
        self.board.arrange(self.app.paintbox, state.geometry, rect, coordinates=False)
        super().arrange()

    def refresh(self) -> None:
        """Show the current position of the demonstration on the board."""
        state = self.game.match.state
        self.board.show(state, self.game.ruleset.marks(state))
        super().refresh()

    def handle(self, event: pygame.event.Event) -> bool:
        """Leave the demonstration at any input."""
        if not is_input(event) or self.app.scene is not self:
            return False
        self.finish(None)
        return True

    def tick(self, seconds: float) -> None:
        """Play the demonstration's next move; some seconds after a game has ended, start the next game."""
        super().tick(seconds)
        self._wait -= seconds
        if self._wait > 0 or self.tweens.active:
            return
        if self.game.is_over:
            self._proceed()
            return
        self.game.think()
        for events in self.game.poll():
            self.board.animate(events)
            self.refresh()
            self._wait = _SHOWN if self.game.is_over else _PAUSE

    def _proceed(self) -> None:
        if self.game.has_failed or not self._waiting:
            self.finish(None)
            return
        self._begin()
        self.arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the backdrop, the board, and a card for each player of the demonstration."""
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.logo(NAME, 640, 42, 44)
        self.board.paint(canvas)
        for seat, x in ((0, 24.0), (1, 1016.0)):
            level = self.game.levels[seat]
            canvas.panels.card(x, 280, 240, 232, radius=20, lip=6)
            canvas.face(level_face(self.game.ruleset.info.levels, level.id), x + 120, 364, 112)
            name, size = _(level.name), 26
            canvas.text(name, x + 120, 452, family="display", size=size, colour="cream", anchor="center", width=204)
            canvas.text(_(level.title), x + 120, 482, size=15, colour="mist", anchor="center", width=216, height=34)
        title = _(self.game.ruleset.info.title)
        canvas.text(title, 144, 250, family="display", size=28, colour="cream", anchor="center", width=232)
        text = _("Press any key to play")
        canvas.chip(text, 1136, 250, colour="amber", anchor="center", size=16, height=36, width=240)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the demonstration's board."""
        self.board.paint_live(canvas, ghost=False)
