"""The shape of the mouse pointer, which the current scene determines."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

import pygame

from game.ui.widgets.tooltip import PointerShape

#: The mouse events.
POINTER_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_SHAPES: Mapping[PointerShape, pygame.Cursor] = {
    "arrow": pygame.Cursor(pygame.SYSTEM_CURSOR_ARROW),
    "hand": pygame.Cursor(pygame.SYSTEM_CURSOR_HAND),
    "text": pygame.Cursor(pygame.SYSTEM_CURSOR_IBEAM),
    "cross": pygame.Cursor(pygame.SYSTEM_CURSOR_CROSSHAIR),
}


def shape_pointer(wanted: PointerShape) -> None:
    """Set the shape of the mouse pointer, even if pygame_gui has just changed it."""
    shape = _SHAPES[wanted]
    # Displays without a screen have no pointer.
    with contextlib.suppress(pygame.error):
        if pygame.mouse.get_cursor() != shape:
            pygame.mouse.set_cursor(shape)
