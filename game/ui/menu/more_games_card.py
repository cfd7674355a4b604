"""The card after the last game of the menu, which leads to more games and to the workshop."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _
from game.ui.menu.menu_card import LIP, StallCard, ladder_place, play_place
from game.ui.menu.menu_card_row import WIDTH
from game.ui.painting.canvas import Canvas
from game.ui.widgets.form import Box

#: The colours of the awning, as roles of the theme, and the size of the sign in design pixels.
_STRIPES = ("panel_active_top", "cream")
_SIGN = 108.0


@dataclass(frozen=True, slots=True)
class MoreGamesCard(StallCard):
    """The card *More games*, without a game of its own."""

    width: float = WIDTH

    @property
    def stripes(self) -> tuple[str, str]:
        """The two colours of the awning."""
        return _STRIPES

    @property
    def _button_box(self) -> Box:
        """The rectangle of the button, which is as wide as both buttons of a game."""
        (x, y, _width, height), (right, _top, wide, _height) = ladder_place(self.width), play_place(self.width)
        return x, y, right + wide - x, height

    @property
    def focus_box(self) -> Box:
        """The rectangle of the focus ring around the button."""
        x, y, wide, high = self._button_box
        return x, y, wide, high + LIP

    def draw_contents(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        """Draw a plus sign, what is behind it, and a button."""
        px, room = canvas.px, card.width - canvas.px(40)
        middle = card.centerx
        well = pygame.Rect(card.x + px(20), card.y + px(50), room, px(148 - self.lift_of_texts(canvas)))
        canvas.panels.well(*well, radius=12)
        canvas.lights.glow(middle, well.centery, px(260), "amber", 0.25 if selected else 0.12)
        canvas.icon("plus", middle, well.centery, "amber", px(_SIGN * 0.6))
        x, y = card.x + px(20), card.y + px(231 - self.lift_of_texts(canvas))
        canvas.text(
            _("More games"), x, y, family="display", size=32, colour="cream", anchor="midleft", width=room, smallest=20
        )
        self.draw_pitch(canvas, card, _("Other games, and a workshop for your own."))
        left, top, width, height = map(px, self._button_box)
        kind = "primary" if selected else "ghost"
        canvas.panels.button(card.x + left, card.y + top, width, height, label=_("Look around"), kind=kind, size=21)
