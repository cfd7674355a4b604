"""Pictures of panels: cards, buttons, speech bubbles and plates. Each picture is drawn once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pygame

from game.ui.painting import surfaces
from game.ui.painting.ornaments import draw_tail
from game.ui.painting.pictures import draw_icon
from game.ui.painting.stage import whole_pixels
from game.ui.painting.surfaces import Size, SurfaceCache, blank
from game.ui.painting.theme import ColourLike, Shades, brightness
from game.ui.painting.typesetter import Typesetter

#: The reach of the shadow of a card, a button and a bubble in design pixels, which is the margin of their pictures.
CARD_MARGIN, BUTTON_MARGIN, BUBBLE_MARGIN = 18, 8, 24
#: The distance of the focus ring from its item in design pixels.
RING_MARGIN = 6
#: The direction of a speech bubble's tail.
Tail = Literal["up", "down", "left"]
#: The width of the dark rim of an active card in design pixels; the bulbs run along its middle.
MARQUEE_RIM = 11
_BUTTON_LIP, _BUTTON_TRAVEL = 5, 4
#: The minimum letter size of a label in design pixels.
_SMALLEST_LABEL = 13
#: The size of an icon, and the gap between it and the label, as multiples of the letter size.
_ICON, _ICON_GAP = 1.18, 0.4
#: The factor by which a label must grow without its icon for the icon to be dropped.
_WORTH_THE_ICON = 1.2
#: The horizontal margin of a label in its face, in design pixels.
_LABEL_EDGE = 10
#: The maximum letter size as a share of the face's height.
_LABEL_SHARE = 0.64
#: The alpha of a disabled button.
_OFF = 140
#: The share of white mixed into a face under the pointer, and the brightness from which black is mixed in instead.
_LIT, _LIGHT_FACE = 0.16, 0.86


@dataclass(frozen=True, slots=True)
class Card:
    """The appearance of a card (a raised panel).

    ``look`` is "", "_active" or "_selected", the suffix of its colour names.
    """

    size: Size
    radius: float
    lip: float
    look: str
    outline: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Plate:
    """The appearance of a flat rounded rectangle: a gradient and an outline."""

    size: Size
    radius: float
    top: tuple[int, ...]
    bottom: tuple[int, ...]
    line: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ButtonFace:
    """The appearance of a button: its size, label, kind and icon.

    ``pressed`` is 0 to 1, ``letters`` the text size of its label in design pixels.
    """

    size: Size
    label: str
    kind: str | tuple[int, ...]
    letters: float
    icon: str
    pressed: float = 0.0
    focused: bool = False
    enabled: bool = True
    hovered: bool = False
    grown: float = 0.0
    """The common letter size of adjacent buttons; 0 for a single button."""


@dataclass(frozen=True, slots=True)
class _Relief:
    """The shadow and the lip of a raised panel. The lip is the visible edge below the panel's face.

    The shadow's ``reach`` and ``drop`` are design pixels; its darkness is 0 to 255.
    """

    reach: float
    drop: float
    darkness: int
    lip: float
    lip_colour: pygame.Color


class Panels:
    """Cached pictures of panels in one theme at one scale.

    Sizes are pixels; radii, lips and lines are design pixels.
    """

    def __init__(self, typesetter: Typesetter, kept: SurfaceCache) -> None:
        """Draw with the theme, scale and fonts of ``typesetter``; cache the pictures in ``kept``."""
        self._type = typesetter
        self._theme, self._scale = typesetter.theme, typesetter.scale
        self._stored = kept
        self._labels: dict[tuple[tuple[Size, str, float, str], ...], tuple[float, bool]] = {}

    def px(self, length: float) -> int:
        """Convert a length in design pixels to pixels, at least one (0 for 0)."""
        return whole_pixels(length, self._scale)

    # Cards and fields

    def card(self, card: Card) -> pygame.Surface:
        """Return the picture of a card, which includes a margin of CARD_MARGIN for its shadow."""
        return self._stored.get(card, lambda: self._draw_card(card))

    def _draw_card(self, card: Card) -> pygame.Surface:
        px, colour, line = self.px, self._theme.colour, self._theme.measures.card_line
        picture = self._blended(card.size, card.radius, _Relief(CARD_MARGIN, 12, 150, card.lip, colour("lip")))
        place, corner = pygame.Rect((px(CARD_MARGIN), px(CARD_MARGIN)), card.size), px(card.radius)
        if card.look == "_active":
            picture.blit(surfaces.rounded(card.size, corner, colour("panel_active_rim")), place)
            place, corner = place.inflate(-2 * px(MARQUEE_RIM), -2 * px(MARQUEE_RIM)), px(card.radius - 8)
        top, bottom = colour(f"panel{card.look}_top"), colour(f"panel{card.look}_bottom")
        picture.blit(surfaces.rounded(place.size, corner, top, bottom), place)
        picture.blit(surfaces.rounded_outline(place.size, corner, px(line), colour("panel_line")), place)
        self._shine(picture, place, corner, (60, 26))
        if card.outline is not None:
            picture.blit(surfaces.rounded_outline(place.size, corner, px(3), pygame.Color(card.outline)), place)
        return picture

    def well(self, size: Size, radius: float) -> pygame.Surface:
        """Return the picture of a sunken surface, for example a tray or the background of a clock."""

        def draw() -> pygame.Surface:
            corner = self.px(radius)
            hole = surfaces.rounded(size, corner, self._theme.colour("well"))
            hole.blit(surfaces.rounded_outline(size, corner, self.px(2), self._theme.colour("well_line")), (0, 0))
            return hole

        return self._stored.get(("well", size, radius), draw)

    def plate(self, plate: Plate) -> pygame.Surface:

        def draw() -> pygame.Surface:
            corner = self.px(plate.radius)
            shape = surfaces.rounded(plate.size, corner, pygame.Color(plate.top), pygame.Color(plate.bottom))
            if plate.line is not None:
                line = pygame.Color(plate.line)
                shape.blit(surfaces.rounded_outline(plate.size, corner, self.px(2), line), (0, 0))
            return shape

        return self._stored.get(plate, draw)

    def focus_ring(self, size: Size, radius: float) -> pygame.Surface:
        """Return the picture of a ring that marks the item with the keyboard focus.

        The picture extends beyond the item by a margin of RING_MARGIN.
        """
        around = (size[0] + 2 * self.px(RING_MARGIN), size[1] + 2 * self.px(RING_MARGIN))
        thick = self.px(self._theme.measures.focus_line)

        def draw() -> pygame.Surface:
            return surfaces.rounded_outline(around, self.px(radius + RING_MARGIN), thick, self._theme.colour("focus"))

        return self._stored.get(("focus", around, radius), draw)

    def icon(self, name: str, colour: ColourLike, size: float) -> pygame.Surface:
        """Return the picture of the icon of that name in a colour. ``size`` is its side in design pixels."""
        tint = self._theme.words(colour)
        return self._stored.get(("icon", name, tuple(tint), size), lambda: draw_icon(name, self.px(size), tint))

    # Speech bubbles

    def bubble(self, size: Size, tail: Tail) -> pygame.Surface:
        """Return the picture of a speech bubble, which includes a margin of BUBBLE_MARGIN for its tail."""
        return self._stored.get(("bubble", size, tail), lambda: self._draw_bubble(size, tail))

    def _draw_bubble(self, size: Size, tail: Tail) -> pygame.Surface:
        px, colour = self.px, self._theme.colour
        margin, radius = px(BUBBLE_MARGIN), px(20)
        relief = self._blended(size, 20, _Relief(12, 8, 130, 0, colour("shadow")))
        picture = blank((size[0] + 2 * margin, size[1] + 2 * margin))
        picture.blit(relief, (margin - px(12), margin - px(12)))
        top, bottom = colour("bubble_top"), colour("bubble_bottom")
        if tail == "left":
            tip = pygame.transform.rotate(draw_tail((px(28), px(24)), True, top), 90)
            picture.blit(tip, (margin - px(20), margin + px(26)))
        else:
            tip = draw_tail((px(34), px(24)), tail == "up", top if tail == "up" else bottom)
            picture.blit(tip, (margin + px(46), margin - px(20) if tail == "up" else margin + size[1] - px(4)))
        picture.blit(surfaces.rounded(size, radius, top, bottom), (margin, margin))
        return picture

    # Buttons

    def button(self, button: ButtonFace) -> pygame.Surface:
        """Return the picture of a button with a margin of BUTTON_MARGIN.

        A pressed button has a lower face.
        """
        return self._stored.get(button, lambda: self._draw_button(button))

    def _draw_button(self, button: ButtonFace) -> pygame.Surface:
        px, shades = (
            self.px,
            self._hover_shades(self._shades(button.kind)) if button.hovered else self._shades(button.kind),
        )
        margin, radius = px(BUTTON_MARGIN), min(16, button.size[1] / 2 / self._scale)
        travel = round(px(_BUTTON_TRAVEL) * button.pressed)
        relief = _Relief(BUTTON_MARGIN, BUTTON_MARGIN, 130, _BUTTON_LIP - travel / self._scale, shades.lip)
        raised = self._blended(button.size, radius, relief)
        picture = blank((raised.get_width(), raised.get_height() + px(_BUTTON_TRAVEL)))
        picture.blit(raised, (0, travel))
        face = pygame.Rect((margin, margin + travel), button.size)
        picture.blit(surfaces.rounded(button.size, px(radius), shades.top, shades.face), face)
        inset = face.inflate(-2 * px(2), -2 * px(2))
        self._shine(picture, inset, px(radius - 2), (40 if button.kind in ("ghost", "flat") else 120, 14))
        line = px(self._theme.measures.button_line)
        if line:
            edge = surfaces.rounded_outline(face.size, px(radius), line, self._theme.colour("button_line"))
            picture.blit(edge, face)
        self._draw_label(picture, face, button, shades.text)
        if not button.enabled:
            surfaces.multiply(picture, (255, 255, 255, _OFF))
        if button.focused:
            outside = margin - px(RING_MARGIN)
            size = (button.size[0], button.size[1] + px(_BUTTON_LIP))
            picture.blit(self.focus_ring(size, radius), (outside, outside))
        return picture

    def _hover_shades(self, shades: Shades) -> Shades:
        """Return a button's colours while the pointer is over it: lighter, or darker if its face is nearly white."""
        light = self._theme.colour("shine" if brightness(shades.face) < _LIGHT_FACE else "ink")
        return replace(shades, top=shades.top.lerp(light, _LIT), face=shades.face.lerp(light, _LIT))

    def is_cut(self, label: str, width: int) -> bool:
        """Return True if a label is too wide for a button of that width, even in the smallest letters."""
        room = width - 2 * self.px(_LABEL_EDGE)
        return self._type.measure(label, "display", _SMALLEST_LABEL)[0] > room

    def _shades(self, kind: str | tuple[int, ...]) -> Shades:
        if isinstance(kind, tuple):
            return self._theme.shades(pygame.Color(kind))
        return self._theme.shades("amber" if kind == "primary" else kind)

    def _draw_label(self, picture: pygame.Surface, face: pygame.Rect, button: ButtonFace, colour: pygame.Color) -> None:
        """Draw a button's icon and label in its middle.

        A label that does not fit is drawn smaller, then without the icon, then shortened.
        """
        px, icon, label, measure = self.px, button.icon, button.label, self._type.measure
        room = face.width - 2 * px(_LABEL_EDGE)
        letters = button.grown or max(button.letters, self._grown_label(button, icon))
        side = px(letters * _ICON) if icon else 0
        gap = px(letters * _ICON_GAP) if icon and label else 0
        size = self._fitting_size(label, letters, room - side - gap)
        if icon and label and measure(label, "display", size)[0] > room - side - gap:
            icon, side, gap = "", 0, 0
            size = self._fitting_size(label, button.letters, room)
        label = self._type.fit(label, "display", size, room - side - gap) if label else ""
        words = measure(label, "display", size)[0] if label else 0
        left = face.centerx - (side + gap + words) // 2
        if icon:
            drawing = self.icon(icon, colour, letters * _ICON)
            picture.blit(drawing, drawing.get_rect(center=(round(left + side / 2), face.centery)))
        if label:
            place = (left + side + gap, face.centery + px(1))
            self._type.draw(picture, label, place, family="display", size=size, colour=colour, anchor="midleft")

    def labels_together(self, faces: Sequence[tuple[Size, str, float, str]]) -> tuple[float, bool]:
        """Return the common letter size for the labels of adjacent buttons, and whether their icons fit, too.

        Each face has its size in pixels, its label with its usual size, and its icon. The icons are dropped if labels
        would be smaller than usual, or could not grow to the player's text size, because of them.
        """
        key = tuple(faces)
        if key not in self._labels:
            self._labels[key] = self._fit_labels(
                [ButtonFace(size, label, "", letters, icon) for size, label, letters, icon in faces]
            )
        return self._labels[key]

    def _fit_labels(self, buttons: Sequence[ButtonFace]) -> tuple[float, bool]:
        beside = min(self._grown_label(button, button.icon) for button in buttons)
        alone = min(self._grown_label(button, "") for button in buttons)
        is_small = self._type.letters > 1 or beside < min(button.letters for button in buttons)
        has_better_words = is_small and alone >= _WORTH_THE_ICON * beside
        return (alone, False) if has_better_words else (beside, True)

    def _grown_label(self, button: ButtonFace, icon: str) -> float:
        """Return the largest letter size at which a button's label fits, next to its icon if one is given."""
        room = button.size[0] - 2 * self.px(_LABEL_EDGE)
        beside = _ICON + (_ICON_GAP if button.label else 0) if icon else 0
        largest = min(self._type.enlarged(button.letters), _LABEL_SHARE * button.size[1] / self._scale)
        size = float(int(max(largest, button.letters)))
        while size > _SMALLEST_LABEL:
            words = self._type.measure(button.label, "display", size)[0] if button.label else 0
            if words + self.px(size * beside) <= room:
                return size
            size -= 1
        return size

    def _fitting_size(self, label: str, size: float, room: int) -> float:
        while size > _SMALLEST_LABEL and self._type.measure(label, "display", size)[0] > room:
            size -= 1
        return size

    # Shadow and light

    def _blended(self, size: Size, radius: float, relief: _Relief) -> pygame.Surface:
        """Return a picture of the shadow and the lower rim of a raised panel.

        The panel's face is to be drawn on top of it, at (reach, reach).
        """
        px = self.px
        margin, drop, corner = px(relief.reach), px(relief.drop), px(radius)
        shade = self._theme.faded("shadow", relief.darkness)
        shadow = surfaces.shadow_of(surfaces.rounded_mask(size, corner), margin, shade)
        picture = blank((shadow.get_width(), shadow.get_height() + drop))
        picture.blit(shadow, (0, drop))
        if relief.lip:
            tall = (size[0], size[1] + px(relief.lip))
            picture.blit(surfaces.rounded(tall, corner, relief.lip_colour), (margin, margin))
        return picture

    def _shine(self, picture: pygame.Surface, place: pygame.Rect, corner: int, light: tuple[int, int]) -> None:
        """Draw the highlight along the top edge of a panel; ``light`` is its opacity and height (design pixels)."""
        white = self._theme.faded("shine", light[0])
        line = surfaces.rounded_outline(place.size, corner, self.px(2), white)
        picture.blit(surfaces.fading_down(line, self.px(light[1])), place)
