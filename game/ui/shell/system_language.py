"""The language that the system is set to."""

from __future__ import annotations

import pygame

from game.core.language import nearest


def system_language() -> str:
    """The code of the language of ours that the player's system likes best."""
    preferred = pygame.system.get_pref_locales()
    return nearest((each["language"] or "", each["country"] or "") for each in preferred)
