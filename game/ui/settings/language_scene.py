"""A dialog with a button for each language, for when they are more than the settings have room for."""

from __future__ import annotations

from functools import partial

from assets.languages import LANGUAGES
from game.core.language import _, spoken
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

#: The width of a button, the height of a row, and the number of buttons in it.
_WIDTH, _STEP, _COLUMNS = 236.0, 52.0, 4
_EDGE, _HEAD, _FOOT = 28.0, 76.0, 76.0


class LanguageScene(Scene[str | None]):
    """The dialog; its result is the code of the chosen language, or None if the player leaves."""

    overlay = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._languages = dict(LANGUAGES)

    @property
    def _card(self) -> tuple[float, float, float, float]:
        """The card of the dialog: x, y, width and height."""
        rows = -(-len(self._languages) // _COLUMNS)
        width, height = _COLUMNS * _WIDTH + 2 * _EDGE, _HEAD + rows * _STEP + _FOOT
        return 640 - width / 2, 400 - height / 2, width, height

    def arrange(self) -> None:
        """Lay out the languages in rows, and the button that leaves below them."""
        x, y, width, height = self._card
        buttons: list[Button] = []
        for place, (code, name) in enumerate(self._languages.items()):
            row, column = divmod(place, _COLUMNS)
            rect = self.stage.rect(x + _EDGE + column * _WIDTH + 4, y + _HEAD + row * _STEP, _WIDTH - 8, _STEP - 8)
            buttons.append(ChoiceButton(rect, name, partial(self.finish, code), size=17, chosen=code == spoken()))
        rect = self.stage.rect(x + width / 2 - 90, y + height - 62, 180, 44)
        close = Button(rect, _("Close"), partial(self.finish, None), use=keys.BACK)
        self.controls.set([*buttons, close])
        self.controls.focus(next((button for button in buttons if button.chosen), close))
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the dialog, and darken the scene behind it."""
        canvas.veil()
        x, y, width, height = self._card
        canvas.panels.card(x, y, width, height)
        canvas.text(
            _("Language"), 640, y + 40, family="display", size=26, colour="cream", anchor="center", width=width - 60
        )
