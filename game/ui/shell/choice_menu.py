"""A dialog with a button for each of several choices, in columns, and one below them that closes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

#: The height of a button and of the gap below it, in design pixels.
_HEIGHT, _BELOW = 46.0, 10.0
_EDGE, _HEAD, _FOOT = 28.0, 76.0, 76.0

Chosen = TypeVar("Chosen")


class ChoiceMenuScene(Scene[Chosen | None]):
    """A dialog with a button for each choice; its result is the choice, or None if the player leaves."""

    overlay = True
    columns = 2
    #: The width of a button and of the gap between two columns, in design pixels.
    width, gap = 380.0, 16.0

    def __init__(self, app: App, title: str, choices: Sequence[Chosen]) -> None:
        super().__init__(app)
        self._title, self._choices = title, choices

    def button(self, rect: pygame.Rect, choice: Chosen) -> ChoiceButton:
        """Return the button of a choice."""
        raise NotImplementedError

    def first(self, buttons: Sequence[ChoiceButton]) -> Button:
        """Return the button that has the focus at the start."""
        return buttons[0]

    @property
    def _rows(self) -> int:
        return -(-len(self._choices) // self.columns)

    @property
    def _card(self) -> tuple[float, float, float, float]:
        """The card of the dialog: x, y, width and height."""
        width = self.columns * self.width + (self.columns - 1) * self.gap + 2 * _EDGE
        height = _HEAD + self._rows * (_HEIGHT + _BELOW) + _FOOT
        return 640 - width / 2, 400 - height / 2, width, height

    def arrange(self) -> None:
        """Lay out the choices in columns, and the button that closes the dialog below them."""
        x, y, width, height = self._card
        buttons: list[ChoiceButton] = []
        for number, choice in enumerate(self._choices):
            column, row = divmod(number, self._rows)
            left, top = x + _EDGE + column * (self.width + self.gap), y + _HEAD + row * (_HEIGHT + _BELOW)
            buttons.append(self.button(self.stage.rect(left, top, self.width, _HEIGHT), choice))
        rect = self.stage.rect(x + width / 2 - 90, y + height - 62, 180, 44)
        close = Button(rect, _("Close"), partial(self.finish, None), use=keys.BACK)
        self.controls.set([*buttons, close])
        self.controls.focus(self.first(buttons))
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the dialog, and darken the scene behind it."""
        canvas.veil()
        x, y, width, height = self._card
        canvas.panels.card(x, y, width, height)
        canvas.text(
            self._title, 640, y + 40, family="display", size=26, colour="cream", anchor="center", width=width - 60
        )
