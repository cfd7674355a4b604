"""Detection of input, which starts and ends the demonstration."""

from __future__ import annotations

import pygame

#: Seconds without input before the demonstration starts.
QUIET_SECONDS = 45.0
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.MOUSEMOTION,
    pygame.FINGERDOWN,
)


def is_input(event: pygame.event.Event) -> bool:
    """Return True if a person caused an event; pointer events must have moved the pointer."""
    return event.type in _INPUT and (event.type != pygame.MOUSEMOTION or event.rel != (0, 0))
