"""A field with one of several values, between two arrows that lead to the previous and the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import SharedSizes
from game.ui.widgets import keys
from game.ui.widgets.form import Box, Field, Form
from game.ui.widgets.tooltip import PointerShape

#: The width of an arrow in design pixels, and the letter sizes of the value.
_ARROW = 26.0
_SIZE, _SMALLEST = 16.0, 11.0
_LEFT_BUTTON = 1


@dataclass(frozen=True, slots=True)
class StepFieldUse:
    """What a step field shows and does. The functions read the value whenever the field is drawn."""

    word: Callable[[], str]
    """Returns the value as text."""
    step: Callable[[int], None]
    """Changes the value to the next one (1) or the previous one (-1)."""
    choose: Callable[[], None]
    """Opens a dialog with all values."""
    has_problem: Callable[[], bool] = lambda: False
    """Returns True if the value is impossible; the field then has a red edge."""


class StepField(Field):
    """A value between two arrows. Left and Right change it; Enter or a click on it opens a dialog with all values."""

    shape: PointerShape = "hand"

    def __init__(self, form: Form, place: Box, use: StepFieldUse, sizes: SharedSizes) -> None:
        """Add the field to a form. All fields with the same ``sizes`` have one letter size."""
        super().__init__(form, place, use.choose)
        self.use = use
        self._sizes = sizes
        self._by: int | None = None
        """The step at which the mouse button went down: -1 or 1 for an arrow, 0 for the value, None elsewhere."""

    def _arrow_rect(self, by: int) -> pygame.Rect:
        rect, width = self.rect, self.form.stage.px(_ARROW)
        return pygame.Rect(rect.x if by < 0 else rect.right - width, rect.y, width, rect.height)

    def _step_at(self, point: tuple[int, int]) -> int | None:
        """Return the step of the arrow at a point, 0 for the value, or None outside the field."""
        if not self.rect.collidepoint(point):
            return None
        return next((by for by in (-1, 1) if self._arrow_rect(by).collidepoint(point)), 0)

    def key(self, key: int) -> bool:
        """Change the value in response to Left or Right."""
        steps = {keys.LEFT: -1, keys.RIGHT: 1}
        if key not in steps:
            return False
        self.use.step(steps[key])
        return True

    def take(self, event: pygame.event.Event) -> bool:
        """Handle clicks: an arrow changes the value, a click on the value opens the list."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == _LEFT_BUTTON:
            self._by = self._step_at(event.pos)
            if self._by:
                self.use.step(self._by)
            return self._by is not None
        if event.type == pygame.MOUSEBUTTONUP and event.button == _LEFT_BUTTON:
            by, self._by = self._by, None
            if by == 0 and self._step_at(event.pos) == 0:
                self.use.choose()
            return by is not None
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw the value and the arrows."""
        pixels, rect = canvas.in_pixels, self.rect
        pixels.panels.well(*rect, radius=11)
        if self.use.has_problem():
            pixels.panels.plate(*rect, colour="well", radius=11, line="coral")
        point = self.form.pointer
        for by, sign in ((-1, "‹"), (1, "›")):
            arrow = self._arrow_rect(by)
            is_lit = point is not None and arrow.collidepoint(point)
            if is_lit:
                pixels.panels.light_up(*arrow, radius=11)
            middle = arrow.centerx, arrow.centery - canvas.px(2)
            colour = "cream" if is_lit else "amber"
            pixels.text(sign, *middle, family="display", size=24, colour=colour, anchor="center")
        canvas.share_sizes(self._draw_value, self._sizes)

    def _draw_value(self, canvas: Canvas) -> None:
        area = canvas.area(self.rect)
        canvas.text(
            self.use.word(), (area.left + area.right) / 2, (area.top + area.bottom) / 2, family="bold", size=_SIZE,
            colour="cream", anchor="center", width=area.width - 2 * _ARROW - 4, height=area.bottom - area.top,
            smallest=_SMALLEST,
        )  # fmt: skip
