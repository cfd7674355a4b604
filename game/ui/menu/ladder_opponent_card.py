"""Card of an opponent on the ladder: a face under an awning, and a lantern above it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _
from game.core.levels.level import Ribbon
from game.core.ruleset import Level, RulesetInfo
from game.ui.board.player_card import level_face
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import PIXELS
from game.ui.painting.surfaces import multiply

WIDTH, HEIGHT = 156, 226
GAP = 20
#: Lift of the selected card in design pixels.
LIFT = 10
#: Margin around the card for awning, rim and shadow, in design pixels.
MARGIN = 34
#: Height of the lantern above the card's top, and its width, in design pixels.
LANTERN_HEIGHT, LANTERN = 54, 20
_AWNING_RISE, _AWNING_HEIGHT, _OVERHANG = 16, 48, 9
_FACE_Y, _FACE = 98, 92


@dataclass(frozen=True, slots=True)
class LadderOpponentCard:
    """Card of an opponent on the ladder; ``place`` is its number, from 0."""

    info: RulesetInfo
    level: Level
    place: int
    is_beaten: bool
    ribbon: Ribbon | None = None
    """The ribbon that can be earned here, or None."""
    has_ribbon: bool = False
    """True if the ribbon is earned."""

    def picture(self, paintbox: Paintbox, *, selected: bool, lit: bool) -> pygame.Surface:
        """Return a picture of the opponent's card with a transparent margin of MARGIN design pixels."""
        px = paintbox.panels.px
        picture = pygame.Surface((px(WIDTH + 2 * MARGIN), px(HEIGHT + 2 * MARGIN)), pygame.SRCALPHA)
        canvas, card = Canvas(picture, PIXELS, paintbox), pygame.Rect(px(MARGIN), px(MARGIN), px(WIDTH), px(HEIGHT))
        outline = None if lit or not selected else "cream"
        canvas.panels.card(*card, radius=18, lip=6, selected=selected, outline=outline)
        self._draw_face(canvas, card)
        self._draw_awning(canvas, card)
        self._draw_texts(canvas, card)
        if self.ribbon is not None:
            x, y = card.x + canvas.px(30), card.y + canvas.px(134)
            canvas.rosette(x, y, canvas.px(46), self.info.accent, is_earned=self.has_ribbon)
        if not lit:
            multiply(picture, paintbox.theme.colour("unlit"))
        return picture

    def _draw_face(self, canvas: Canvas, card: pygame.Rect) -> None:
        px, x, y = canvas.px, card.centerx, card.y + canvas.px(_FACE_Y)
        face = level_face(self.info.levels, self.level.id)
        canvas.face(face, x, y, px(_FACE), ring=px(_FACE + 12) - px(_FACE))
        if self.is_beaten:
            canvas.star(x + px(40), y + px(36), px(19), "medallion")
            canvas.star(x + px(40), y + px(36), px(14))

    def _draw_awning(self, canvas: Canvas, card: pygame.Rect) -> None:
        px = canvas.px
        width = card.width + 2 * px(_OVERHANG)
        rect = pygame.Rect(card.x - px(_OVERHANG), card.y - px(_AWNING_RISE), width, px(_AWNING_HEIGHT))
        canvas.awning(*rect, stripes=(self.info.accent, self.info.accent2))

    def _draw_texts(self, canvas: Canvas, card: pygame.Rect) -> None:
        px, room, called, typesetter = canvas.px, card.width - canvas.px(20), _(self.level.name), canvas.typesetter
        size = 22.0
        while size > 15 and typesetter.measure(called, "display", size)[0] > room:
            size -= 1
        name = typesetter.fit(called, "display", size, room)
        y = card.y + px(172)
        canvas.text(name, card.centerx, y, family="display", size=size, colour="cream", anchor="center")
        text = _("No. {number}", number=self.place + 1)
        if self.level.elo is not None:
            text = _("{number}  ·  Elo {elo}", number=self.place + 1, elo=self.level.elo)
        size = typesetter.line_size(text, "text", 14, card.width - px(12), px(28))
        canvas.text(text, card.centerx, y + px(26), size=size, colour="mist", anchor="center")
