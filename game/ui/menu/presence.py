"""Whether somebody is there: the demonstration begins when nobody is, and ends with the first input."""

from __future__ import annotations

import pygame

#: Seconds without input before the demonstration begins.
QUIET_SECONDS = 45.0
_INPUT = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.MOUSEMOTION,
    pygame.FINGERDOWN,
)


def is_input(event: pygame.event.Event) -> bool:
    """Whether an event comes from somebody's hand; the pointer must move for that."""
    return event.type in _INPUT and (event.type != pygame.MOUSEMOTION or event.rel != (0, 0))
