"""An overlay at the side of the board with chat phrases to send to the other side."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _
from game.network.session.texts import said_text
from game.network.sides import Phrase
from game.ui.painting.canvas import Canvas
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ChoiceButton
from game.ui.widgets.commands import SceneCommand, command

_LEFT, _TOP, _WIDTH, _HEIGHT = 1016.0, 80.0, 240.0, 696.0
_HEAD, _EDGE = 58.0, 12.0


class PhrasesScene(Scene[Phrase | None]):
    """An overlay with a button for each chat phrase. Escape closes it without sending one."""

    overlay = True

    def arrange(self) -> None:
        """Lay out the buttons for the chat phrases in a column that fills the card."""
        step = (_HEIGHT - _HEAD - _EDGE) / len(Phrase)
        buttons = [
            ChoiceButton(
                self.stage.rect(_LEFT + _EDGE, _TOP + _HEAD + row * step, _WIDTH - 2 * _EDGE, step - 6),
                said_text(phrase),
                partial(self.finish, phrase),
                size=15,
            )
            for row, phrase in enumerate(Phrase)
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        canvas.panels.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        canvas.title(_("Say something"), _LEFT + 22, _TOP + 14, size=22, width=_WIDTH - 44)

    def handle(self, event: pygame.event.Event) -> bool:
        """Close the overlay on a click outside its card."""
        if super().handle(event):
            return True
        is_beside = event.type == pygame.MOUSEBUTTONDOWN and not self._card.collidepoint(event.pos)
        if is_beside:
            self.finish(None)
        return is_beside

    def commands(self) -> list[SceneCommand]:
        return [command(keys.BACK, lambda: self.finish(None))]

    @property
    def _card(self) -> pygame.Rect:
        return self.stage.rect(_LEFT, _TOP, _WIDTH, _HEIGHT)
