"""The drawing of panels: cards, plates, buttons and speech bubbles, at places in the canvas's coordinates."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panels import (
    BUBBLE_MARGIN,
    BUTTON_MARGIN,
    CARD_MARGIN,
    RING_MARGIN,
    ButtonFace,
    Card,
    Plate,
    Tail,
)
from game.ui.painting.stage import Area, Transform
from game.ui.painting.theme import ColourLike

#: The alpha of the light on the item under the pointer.
_LIGHT = 34
#: The number of steps in which a button goes down.
_PRESS_STEPS = 4


@dataclass(frozen=True, slots=True, eq=False)
class PanelPainter:
    """The panels of a canvas, drawn onto its surface in its coordinates."""

    target: pygame.Surface
    transform: Transform
    paintbox: Paintbox

    def card(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float = 22,
        lip: float = 8,
        active: bool = False,
        selected: bool = False,
        outline: ColourLike | None = None,
    ) -> None:
        """Draw a raised card with its shadow. ``active`` leaves a dark rim around it for small lamps."""
        rect = self.transform.rect(x, y, width, height)
        if selected and outline is None:
            outline = "amber"
        edge = None if outline is None else tuple(self.paintbox.theme.colour(outline))
        look = "_active" if active else "_selected" if selected else ""
        self._around(self.paintbox.panels.card(Card(rect.size, radius, lip, look, edge)), rect, CARD_MARGIN)

    def well(self, x: float, y: float, width: float, height: float, *, radius: float = 14) -> Area:
        """Draw a sunken surface, for example a tray or the background of a clock."""
        rect = self.transform.rect(x, y, width, height)
        self.target.blit(self.paintbox.panels.well(rect.size, radius), rect)
        return Area(rect, self.transform)

    def plate(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        colour: ColourLike,
        bottom: ColourLike | None = None,
        radius: float = 10,
        line: ColourLike | None = None,
    ) -> None:
        """Draw a flat rounded rectangle in one colour or a gradient; ``line`` is its outline's colour."""
        rect, role = self.transform.rect(x, y, width, height), self.paintbox.theme.colour
        under = tuple(role(colour if bottom is None else bottom))
        edge = None if line is None else tuple(role(line))
        self.target.blit(self.paintbox.panels.plate(Plate(rect.size, radius, tuple(role(colour)), under, edge)), rect)

    def chosen_plate(self, x: float, y: float, width: float, height: float, *, radius: float = 10) -> None:
        """Draw the amber background of a selected list item, or of the newest one."""
        self.plate(x, y, width, height, colour="amber_top", bottom="amber", radius=radius)

    def row_plate(self, x: float, y: float, width: float, height: float, *, radius: float = 10) -> None:
        """Draw the dark background of every other row of a list."""
        self.plate(x, y, width, height, colour="row", radius=radius)

    def level_line(self, x: float, y: float, width: float, colour: ColourLike) -> None:
        line = self.transform.rect(x, y, width, 1)
        line.height = self.paintbox.panels.px(1)
        self.target.fill(self.paintbox.theme.colour(colour), line)

    def button(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        label: str,
        kind: ColourLike = "ghost",
        size: float = 20,
        icon: str = "",
        pressed: float = 0.0,
        focused: bool = False,
        enabled: bool = True,
        hovered: bool = False,
        grown: float = 0.0,
    ) -> None:
        """Draw a button; ``pressed`` (0 to 1) is how far its face is pushed down.

        Its label has the size ``grown``; if 0, it grows as far as the player's text size and the face allow.
        """
        rect = self.transform.rect(x, y, width, height)
        step = round(min(1.0, max(0.0, pressed)) * _PRESS_STEPS) / _PRESS_STEPS
        named = kind if isinstance(kind, str) else tuple(kind)
        face = ButtonFace(rect.size, label, named, size, icon, step, focused, enabled, hovered, grown)
        self._around(self.paintbox.panels.button(face), rect, BUTTON_MARGIN)

    def light_up(self, x: float, y: float, width: float, height: float, *, radius: float = 14) -> None:
        """Lighten a rectangle that is already drawn, because the pointer is over it."""
        self.plate(x, y, width, height, colour=self.paintbox.theme.faded("shine", _LIGHT), radius=radius)

    def focus_ring(self, x: float, y: float, width: float, height: float, *, radius: float = 16) -> None:
        """Draw the ring of the keyboard focus around a rectangle, 6 design pixels outside it."""
        rect = self.transform.rect(x, y, width, height)
        self._around(self.paintbox.panels.focus_ring(rect.size, radius), rect, RING_MARGIN)

    def speech_bubble(self, x: float, y: float, width: float, height: float, *, tail: Tail = "up") -> None:
        """Draw a cream speech bubble with a tail above or below its left part, or to the left of its upper part."""
        rect = self.transform.rect(x, y, width, height)
        self._around(self.paintbox.panels.bubble(rect.size, tail), rect, BUBBLE_MARGIN)

    def _around(self, picture: pygame.Surface, rect: pygame.Rect, margin: float) -> None:
        """Draw a panel's picture around a rectangle; the picture is larger by a margin on every side."""
        self.target.blit(picture, (rect.x - self.paintbox.panels.px(margin), rect.y - self.paintbox.panels.px(margin)))
