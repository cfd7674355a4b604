"""Tooltips of buttons, and the shape of the mouse pointer."""

from __future__ import annotations

from typing import Literal

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Block
from game.ui.widgets.buttons import Button
from game.ui.widgets.commands import first_key
from game.ui.widgets.keys import key_name

#: The pointer: a hand over clickable things, an I-beam over text, a cross where a stone can be placed.
PointerShape = Literal["arrow", "hand", "text", "cross"]

#: Seconds that the pointer has to stay on a button before its tooltip appears.
REST_SECONDS = 0.6
_WIDTH, _MOST_LINES = 300.0, 5
_SIZE, _EDGE, _AWAY = 14.0, 10.0, 10.0


def tooltip_text(button: Button, *, is_cut: bool = False) -> str:
    """Return the text of a button's tooltip.

    It has the button's name and key, unless both are visible on it, and the reason why the button is disabled.
    """
    use = button.command.use if button.command is not None else None
    key = first_key(use) if use is not None else key_name(button.keys[0]) if button.keys else ""
    is_named = bool(button.tip) or not button.label or is_cut
    name = button.tip or button.label
    text = _("{key}: {words}", key=key, words=name) if key and name else (name if is_named else "") or key
    return "\n".join(part for part in (text, "" if button.enabled else button.why) if part)


class Tooltip:
    """The tooltip of the button under the pointer. It appears after a short delay and disappears with any input."""

    def __init__(self) -> None:
        self._place: tuple[int, ...] | None = None
        self._rested = 0.0
        self._is_over = False
        """True after any input, when no tooltip is shown until the pointer moves to another button."""

    @property
    def is_shown(self) -> bool:
        """True while the tooltip is shown."""
        return self._place is not None and not self._is_over and self._rested >= REST_SECONDS

    def aim(self, button: Button | None) -> None:
        """Set which button is under the pointer (None for none), so that its tooltip appears."""
        place = None if button is None else tuple(button.rect)
        if place != self._place:
            self._place, self._rested, self._is_over = place, 0.0, False

    def hide_tooltip(self) -> bool:
        """Hide the tooltip until the pointer moves to another button; return True if it was visible."""
        was_shown, self._is_over = self.is_shown, True
        return was_shown

    def tick(self, seconds: float) -> bool:
        """Advance the tooltip's delay by some seconds; return True if the tooltip appears now."""
        if self._place is None or self._is_over or self._rested >= REST_SECONDS:
            return False
        self._rested += seconds
        return self.is_shown

    def draw(self, canvas: Canvas, button: Button | None) -> None:
        """Draw the tooltip below the button, or above it at the lower edge of the window."""
        if button is None or not self.is_shown:
            return
        is_cut = button.paint is None and canvas.paintbox.panels.is_cut(button.label, button.rect.width)
        text = tooltip_text(button, is_cut=is_cut)
        if text:
            block = canvas.block(text, _WIDTH - 2 * _EDGE, _MOST_LINES, size=_SIZE)
            _draw_near(canvas, button.rect, block)


def _draw_near(canvas: Canvas, rect: pygame.Rect, block: Block) -> None:
    pixels, px = canvas.in_pixels, canvas.px
    widest = max(canvas.typesetter.measure(line, block.family, block.size)[0] for line in block.lines)
    plate = pygame.Rect(0, 0, widest + 2 * px(_EDGE), px(block.height) + px(_EDGE))
    plate.midtop = (rect.centerx, rect.bottom + px(_AWAY))
    screen = canvas.target.get_rect().inflate(-2 * px(4), -2 * px(4))
    if plate.bottom > screen.bottom:
        plate.bottom = rect.top - px(_AWAY)
    plate.clamp_ip(screen)
    pixels.panels.plate(*plate, colour="well", radius=10)
    pixels.panels.plate(*plate, colour="panel_bottom", radius=10, line="row_line")
    area = canvas.area(plate)
    top = area.top + _EDGE / 2
    canvas.draw_block(block, (area.left + area.right) / 2, top, "cream", "midtop")
