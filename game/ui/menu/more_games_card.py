"""The card after the last game of the menu, which leads to more games and to the workshop."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _
from game.ui.menu.menu_card import StallCard
from game.ui.menu.menu_card_row import WIDTH
from game.ui.painting.canvas import Canvas

#: The colours of the awning, and the size of the sign in design pixels.
_STRIPES = ("#6E5BB8", "#FFF1DC")
_SIGN = 108.0


@dataclass(frozen=True, slots=True)
class MoreGamesCard(StallCard):
    """The card *More games*, without a game of its own."""

    width: float = WIDTH

    @property
    def stripes(self) -> tuple[str, str]:
        """The two colours of the awning."""
        return _STRIPES

    def draw_contents(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        """Draw a plus sign, what is behind it, and a button."""
        px, room = canvas.px, card.width - canvas.px(40)
        middle = card.centerx
        well = pygame.Rect(card.x + px(20), card.y + px(50), room, px(148))
        canvas.panels.well(*well, radius=12)
        canvas.lights.glow(middle, well.centery, px(260), "amber", 0.25 if selected else 0.12)
        canvas.icon("plus", middle, well.centery, "amber", px(_SIGN * 0.6))
        x, y = card.x + px(20), card.y + px(231)
        canvas.text(
            _("More games"), x, y, family="display", size=32, colour="cream", anchor="midleft", width=room, smallest=20
        )
        text = _("Games with other rules, and a workshop for your own.")
        canvas.paragraph(text, x, card.y + px(254), room, 2, size=16, height=px(46))
        kind = "primary" if selected else "ghost"
        button = pygame.Rect(card.x + px(20), card.bottom - px(70), room, px(46))
        canvas.panels.button(*button, label=_("Look around"), kind=kind, size=21)
