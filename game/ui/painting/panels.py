"""What stands out from the page: cards, buttons and speech bubbles, each drawn once as a picture with its shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import pygame

from game.ui.painting import surfaces
from game.ui.painting.fitting import wished
from game.ui.painting.ornaments import draw_tail
from game.ui.painting.surfaces import Size, blank
from game.ui.painting.theme import Shades

if TYPE_CHECKING:
    from game.ui.painting.painter import Painter

#: Design pixels: how far a card's and a button's shadow reaches, which is also the margin of their pictures.
CARD_MARGIN, BUTTON_MARGIN, BUBBLE_MARGIN = 18, 8, 24
#: Where a speech bubble points.
Tail = Literal["up", "down", "left"]
#: The dark rim of an active card; the bulbs run along its middle.
MARQUEE_RIM = 11
_BUTTON_LIP, _BUTTON_TRAVEL = 5, 4
#: Letters of a label do not become smaller than this for want of room.
_SMALLEST_LABEL = 13
#: An icon, and the gap between it and the words, in parts of the letters' size.
_ICON, _ICON_GAP = 1.18, 0.4
#: By how much words must become larger without their icon for it to leave.
_WORTH_THE_ICON = 1.2
#: What a face leaves free beside its words, in design pixels.
_LABEL_EDGE = 10
#: Letters do not grow beyond this part of the face's height.
_LABEL_SHARE = 0.64
#: Opacity of a button that is off.
_OFF = 140


@dataclass(frozen=True, slots=True)
class Card:
    """How a card looks. ``look`` is "", "_active" or "_selected": the ending of its colours' roles."""

    size: Size
    radius: float
    lip: float
    look: str
    outline: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ButtonFace:
    """How a button looks; ``pressed`` is 0 to 1, ``letters`` the size of its words in design pixels."""

    size: Size
    label: str
    kind: str | tuple[int, ...]
    letters: float
    icon: str
    pressed: float = 0.0
    focused: bool = False
    enabled: bool = True
    grown: float = 0.0
    """The size to which the words of all buttons beside it grow; 0 when it stands alone."""


@dataclass(frozen=True, slots=True)
class _Relief:
    """How something stands out: its shadow's reach, drop (design pixels) and darkness (0 to 255), and its lip."""

    reach: float
    drop: float
    darkness: int
    lip: float
    lip_colour: pygame.Color


def _relief(painter: Painter, size: Size, radius: float, relief: _Relief) -> pygame.Surface:
    """The shadow and the lip of a rounded rectangle, which itself goes at (reach, reach)."""
    px = painter.px
    margin, drop, corner = px(relief.reach), px(relief.drop), px(radius)
    shade = painter.theme.faded("shadow", relief.darkness)
    shadow = surfaces.shadow_of(surfaces.rounded_mask(size, corner), margin, shade)
    picture = blank((shadow.get_width(), shadow.get_height() + drop))
    picture.blit(shadow, (0, drop))
    if relief.lip:
        tall = (size[0], size[1] + px(relief.lip))
        picture.blit(surfaces.rounded(tall, corner, relief.lip_colour), (margin, margin))
    return picture


def _shine(painter: Painter, picture: pygame.Surface, place: pygame.Rect, corner: int, light: tuple[int, int]) -> None:
    """The highlight along a top edge; ``light`` is its opacity and over how many design pixels it fades."""
    white = painter.theme.faded("shine", light[0])
    line = surfaces.rounded_outline(place.size, corner, painter.px(2), white)
    picture.blit(surfaces.fading_down(line, painter.px(light[1])), place)


def draw_card(painter: Painter, card: Card) -> pygame.Surface:
    """A card with a margin of CARD_MARGIN."""
    px, colour, line = painter.px, painter.theme.colour, painter.theme.measures.card_line
    picture = _relief(painter, card.size, card.radius, _Relief(CARD_MARGIN, 12, 150, card.lip, colour("lip")))
    place, corner = pygame.Rect((px(CARD_MARGIN), px(CARD_MARGIN)), card.size), px(card.radius)
    if card.look == "_active":
        picture.blit(surfaces.rounded(card.size, corner, colour("panel_active_rim")), place)
        place, corner = place.inflate(-2 * px(MARQUEE_RIM), -2 * px(MARQUEE_RIM)), px(card.radius - 8)
    top, bottom = colour(f"panel{card.look}_top"), colour(f"panel{card.look}_bottom")
    picture.blit(surfaces.rounded(place.size, corner, top, bottom), place)
    picture.blit(surfaces.rounded_outline(place.size, corner, px(line), colour("panel_line")), place)
    _shine(painter, picture, place, corner, (60, 26))
    if card.outline is not None:
        picture.blit(surfaces.rounded_outline(place.size, corner, px(3), pygame.Color(card.outline)), place)
    return picture


def draw_button(painter: Painter, button: ButtonFace) -> pygame.Surface:
    """A button with a margin of BUTTON_MARGIN round its face at rest; pressed, the face goes down onto the lip."""
    px, shades = painter.px, _shades(painter, button.kind)
    margin, radius = px(BUTTON_MARGIN), min(16, button.size[1] / 2 / painter.scale)
    travel = round(px(_BUTTON_TRAVEL) * button.pressed)
    relief = _Relief(BUTTON_MARGIN, BUTTON_MARGIN, 130, _BUTTON_LIP - travel / painter.scale, shades.lip)
    raised = _relief(painter, button.size, radius, relief)
    picture = blank((raised.get_width(), raised.get_height() + px(_BUTTON_TRAVEL)))
    picture.blit(raised, (0, travel))
    face = pygame.Rect((margin, margin + travel), button.size)
    picture.blit(surfaces.rounded(button.size, px(radius), shades.top, shades.face), face)
    inset = face.inflate(-2 * px(2), -2 * px(2))
    _shine(painter, picture, inset, px(radius - 2), (40 if button.kind in ("ghost", "flat") else 120, 14))
    line = px(painter.theme.measures.button_line)
    if line:
        edge = surfaces.rounded_outline(face.size, px(radius), line, painter.theme.colour("button_line"))
        picture.blit(edge, face)
    _draw_label(painter, picture, face, button, shades.text)
    if not button.enabled:
        surfaces.multiply(picture, (255, 255, 255, _OFF))
    if button.focused:
        whole = pygame.Rect((margin, margin), (button.size[0], button.size[1] + px(_BUTTON_LIP)))
        painter.focus_ring(picture, whole, radius)
    return picture


def _shades(painter: Painter, kind: str | tuple[int, ...]) -> Shades:
    if isinstance(kind, tuple):
        return painter.theme.shades(pygame.Color(kind))
    return painter.theme.shades("amber" if kind == "primary" else kind)


def _draw_label(
    painter: Painter, picture: pygame.Surface, face: pygame.Rect, button: ButtonFace, colour: pygame.Color
) -> None:
    """Icon and words in the middle of a face; words without room are smaller, then without the icon, then shortened."""
    px, icon, label = painter.px, button.icon, button.label
    room = face.width - 2 * px(_LABEL_EDGE)
    letters = max(button.letters, button.grown or _grown_label(painter, button, icon))
    side = px(letters * _ICON) if icon else 0
    gap = px(letters * _ICON_GAP) if icon and label else 0
    size = _fitting_size(painter, label, letters, room - side - gap)
    if icon and label and painter.measure(label, "display", size)[0] > room - side - gap:
        icon, side, gap = "", 0, 0
        size = _fitting_size(painter, label, button.letters, room)
    label = painter.fit(label, "display", size, room - side - gap) if label else ""
    words = painter.measure(label, "display", size)[0] if label else 0
    left = face.centerx - (side + gap + words) // 2
    if icon:
        painter.icon(picture, icon, (left + side / 2, face.centery), colour, letters * _ICON)
    if label:
        place = (left + side + gap, face.centery + px(1))
        painter.text(picture, label, place, family="display", size=size, colour=colour, anchor="midleft")


def fit_labels(painter: Painter, buttons: Sequence[ButtonFace]) -> tuple[float, bool]:
    """The size to which the labels of buttons that stand together grow, and whether their icons stay.

    Where larger words are wished the icons leave when the words would stay small for their sake.
    """
    beside = min(_grown_label(painter, button, button.icon) for button in buttons)
    alone = min(_grown_label(painter, button, "") for button in buttons)
    has_better_words = painter.letters > 1 and alone >= _WORTH_THE_ICON * beside
    return (alone, False) if has_better_words else (beside, True)


def _grown_label(painter: Painter, button: ButtonFace, icon: str) -> float:
    """The largest size of a label, with its icon or without; smaller than usual where that has no room either."""
    room = button.size[0] - 2 * painter.px(_LABEL_EDGE)
    beside = _ICON + (_ICON_GAP if button.label else 0) if icon else 0
    largest = min(wished(painter, button.letters), _LABEL_SHARE * button.size[1] / painter.scale)
    size = float(int(max(largest, button.letters)))
    while size > _SMALLEST_LABEL:
        words = painter.measure(button.label, "display", size)[0] if button.label else 0
        if words + painter.px(size * beside) <= room:
            return size
        size -= 1
    return size


def _fitting_size(painter: Painter, label: str, size: float, room: int) -> float:
    while size > _SMALLEST_LABEL and painter.measure(label, "display", size)[0] > room:
        size -= 1
    return size


def draw_bubble(painter: Painter, size: Size, tail: Tail) -> pygame.Surface:
    """A speech bubble with a margin of BUBBLE_MARGIN, which holds its tail."""
    px, colour = painter.px, painter.theme.colour
    margin, radius = px(BUBBLE_MARGIN), px(20)
    relief = _relief(painter, size, 20, _Relief(12, 8, 130, 0, colour("shadow")))
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
