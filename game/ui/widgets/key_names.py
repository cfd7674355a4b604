"""The names of keys in the player's language."""

from __future__ import annotations

import pygame

from game.core.language import _, gettext_noop

_NAMES = {
    pygame.K_ESCAPE: gettext_noop("Esc"),
    pygame.K_RETURN: gettext_noop("Enter"),
    pygame.K_KP_ENTER: gettext_noop("Enter"),
    pygame.K_SPACE: gettext_noop("Space"),
    pygame.K_TAB: gettext_noop("Tab"),
    pygame.K_DELETE: gettext_noop("Del"),
    pygame.K_BACKSPACE: gettext_noop("Backspace"),
    pygame.K_INSERT: gettext_noop("Ins"),
    pygame.K_LEFT: "←",
    pygame.K_RIGHT: "→",
    pygame.K_UP: "↑",
    pygame.K_DOWN: "↓",
    pygame.K_HOME: gettext_noop("Home"),
    pygame.K_END: gettext_noop("End"),
    pygame.K_PAGEUP: gettext_noop("Page Up"),
    pygame.K_PAGEDOWN: gettext_noop("Page Down"),
}


def key_name(key: int) -> str:
    """Return the label of a key on the keyboard: a letter, a digit, ``F1``, or a translated name."""
    return _(_NAMES[key]) if key in _NAMES else pygame.key.name(key).upper()
