"""The shape of the pointer, as the scene under it wants it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

import pygame

from game.ui.widgets.tooltip import PointerShape

#: The events of a pointer.
POINTER_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_SHAPES: Mapping[PointerShape, pygame.Cursor] = {
    "arrow": pygame.Cursor(pygame.SYSTEM_CURSOR_ARROW),
    "hand": pygame.Cursor(pygame.SYSTEM_CURSOR_HAND),
    "text": pygame.Cursor(pygame.SYSTEM_CURSOR_IBEAM),
    "cross": pygame.Cursor(pygame.SYSTEM_CURSOR_CROSSHAIR),
}


def shape_pointer(wanted: PointerShape) -> None:
    """Give the pointer this shape; pygame_gui has wishes of its own while it moves."""
    shape = _SHAPES[wanted]
    # The displays without a screen have no pointer.
    with contextlib.suppress(pygame.error):
        if pygame.mouse.get_cursor() != shape:
            pygame.mouse.set_cursor(shape)
