"""The commands of a scene: actions with their keys, from which its buttons, tooltips and key handling are made.

A command is bound to an entry of the table of keyboard shortcuts (``keys``), which also fills the page of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.core.language import _
from game.ui.widgets.buttons import Button
from game.ui.widgets.keys import KeyUse, key_name


@dataclass(frozen=True, slots=True)
class SceneCommand:
    """An action that the player starts with a key or a button."""

    use: KeyUse
    """The command's entry in the table of keyboard shortcuts; it identifies the command in its scene."""
    run: Callable[[int], None]
    """Does the action; the argument is the index of the key that was pressed among ``use.keys``, -1 for a button."""
    why_not: Callable[[], str] = lambda: ""
    """Returns the reason why the action is impossible now, or "" if it is possible."""
    is_on: Callable[[], bool] = lambda: False
    """Returns True while what the command switches is on; its button is then amber."""


def command(
    use: KeyUse,
    run: Callable[[], None],
    why_not: Callable[[], str] = lambda: "",
    is_on: Callable[[], bool] = lambda: False,
) -> SceneCommand:
    """Return a command whose action does not depend on the key that was pressed."""
    return SceneCommand(use, lambda _index: run(), why_not, is_on)


class CommandList:
    """The commands of one scene. No key belongs to two of them."""

    def __init__(self, *commands: SceneCommand) -> None:
        self.commands = {each.use: each for each in commands}
        assert len(self.commands) == len(commands), "a command appears once"

    def handle(self, event: pygame.event.Event) -> bool:
        """Run the command of a pressed key if it is possible now; return True if the key belongs to a command."""
        if event.type != pygame.KEYDOWN:
            return False
        has_ctrl = bool(event.mod & pygame.KMOD_CTRL)
        for each in self.commands.values():
            keys = each.use.with_ctrl if has_ctrl else each.use.keys
            if event.key in keys:
                if not each.why_not():
                    each.run(keys.index(event.key))
                return True
        return False

    def button(
        self, use: KeyUse, rect: pygame.Rect, label: str = "", *, icon: str = "", kind: str = "ghost", size: float = 18
    ) -> Button:
        """Return a button for a command, with its key in the tooltip and the reason why it is impossible now."""
        each = self.commands[use]
        why = each.why_not()
        made = Button(
            rect, label, lambda: each.run(-1), kind, icon, size, enabled=not why, why=why, chosen=each.is_on()
        )
        made.tip = _("{key}: {words}", words=_(use.words), key=first_key(use))
        return made


def first_key(use: KeyUse) -> str:
    """Return the name of the first key of a shortcut."""
    return key_name(use.keys[0]) if use.keys else _("Ctrl and {key}", key=key_name(use.with_ctrl[0]))
