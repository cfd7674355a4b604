"""The door to the lantern room: a lantern that hangs from the string of lights over the menu."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button

#: Its place in design pixels, with the words below it.
_LEFT, _TOP, _WIDTH, _HEIGHT = 1058.0, 44.0, 188.0, 188.0
_MIDDLE, _LANTERN = _LEFT + _WIDTH / 2, 92.0


def lantern_door(stage: Stage, open_room: Callable[[], None]) -> Button:
    """The button; what it looks like is part of the still picture."""
    return Button(stage.rect(_LEFT, _TOP, _WIDTH, _HEIGHT), "", open_room, paint=_draw_focus)


def draw_lantern_door(canvas: Canvas) -> None:
    """Draw the lantern with its light, and the name below it."""
    canvas.glow(_MIDDLE, _TOP + 80, 300, "amber", 0.34)
    canvas.lantern(_MIDDLE, _TOP + 78, _LANTERN, 1.0)
    canvas.text(
        _("The lantern room"), _MIDDLE, _TOP + _HEIGHT - 26, family="display", size=18, colour="cream",
        anchor="center", width=_WIDTH - 8, smallest=14, height=44, shadow=True,
    )  # fmt: skip


def _draw_focus(canvas: Canvas, button: Button, focused: bool) -> None:
    if focused:
        canvas.focus_ring(*button.rect, radius=18)
