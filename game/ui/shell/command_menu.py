"""A menu over a scene with the commands that have no button of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.commands import SceneCommand, first_key

#: The width of a button, its height with the gap below it, and the gap between the two columns, in design pixels.
_WIDTH, _STEP, _GAP = 380.0, 56.0, 16.0
_EDGE, _HEAD, _FOOT = 28.0, 76.0, 76.0


class CommandMenuScene(Scene[SceneCommand | None]):
    """A dialog with a button for each command; its result is the chosen command, or None if the player leaves."""

    overlay = True

    def __init__(self, app: App, title: str, commands: Sequence[SceneCommand]) -> None:
        super().__init__(app)
        self._title, self._commands = title, commands

    @property
    def _rows(self) -> int:
        return -(-len(self._commands) // 2)

    @property
    def _card(self) -> tuple[float, float, float, float]:
        """The card of the dialog: x, y, width and height."""
        width, height = 2 * _WIDTH + _GAP + 2 * _EDGE, _HEAD + self._rows * _STEP + _FOOT
        return 640 - width / 2, 400 - height / 2, width, height

    def arrange(self) -> None:
        """Lay out the commands in two columns, and the button that closes the menu below them."""
        x, y, width, height = self._card
        buttons = []
        for number, each in enumerate(self._commands):
            column, row = divmod(number, self._rows)
            place = (x + _EDGE + column * (_WIDTH + _GAP), y + _HEAD + row * _STEP, _WIDTH, _STEP - 10)
            assert each.use is not None, "the menu shows the commands that have a key"
            label = _("{key}: {words}", words=_(each.use.words), key=first_key(each.use))
            button = ChoiceButton(self.stage.rect(*place), label, partial(self.finish, each), size=16)
            button.why = each.why_not()
            button.enabled, button.chosen = not button.why, each.is_on()
            buttons.append(button)
        close = Button(
            self.stage.rect(x + width / 2 - 90, y + height - 62, 180, 44),
            _("Close"),
            partial(self.finish, None),
            use=keys.BACK,
        )
        self.controls.set([*buttons, close])
        self.controls.focus(buttons[0])
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the menu, and darken the scene behind it."""
        canvas.veil()
        x, y, width, height = self._card
        canvas.panels.card(x, y, width, height)
        canvas.text(
            self._title, 640, y + 40, family="display", size=26, colour="cream", anchor="center", width=width - 60
        )
