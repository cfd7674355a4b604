"""Listens to the painting kit: which words a scene shows, and which of them do not fit where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pygame
import pytest

from game.ui.painting import lettering, painter
from game.ui.painting.painter import Painter
from tests.ui.pilot import Pilot

#: How much of the lower one's height two lines of words may share: their fonts leave room above and below letters.
_SHARED = 0.45


@dataclass
class Words:
    """What was drawn since the last ``clear``."""

    shown: list[tuple[str, pygame.Rect]] = field(default_factory=list)
    """On the screen itself, each with its place."""
    asked: set[str] = field(default_factory=set)
    """Everywhere, before it was shortened or wrapped."""
    cut: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    """Words that were too long for a line by themselves."""

    def clear(self) -> None:
        """Forgets everything."""
        self.shown.clear()
        for words in (self.asked, self.cut, self.broken):
            words.clear()

    def misfits(self, screen: pygame.Rect) -> Iterator[str]:
        """What is cut, broken within a word, beyond the screen, or drawn over other words."""
        yield from (f"cut: {words!r}" for words in self.cut)
        yield from (f"broken: {word!r}" for word in self.broken)
        for number, (words, place) in enumerate(self.shown):
            if not screen.contains(place):
                yield f"beyond the screen: {words!r} at {place}"
            for others, other in self.shown[:number]:
                shared = place.clip(other)
                if shared.width > 2 and shared.height > _SHARED * min(place.height, other.height):
                    yield f"over each other: {others!r} and {words!r}"


@contextmanager
def heard(monkeypatch: pytest.MonkeyPatch, screen_size: tuple[int, int]) -> Iterator[Words]:
    """Listens while the context lasts."""
    words = Words()
    draw, wrap, shorten, break_up = Painter.text, Painter.wrap, lettering.shorten, lettering._fitting_letters

    def text(self: Painter, target: pygame.Surface, string: str, *where: Any, **how: Any) -> pygame.Rect:
        place = draw(self, target, string, *where, **how)
        words.asked.add(string)
        if target.get_size() == screen_size and string.strip():
            words.shown.append((string, place))
        return place

    def shortened(font: pygame.font.Font, string: str, width: int) -> str:
        words.asked.add(string)
        fitting = shorten(font, string, width)
        if fitting != string:
            words.cut.add(string)
        return fitting

    def wrapped(self: Painter, string: str, *how: Any) -> list[str]:
        words.asked.add(string)
        return wrap(self, string, *how)

    def broken(font: pygame.font.Font, word: str, width: int) -> int:
        # Paths have no places to end a line at.
        if "/" not in word and "\\" not in word:
            words.broken.add(word)
        return break_up(font, word, width)

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "text", text)
        patch.setattr(Painter, "wrap", wrapped)
        patch.setattr(painter, "shorten", shortened)
        patch.setattr(lettering, "_fitting_letters", broken)
        yield words


def draw_anew(pilot: Pilot) -> None:
    """Draws the scene on top with nothing kept from before; what lies below it is not looked at."""
    app = pilot.app
    app.painter = Painter(app.theme, app.stage.scale, app.painter.letters)
    app.scene.arrange()
    app.scene.draw(pygame.Surface(app.stage.size))
