"""Links to other scenes, drawn above the menu's cards as lanterns with names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button

#: Top, width and height of a link in design pixels, including its name.
_TOP, _WIDTH, _HEIGHT = 44.0, 188.0, 188.0
_LANTERN = 92.0


@dataclass(frozen=True, slots=True)
class MenuLink:
    """A link in the menu, drawn as a lantern above the cards, that opens another scene."""

    left: float
    """Left edge in design pixels."""
    title: str
    share: float = 1.0
    """Brightness of the lantern, 0 to 1."""

    def button(self, stage: Stage, open_room: Callable[[], None]) -> Button:
        """Return the button of the menu link, which draws only the focus ring.

        The lantern is part of the static picture.
        """
        return Button(stage.rect(self.left, _TOP, _WIDTH, _HEIGHT), "", open_room, paint=_draw_focus)

    def draw(self, canvas: Canvas) -> None:
        """Draw the lantern of the menu link, its light, and the name below it."""
        middle = self.left + _WIDTH / 2
        canvas.glow(middle, _TOP + 80, 300, "amber", 0.1 + 0.24 * self.share)
        canvas.lantern(middle, _TOP + 78, _LANTERN, self.share)
        canvas.text(
            self.title, middle, _TOP + _HEIGHT - 26, family="display", size=18, colour="cream",
            anchor="center", width=_WIDTH - 8, smallest=14, height=44, shadow=True,
        )  # fmt: skip


def _draw_focus(canvas: Canvas, button: Button, focused: bool) -> None:
    if focused:
        canvas.focus_ring(*button.rect, radius=18)
