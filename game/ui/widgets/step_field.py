"""A field with one of several values, between two arrows that lead to the previous and the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.painting.canvas import Canvas
from game.ui.widgets import keys
from game.ui.widgets.form import Box, Field, Form
from game.ui.widgets.tooltip import PointerShape

#: The part of the field's width that its caption takes, and the width of an arrow in design pixels.
_CAPTION_SHARE, _ARROW = 0.43, 34.0
_CAPTION_SIZE, _VALUE_SIZE, _SMALLEST = 15.0, 16.0, 11.0
_LEFT_BUTTON = 1


@dataclass(frozen=True, slots=True)
class StepFieldUse:
    """What a step field shows and does. The functions read the value whenever the field is drawn."""

    caption: str
    word: Callable[[], str]
    """Returns the value as text."""
    step: Callable[[int], None]
    """Changes the value to the next one (1) or the previous one (-1)."""
    choose: Callable[[], None]
    """Opens a dialog with all values."""
    has_problem: Callable[[], bool] = lambda: False
    """Returns True if the value is impossible; the field then has a red edge."""


class StepField(Field):
    """A caption, and a value between two arrows. Left and Right change it; Enter or a click on it opens a list."""

    shape: PointerShape = "hand"

    def __init__(self, form: Form, place: Box, use: StepFieldUse) -> None:
        super().__init__(form, place, use.choose)
        self.use = use
        self._by: int | None = None
        """The step at which the mouse button went down: -1 or 1 for an arrow, 0 for the value, None elsewhere."""

    @property
    def _value_rect(self) -> pygame.Rect:
        left = self.rect.x + round(self.rect.width * _CAPTION_SHARE)
        return pygame.Rect(left, self.rect.y, self.rect.right - left, self.rect.height)

    def _arrow_rect(self, by: int) -> pygame.Rect:
        value, width = self._value_rect, self.form.stage.px(_ARROW)
        return pygame.Rect(value.x if by < 0 else value.right - width, value.y, width, value.height)

    def _step_at(self, point: tuple[int, int]) -> int | None:
        """Return the step of the arrow at a point, 0 for the value or the caption, or None outside the field."""
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
        """Draw the caption, the value and the arrows."""
        pixels, use, rect = canvas.in_pixels, self.use, self._value_rect
        wrong = use.has_problem()
        row, area = canvas.area(self.rect), canvas.area(rect)
        middle, height = (row.top + row.bottom) / 2, row.bottom - row.top
        canvas.text(
            use.caption, row.left + 2, middle, family="bold", size=_CAPTION_SIZE,
            colour="coral" if wrong else "mist", anchor="midleft", width=area.left - row.left - 10, height=height,
            smallest=_SMALLEST,
        )  # fmt: skip
        pixels.panels.well(*rect, radius=11)
        if wrong:
            pixels.panels.plate(*rect, colour="well", radius=11, line="coral")
        point = self.form.pointer
        for by, sign in ((-1, "‹"), (1, "›")):
            arrow = self._arrow_rect(by)
            is_lit = point is not None and arrow.collidepoint(point)
            if is_lit:
                pixels.panels.light_up(*arrow, radius=11)
            pixels.text(
                sign, arrow.centerx, arrow.centery - canvas.px(2), family="display", size=24,
                colour="cream" if is_lit else "amber", anchor="center",
            )  # fmt: skip
        canvas.text(
            use.word(), area.left + area.width / 2, middle, family="bold", size=_VALUE_SIZE,
            colour="cream", anchor="center", width=area.width - 2 * _ARROW - 4, height=height, smallest=_SMALLEST,
        )  # fmt: skip
