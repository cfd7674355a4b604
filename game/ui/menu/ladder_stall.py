"""A stall of the ladder: the face of its keeper under an awning, and the lantern above it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _
from game.core.ruleset import Level, RulesetInfo
from game.ui.board.player_card import level_face
from game.ui.painting.painter import Painter
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import Stage
from game.ui.painting.surfaces import multiply

WIDTH, HEIGHT = 156, 226
GAP = 20
#: The lift of the selected stall.
LIFT = 10
#: The margin around the card for awning, lip and shadow, in design pixels.
MARGIN = 34
#: The height of the lantern above a card's top, and its width.
LANTERN_HEIGHT, LANTERN = 54, 20
_AWNING_RISE, _AWNING_HEIGHT, _OVERHANG = 16, 48, 9
_FACE_Y, _FACE = 98, 92


@dataclass(frozen=True, slots=True)
class LadderStall:
    """The stall of a level at a place of the ladder, from 0."""

    info: RulesetInfo
    level: Level
    place: int
    is_beaten: bool

    def picture(self, stage: Stage, painter: Painter, sprites: Sprites, *, selected: bool, lit: bool) -> pygame.Surface:
        """Draw the stall with a transparent margin of MARGIN design pixels."""
        size = (stage.px(WIDTH + 2 * MARGIN), stage.px(HEIGHT + 2 * MARGIN))
        picture = pygame.Surface(size, pygame.SRCALPHA)
        card = pygame.Rect(stage.px(MARGIN), stage.px(MARGIN), stage.px(WIDTH), stage.px(HEIGHT))
        outline = None if lit or not selected else "cream"
        painter.card(picture, card, radius=18, lip=6, selected=selected, outline=outline)
        self._draw_face(picture, card, painter, sprites)
        self._draw_awning(picture, card, painter)
        self._draw_words(picture, card, painter)
        if not lit:
            multiply(picture, painter.theme.colour("unlit"))
        return picture

    def _draw_face(self, target: pygame.Surface, card: pygame.Rect, painter: Painter, sprites: Sprites) -> None:
        px = painter.px
        face = sprites.portrait(level_face(self.info.levels, self.level.id), px(_FACE))
        centre = (card.centerx, card.y + px(_FACE_Y))
        painter.medallion(target, centre, px(_FACE + 12), face)
        if self.is_beaten:
            painter.star(target, (centre[0] + px(40), centre[1] + px(36)), px(19), "medallion")
            painter.star(target, (centre[0] + px(40), centre[1] + px(36)), px(14))

    def _draw_awning(self, target: pygame.Surface, card: pygame.Rect, painter: Painter) -> None:
        px = painter.px
        width = card.width + 2 * px(_OVERHANG)
        rect = pygame.Rect(card.x - px(_OVERHANG), card.y - px(_AWNING_RISE), width, px(_AWNING_HEIGHT))
        painter.awning(target, rect, self.info.accent, self.info.accent2)

    def _draw_words(self, target: pygame.Surface, card: pygame.Rect, painter: Painter) -> None:
        px, room, called = painter.px, card.width - painter.px(20), _(self.level.name)
        size = 22.0
        while size > 15 and painter.measure(called, "display", size)[0] > room:
            size -= 1
        name = painter.fit(called, "display", size, room)
        y = card.y + px(172)
        painter.text(target, name, (card.centerx, y), family="display", size=size, colour="cream", anchor="center")
        words = _("Stall {number}", number=self.place + 1)
        if self.level.elo is not None:
            words = _("{number}  ·  Elo {elo}", number=self.place + 1, elo=self.level.elo)
        size = painter.grown(words, "text", 14, card.width - px(12), px(28))
        painter.text(target, words, (card.centerx, y + px(26)), size=size, colour="mist", anchor="center")
