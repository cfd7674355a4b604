"""A dialog with a button for each language, for when there are more of them than the settings have room for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from assets.languages import LANGUAGES
from game.core.language import _, spoken
from game.ui.shell.app import App
from game.ui.shell.choice_menu import ChoiceMenuScene
from game.ui.widgets.buttons import Button, ChoiceButton


class LanguageScene(ChoiceMenuScene[str]):
    """The dialog; its result is the code of the chosen language, or None if the player leaves."""

    columns, width, gap = 4, 228.0, 8.0

    def __init__(self, app: App) -> None:
        super().__init__(app, _("Language"), list(LANGUAGES))

    def button(self, rect: pygame.Rect, choice: str) -> ChoiceButton:
        """Return the button of a language, labelled in that language."""
        return ChoiceButton(rect, LANGUAGES[choice], partial(self.finish, choice), size=17, chosen=choice == spoken())

    def first(self, buttons: Sequence[ChoiceButton]) -> Button:
        """Return the button of the current language."""
        return next((button for button in buttons if button.chosen), buttons[0])
