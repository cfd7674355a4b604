"""The clipboard of the desktop."""

from __future__ import annotations

import pygame


def copy_text(text: str) -> bool:
    """Copy a text to the clipboard; return True if the desktop accepted it."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted_text() -> str:
    """Return the text on the clipboard; "" if it has no text or the desktop has no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
