"""The clipboard of the desktop."""

from __future__ import annotations

import pygame


def copy_text(text: str) -> bool:
    """Puts a text there; returns whether the desktop took it."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
