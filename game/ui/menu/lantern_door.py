"""The door to the lantern room: a lantern that hangs from the string of lights over the menu."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button

#: Its place in design pixels, with the words below it.
_PLACE = (1064.0, 44.0, 176.0, 188.0)
_LANTERN = 92.0


def lantern_door(stage: Stage, open_room: Callable[[], None]) -> Button:
    """The button; it is drawn as the lantern with its name."""
    return Button(stage.rect(*_PLACE), "", open_room, paint=_paint)


def _paint(canvas: Canvas, button: Button, focused: bool) -> None:
    """Draw the wire, the lantern with its light, and the name; ``canvas`` is in pixels."""
    x, y, width, height = button.rect
    middle, px = x + width / 2, canvas.px
    canvas.glow(middle, y + px(80), px(300), "amber", 0.34)
    canvas.lantern(middle, y + px(78), px(_LANTERN), 1.0)
    canvas.text(
        _("The lantern room"), middle, y + height - px(26), family="display", size=18, colour="cream",
        anchor="center", width=width - px(8), height=px(44), shadow=True,
    )  # fmt: skip
    if focused:
        canvas.focus_ring(x, y, width, height, radius=18)
