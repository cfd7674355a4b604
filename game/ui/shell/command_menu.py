"""A menu over a scene with the commands that have no button of their own."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _
from game.ui.shell.choice_menu import ChoiceMenuScene
from game.ui.widgets.buttons import ChoiceButton
from game.ui.widgets.commands import SceneCommand, first_key


class CommandMenuScene(ChoiceMenuScene[SceneCommand]):
    """A dialog with a button for each command; its result is the chosen command, or None if the player leaves."""

    def button(self, rect: pygame.Rect, choice: SceneCommand) -> ChoiceButton:
        """Return the button of a command with its key."""
        assert choice.use is not None, "the menu shows the commands that have a key"
        label = _("{key}: {words}", words=_(choice.use.words), key=first_key(choice.use))
        button = ChoiceButton(rect, label, partial(self.finish, choice), size=16)
        button.why = choice.why_not()
        button.enabled, button.chosen = not button.why, choice.is_on()
        return button
