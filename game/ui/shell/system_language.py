"""The language of the operating system."""

from __future__ import annotations

import pygame

from game.core.language import nearest


def system_language() -> str:
    """Return the code of the first of the system's preferred languages that the program supports."""
    preferred = pygame.system.get_pref_locales()
    return nearest((each["language"] or "", each["country"] or "") for each in preferred)
