"""A small picture of a day's puzzle results for sharing, which does not give the solutions away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pygame

from game.core.language import _, plural
from game.session.dates import day_text
from game.ui.painting.canvas import Canvas

_WIDTH, _HEIGHT, _STEP = 520.0, 220.0, 116.0
#: Symbols of results in text: solved without help, and with a hint.
_SIGNS = {1.0: "\N{IZAKAYA LANTERN}", 0.5: "\N{BLACK SUN WITH RAYS}"}
_DARK = "\N{MEDIUM BLACK CIRCLE}"


@dataclass(frozen=True, slots=True)
class DayStatus:
    """The player's result in the daily puzzle of one game."""

    title: str
    score: float | None
    """1 if solved without help, 0.5 with a hint, 0 after a wrong turn; None if not solved."""

    @property
    def share(self) -> float:
        """The brightness of the puzzle's lantern, 0 to 1."""
        return 0.0 if self.score is None else 0.35 + 0.65 * self.score


def lights_picture(canvas: Canvas, day: date, lights: Sequence[DayStatus], streak: int) -> pygame.Surface:
    """Return a picture of a day's puzzle results in the current theme and language."""
    picture = pygame.Surface((canvas.px(_WIDTH), canvas.px(_HEIGHT)))
    drawn = canvas.onto(picture)
    drawn.backdrop(dimmed=True)
    text = _("Stone Fair, puzzles for {day}", day=day_text(day))
    drawn.text(text, _WIDTH / 2, 34, family="display", size=22, colour="cream", anchor="center", width=_WIDTH - 40)
    left = _WIDTH / 2 - (len(lights) - 1) * _STEP / 2
    for number, light in enumerate(lights):
        x = left + number * _STEP
        drawn.lights.glow(x, 104, 130, "amber", 0.4 * light.share)
        drawn.lights.lantern(x, 104, 66, light.share)
        drawn.text(light.title, x, 160, size=14, colour="soft", anchor="center", width=_STEP - 6, height=24)
    if streak:
        drawn.text(streak_text(streak), _WIDTH / 2, 194, size=15, colour="amber", anchor="center", width=_WIDTH - 40)
    return picture


def lights_text(day: date, lights: Sequence[DayStatus]) -> str:
    """Return a day's puzzle results as a line of text, with a symbol for each puzzle."""
    signs = "".join(_DARK if light.score is None else _SIGNS.get(light.score, "\N{WHITE CIRCLE}") for light in lights)
    return f"{_('Stone Fair, puzzles for {day}', day=day_text(day))} {signs}"


def streak_text(days: int) -> str:
    """Return a text with the number of days in a row with a solved daily puzzle."""
    return plural("{count} day in a row", "{count} days in a row", days)
