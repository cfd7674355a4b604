"""Listens to the painting kit: how clearly the words that a scene draws stand out from what is under them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from game.ui.painting.theme import contrast
from game.ui.painting.typesetter import Typesetter

#: From this alpha on a picture hides what it will be laid on.
_OPAQUE = 250
#: The share of a line's height above and below its letters.
_BESIDE_LETTERS = 0.4


class Grounds:
    """The least contrast at which each role's words were drawn, with an example."""

    def __init__(self) -> None:
        self.least: dict[str, tuple[float, str]] = {}

    def note(self, typesetter: Typesetter, target: pygame.Surface, place: pygame.Rect, words: str, role: Any) -> None:
        """Looks at the ground on which words are about to be drawn; nothing is told of one that is seen through."""
        seen = place.inflate(0, -round(_BESIDE_LETTERS * place.height)).clip(target.get_clip())
        if not words.strip() or not seen:
            return
        ground = pygame.Color(*pygame.transform.average_color(target, seen))
        if target.get_flags() & pygame.SRCALPHA and ground.a < _OPAQUE:
            return
        colour = typesetter.theme.words(role)
        found = contrast(ground.lerp(pygame.Color(colour.r, colour.g, colour.b), colour.a / 255), ground)
        name = role if isinstance(role, str) else "a button's"
        if found < self.least.get(name, (99.0, ""))[0]:
            self.least[name] = (found, words)


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Grounds]:
    """Listens while the context lasts."""
    grounds, draw = Grounds(), Typesetter.draw

    def text(self: Typesetter, target: pygame.Surface, string: str, position: Any, **how: Any) -> pygame.Rect:
        size = self.measure(string, how.get("family", "text"), how.get("size", 15))
        place = pygame.Rect((0, 0), size)
        setattr(place, how.get("anchor", "topleft"), (round(position[0]), round(position[1])))
        grounds.note(self, target, place, string, how.get("colour", "soft"))
        return draw(self, target, string, position, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Typesetter, "draw", text)
        yield grounds
