"""The commands of a scene: actions with their keys, from which its buttons, tooltips and key handling are made.

A command is bound to an entry of the table of keyboard shortcuts (``keys``), which also fills the page of keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import pygame

from game.core.language import _
from game.ui.widgets.keys import KeyUse, key_name


@dataclass(frozen=True, slots=True)
class SceneCommand:
    """An action that the player starts with a key or a button."""

    use: KeyUse | None
    """The command's entry in the table of keyboard shortcuts; None if it has a button only, which Tab reaches."""
    run: Callable[[int], None]
    """Does the action; the argument is the index of the key that was pressed among ``use.keys``, -1 for a button."""
    why_not: Callable[[], str] = lambda: ""
    """Returns the reason why the action is impossible now, or "" if it is possible."""
    is_on: Callable[[], bool] = lambda: False
    """Returns True while what the command switches is on; its button is then amber."""

    def key_index(self, event: pygame.event.Event) -> int | None:
        """Return the index of the pressed key among the command's keys, or among those with Ctrl while it is held.

        Return None for a key of another command.
        """
        if self.use is None:
            return None
        keys = self.use.with_ctrl if event.mod & pygame.KMOD_CTRL else self.use.keys
        return keys.index(event.key) if event.key in keys else None

    def without(self, taken: Collection[int]) -> SceneCommand:
        """Return the command without the keys in ``taken``, which do something else now."""
        assert self.use is not None, "the command has keys"
        left = [number for number, key in enumerate(self.use.keys) if key not in taken]
        use = replace(self.use, keys=tuple(self.use.keys[number] for number in left))
        return replace(self, use=use, run=lambda index: self.run(left[index] if index >= 0 else index))


#: The commands of a scene by their entries in the table of keyboard shortcuts.
CommandTable = Mapping[KeyUse | None, SceneCommand]


def command(
    use: KeyUse | None,
    run: Callable[[], object],
    why_not: Callable[[], str] = lambda: "",
    is_on: Callable[[], bool] = lambda: False,
) -> SceneCommand:
    """Return a command whose action does not depend on the key that was pressed."""

    def ignore_key(_index: int) -> None:
        run()

    return SceneCommand(use, ignore_key, why_not, is_on)


def run_key(
    commands: Iterable[SceneCommand], event: pygame.event.Event, refuse: Callable[[str], None] = lambda _why: None
) -> bool:
    """Run the command of a pressed key, or call ``refuse`` with the reason why it is impossible now.

    Return True if the key belongs to a command.
    """
    if event.type != pygame.KEYDOWN:
        return False
    for each in commands:
        index = each.key_index(event)
        if index is not None:
            why = each.why_not()
            if why:
                refuse(why)
            else:
                each.run(index)
            return True
    return False


def first_key(use: KeyUse) -> str:
    """Return the name of the first key of a shortcut."""
    return key_name(use.keys[0]) if use.keys else _("Ctrl and {key}", key=key_name(use.with_ctrl[0]))
