"""Settings and services of the operating system: its language and its clipboard."""

from __future__ import annotations

import pygame

from assets.languages import LANGUAGES
from game.core.language import nearest


def system_language() -> str:
    """Return the code of the first language that the system prefers and the program supports."""
    preferred = pygame.system.get_pref_locales()
    return nearest(((each["language"] or "", each["country"] or "") for each in preferred), LANGUAGES)


def copy_text(text: str) -> bool:
    """Copy a text to the clipboard; return True if the desktop accepted it."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted_text() -> str:
    """Return the text on the clipboard; "" if there is no text or no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
