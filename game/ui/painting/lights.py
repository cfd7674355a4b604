"""The drawing of lights: glows, bulbs, lanterns, and strings of lamps, at places in the canvas's coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from game.ui.painting import ornaments
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panels import MARQUEE_RIM
from game.ui.painting.stage import PIXELS, Transform
from game.ui.painting.surfaces import Point, blit_centred
from game.ui.painting.theme import ColourLike

#: The diameter of a bulb's light as a multiple of the bulb's.
_BULB_LIGHT = 5.2
#: The strength of a bulb's light, from 0 to 1.
_BULB_STRENGTH = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class Lights:
    """The lights of a canvas, drawn onto its surface in its coordinates."""

    target: pygame.Surface
    transform: Transform
    paintbox: Paintbox

    def glow(self, x: float, y: float, diameter: float, colour: ColourLike, strength: float = 0.5) -> None:
        """Draw a round light around a point.

        It is added to the colours below, or alpha-blended onto an alpha channel.
        """
        self._glow(self.transform.point(x, y), self.transform.px(diameter), self.paintbox.theme.light(colour), strength)

    def _glow(self, centre: Point, across: int, tint: pygame.Color, strength: float) -> None:
        light = self._light(across, tint, strength)
        if light is not None:
            blit_centred(self.target, light[0], centre, light[1])

    def _light(self, across: int, tint: pygame.Color, strength: float) -> tuple[pygame.Surface, int] | None:
        """Return the picture of a round light and the blend flags for this surface; None if the theme has no lights.

        ``across`` is its diameter in pixels.
        """
        measures, kept = self.paintbox.theme.measures, self.paintbox.ornaments
        strength = round(strength * measures.glow, 2)
        if not strength:
            return None
        if measures.glow_laid or self.target.get_flags() & pygame.SRCALPHA:
            return kept.haze(across, tint, strength), 0
        return kept.light(across, tint, strength), pygame.BLEND_RGB_ADD

    def bulb(self, x: float, y: float, diameter: float, colour: ColourLike, *, lit: bool = True) -> None:
        """Draw a small lamp, with a light around it if ``lit``."""
        self._bulb(self.transform.point(x, y), self.transform.px(diameter), colour, lit)

    def _bulb(self, centre: Point, diameter: float, colour: ColourLike, lit: bool) -> None:
        if lit:
            self._glow(centre, round(diameter * _BULB_LIGHT), self.paintbox.theme.colour(colour), _BULB_STRENGTH)
        blit_centred(self.target, self.paintbox.ornaments.bulb(diameter, colour, lit=lit), centre)

    def marquee(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float = 17,
        phase: int = 0,
        share: float = 1.0,
    ) -> None:
        """Draw small lamps along the edge of the active player's card; every other one is lit.

        ``phase`` is even or odd and decides which ones are lit, so that a change makes them blink. ``share`` (0 to 1)
        is the part of the lamps that can be lit, starting at the first.
        """
        px = self.paintbox.panels.px
        path = self.transform.rect(x, y, width, height).inflate(-px(MARQUEE_RIM), -px(MARQUEE_RIM))
        scale, kept = self.paintbox.scale, self.paintbox.ornaments
        points = ornaments.points_round(path, px(radius), 24 * scale)
        alive = round(len(points) * share)
        lit = points[phase % 2 : alive : 2]
        dark = [*points[1 - phase % 2 : alive : 2], *points[alive:]]
        light = self._light(round(9 * scale * _BULB_LIGHT), self.paintbox.theme.colour("amber"), _BULB_STRENGTH)
        if light is not None:
            self.target.fblits(ornaments.around_points(light[0], lit), light[1])
        for on, bulbs in ((True, lit), (False, dark)):
            self.target.fblits(ornaments.around_points(kept.bulb(9 * scale, "amber", lit=on), bulbs))

    def strings(self, points: Sequence[Point], sag: float, count: int, diameter: float = 12) -> None:
        """Draw strings of lamps between points; each wire sags by ``sag`` and has ``count`` lamps."""
        colours, wire = ("amber", "coral", "teal", "pink"), self.paintbox.theme.colour("wire")
        hooks = [self.transform.point(*point) for point in points]
        depth, across = self.transform.px(sag), self.transform.px(diameter)
        for index, (start, end) in enumerate(pairwise(hooks)):
            ornaments.draw_wire(self.target, (start, end), depth, wire)
            for number in range(count):
                x, y = ornaments.on_wire(start, end, depth, (number + 0.5) / count)
                socket = pygame.Rect(0, 0, round(across / 2), round(across / 2))
                socket.midtop = (round(x), round(y) - 1)
                pygame.draw.rect(self.target, wire, socket, border_radius=2)
                self._bulb((x, y + 0.9 * across), across, colours[(number + index * count) % len(colours)], True)

    def above_board(self) -> None:
        """Draw the string of lamps along the top edge of the surface, above a board."""
        width, px = self.target.get_width(), self.paintbox.panels.px
        points = [(-60, -10), (width // 3, -10), (2 * width // 3, -10), (width + 60, -10)]
        replace(self, transform=PIXELS).strings(points, px(8), 7, px(8))

    def lantern(self, x: float, y: float, height: float, share: float) -> None:
        """Draw a paper lantern, centred on a point and lit from the bottom up to a share (0 to 1) of its height."""
        at, tall = self.transform.point(x, y), self.transform.px(height)
        self._glow(at, round(2.2 * tall), self.paintbox.theme.colour("amber"), 0.1 + 0.4 * share)
        blit_centred(self.target, self.paintbox.ornaments.lantern(tall, share), at)
