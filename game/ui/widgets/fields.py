"""The fields of a form: lists, sliders, text fields and scrollable pages.

pygame_gui handles the pointer, the canvas draws the fields, and this module handles keys, which pygame_gui does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame
import pygame_gui
from pygame_gui.elements import UIHorizontalSlider, UISelectionList, UITextEntryLine, UIVerticalScrollBar

from game.core.plain_text import LONGEST_WORDS, drawable
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, Area, Stage
from game.ui.painting.surfaces import blank
from game.ui.painting.typesetter import SharedSizes, spread
from game.ui.widgets import keys
from game.ui.widgets.form import BAR_WIDTH, Box, Field, Form
from game.ui.widgets.tooltip import PointerShape

#: The height of a list row in design pixels, for the usual text size.
ROW_HEIGHT = 64

#: The scroll distance of an arrow key and of one wheel notch, as shares of the page's visible height.
_NUDGE = 0.15
#: The free space above and below a slider's track, as a share of its height.
_TRACK_INSET = 0.32


#: Draws a list row on a canvas, given its index and the top of the row in design pixels.
DrawRow = Callable[[Canvas, int, float], None]


class _Rows(UISelectionList):
    """The rows and the scroll bar of a list.

    Unlike pygame_gui's scroll bar, this one scales with the window.
    """

    def __init__(self, rect: pygame.Rect, rows: int, form: Form, row_height: int) -> None:
        """Create a list with empty rows.

        Their text is drawn later, because pygame_gui cuts it without an ellipsis.
        """
        self._row_height, self._bar_width = row_height, form.stage.px(BAR_WIDTH)
        super().__init__(rect, [""] * rows, form.manager)

    def rebuild(self) -> None:
        """Build the rows of the list and its scroll bar."""
        self.list_item_height = self._row_height
        self.scroll_bar_width = self._bar_width
        super().rebuild()


class ListField(Field):
    """A list with one selected row, changed by keys or a click. Enter and a double click call ``press``."""

    def __init__(
        self,
        form: Form,
        place: Box,
        rows: int,
        *,
        chosen: int,
        draw_row: DrawRow,
        press: Callable[[], None],
        on_choose: Callable[[int], None],
        row_height: float = 0.0,
        headings: Mapping[int, str] | None = None,
    ) -> None:
        """Add a list to a form. Its headings cannot be selected.

        ``row_height`` is in design pixels; 0 means the usual height.
        """
        super().__init__(form, place, press)
        self._on_choose, self._headings = on_choose, headings or {}
        height = form.stage.px(row_height or ROW_HEIGHT * spread(form.paintbox.typesetter.letters))
        self._shown = max(1, self.rect.height // height)
        if rows > self._shown:  # no row is cut at the end of the list
            self.rect.height = self._shown * height
        self._draw_row = draw_row
        self._sizes = SharedSizes()
        self._list = _Rows(self.rect, rows, form, height)
        self.chosen = chosen
        self._show(max(0, min(rows - 1, chosen + self._shown // 2)))
        self.choose(chosen)

    @property
    def reachable(self) -> bool:
        """True if the list has rows."""
        return bool(self._list.item_list)

    def choose(self, row: int) -> None:
        """Select a row of the list and scroll it into view.

        Instead of a heading, select the row beyond it.
        """
        came_down = row >= self.chosen
        while row in self._headings:
            row += 1 if came_down or row == 0 else -1
        self.chosen = row
        for number, item in enumerate(self._list.item_list):
            item["selected"] = number == row
        self._show(row - 1 if row - 1 in self._headings else row)
        self._show(row)

    def _show(self, row: int) -> None:
        bar = self._list.scroll_bar
        if bar is None:
            return
        height, whole = self._list.list_item_height, self._list.total_height_of_list
        top = bar.start_percentage * whole
        wanted = min(row * height, max(top, (row + 1 - self._shown) * height))
        if wanted != top:
            bar.set_scroll_from_start_percentage(wanted / whole)

    def key(self, key: int) -> bool:
        """Move the list's selection in response to a key; return True if the key moves it. It stops at the ends."""
        page = max(1, self._shown - 1)
        last = len(self._list.item_list) - 1
        moves = {
            keys.UP: self.chosen - 1,
            keys.DOWN: self.chosen + 1,
            keys.PAGE_UP: self.chosen - page,
            keys.PAGE_DOWN: self.chosen + page,
            keys.FIRST: 0,
            keys.LAST: last,
        }
        if key not in moves:
            return False
        self.choose(max(0, min(last, moves[key])))
        return True

    def take(self, event: pygame.event.Event) -> bool:
        """Handle clicks on the list, which select a row. A second click does not deselect it."""
        if event.type == pygame_gui.UI_BUTTON_DOUBLE_CLICKED and self._can_be_chosen(self._row_of(event.ui_element)):
            self.stop.press()
            return False
        if getattr(event, "ui_element", None) is not self._list or event.type not in (
            pygame_gui.UI_SELECTION_LIST_NEW_SELECTION,
            pygame_gui.UI_SELECTION_LIST_DROPPED_SELECTION,
        ):
            return False
        selected = next((number for number, item in enumerate(self._list.item_list) if item["selected"]), None)
        self.choose(selected if selected is not None and self._can_be_chosen(selected) else self.chosen)
        return True

    def _row_of(self, element: object) -> int | None:
        """Return the index of the row that a pygame_gui element represents, or None."""
        rows = enumerate(self._list.item_list)
        return next((number for number, item in rows if item["button_element"] is element), None)

    def _can_be_chosen(self, row: int | None) -> bool:
        return row is not None and row not in self._headings

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the pointer shape over the list: a hand over a row that can be selected, else an arrow."""
        elements = [item["button_element"] for item in self._list.item_list]
        hit = next((each for each in elements if each is not None and each.rect.collidepoint(point)), None)
        return "hand" if hit is not None and self._can_be_chosen(self._row_of(hit)) else "arrow"

    def notify(self) -> None:
        """Report the selected row of the list to its callback."""
        self._on_choose(self.chosen)

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible rows of the list; texts of the same kind have one letter size in all rows."""
        clip = canvas.target.get_clip()
        canvas.target.set_clip(self.rect.clip(clip))
        canvas.share_sizes(self._draw_rows, self._sizes)
        canvas.target.set_clip(clip)

    def _draw_rows(self, canvas: Canvas) -> None:
        pixels = canvas.in_pixels
        for number, item in enumerate(self._list.item_list):
            element = item["button_element"]
            if element is None or not element.rect.colliderect(self.rect):
                continue
            if number in self._headings:
                self._draw_heading(canvas, self._headings[number], canvas.area(element.rect))
            else:
                self._draw_plate(pixels, element.rect, number, element.hovered)
                self._draw_row(canvas, number, canvas.area(element.rect).top)

    def _draw_heading(self, canvas: Canvas, words: str, area: Area) -> None:
        """Draw the heading above a group of rows, with a line to its right."""
        middle, height = area.top + canvas.tall(40), canvas.tall(32)
        place = canvas.text(
            words, area.left + 8, middle, family="display", size=19, colour="mist", anchor="midleft",
            width=area.width - 40, height=height,
        )  # fmt: skip
        start = place.right + 14
        canvas.panels.level_line(start, middle + 2, area.right - 16 - start, "row_line")

    def _draw_plate(self, canvas: Canvas, rect: pygame.Rect, number: int, hovered: bool) -> None:
        px = canvas.px
        plate = pygame.Rect(rect.x, rect.y + px(3), rect.width - px(4), rect.height - px(6))
        if number == self.chosen:
            top, bottom = "panel_selected_top", "panel_selected_bottom"
            canvas.panels.plate(*plate, colour=top, bottom=bottom, radius=14, line="amber")
        elif hovered:
            canvas.panels.plate(*plate, colour="ghost_top", bottom="ghost", radius=14)
        elif number % 2 == 0:
            canvas.panels.row_plate(*plate, radius=14)


@dataclass(frozen=True, slots=True)
class Span:
    """The range of a slider: numbers from ``low`` up to ``high`` in steps."""

    low: float
    high: float
    step: float

    def nearest(self, number: float) -> float:
        """Return the number in the slider's range that is nearest to ``number``."""
        steps = round((number - self.low) / self.step)
        return max(self.low, min(self.high, self.low + steps * self.step))


class SliderField(Field):
    """A slider for a number. The arrow keys move it by a step, Home and End to its ends."""

    shape: PointerShape = "hand"
    ring_radius = 16.0

    def __init__(self, form: Form, place: Box, span: Span, value: float, on_move: Callable[[float], None]) -> None:
        super().__init__(form, place)
        self._span, self._on_move = span, on_move
        self.value = span.nearest(value)
        # Floats throughout: pygame_gui truncates integers instead of rounding them.
        ends = (float(span.low), float(span.high))
        self._slider = UIHorizontalSlider(self.rect, float(self.value), ends, form.manager)

    def show(self, value: float) -> None:
        """Move the slider's knob to a value."""
        self.value = self._span.nearest(value)
        self._slider.set_current_value(float(self.value))

    def key(self, key: int) -> bool:
        """Change the slider's value in response to an arrow, Home or End key."""
        values = {
            keys.LEFT: self.value - self._span.step,
            keys.RIGHT: self.value + self._span.step,
            keys.FIRST: self._span.low,
            keys.LAST: self._span.high,
        }
        if key not in values:
            return False
        self.show(values[key])
        return True

    def take(self, event: pygame.event.Event) -> bool:
        """Handle dragging of the slider's knob, and clicks on its track, which move the knob there."""
        before = self.value
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self._slider:
            self.value = self._span.nearest(event.value)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._on_track(event.pos):
            knob = self._knob.width
            share = (event.pos[0] - self.rect.x - knob / 2) / (self.rect.width - knob)
            self.show(self._span.low + share * (self._span.high - self._span.low))
        return self.value != before

    def notify(self) -> None:
        """Report the slider's new value to its callback."""
        self._on_move(self.value)

    def _on_track(self, point: tuple[int, int]) -> bool:
        return self.rect.collidepoint(point) and not self._knob.collidepoint(point)

    @property
    def _knob(self) -> pygame.Rect:
        knob = self._slider.sliding_button
        assert knob is not None
        return pygame.Rect(knob.rect)

    def draw(self, canvas: Canvas) -> None:
        """Draw the slider's track, which is amber up to the knob."""
        pixels, px = canvas.in_pixels, canvas.px
        track = self.rect.inflate(0, -2 * round(self.rect.height * _TRACK_INSET))
        radius = track.height / 2 / canvas.paintbox.scale
        pixels.panels.well(*track, radius=radius)
        knob = self._knob
        filled = pygame.Rect(track.x, track.y, knob.centerx - track.x, track.height)
        pixels.panels.plate(*filled.inflate(-px(4), -px(4)), colour="amber", radius=radius)
        hovered = self._slider.sliding_button is not None and self._slider.sliding_button.hovered
        pixels.panels.button(*knob.inflate(0, -px(6)), label="", kind="cream", hovered=hovered)


class _Entry(UITextEntryLine):
    """A text line that rejects characters missing from all fonts, and truncates text that is too long."""

    def process_event(self, event: pygame.event.Event) -> bool:
        """Handle typing in the text line and pasting into it.

        pygame_gui would insert undrawable characters from the clipboard, and reject text that is too long.
        """
        if event.type == pygame.TEXTINPUT:
            event = self._typed(event.text)
        elif event.type == pygame.KEYDOWN and self.is_focused and _is_paste(event):
            event = self._typed(pygame.scrap.get_text())
        return bool(super().process_event(event))

    def _typed(self, letters: str) -> pygame.event.Event:
        most = self.length_limit or LONGEST_WORDS
        return pygame.event.Event(pygame.TEXTINPUT, text=drawable(" ".join(letters[: 4 * most].splitlines())))


def _is_paste(event: pygame.event.Event) -> bool:
    return event.key in keys.PASTE.with_ctrl and bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))


class EntryField(Field):
    """A field for one line of text, which reports every change."""

    shape: PointerShape = "text"

    def __init__(
        self,
        form: Form,
        place: Box,
        words: str,
        longest: int,
        *,
        on_write: Callable[[str], None],
        on_enter: Callable[[], None] | None = None,
        is_hidden: bool = False,
    ) -> None:
        """Add a text field to a form; ``is_hidden`` (for passwords) conceals the text and disables copying."""
        super().__init__(form, place)
        self._on_write, self._on_enter = on_write, on_enter
        self._left_at = len(words)
        self._entry = _Entry(self.rect, form.manager, initial_text=drawable(words))
        self._entry.set_text_length_limit(longest)
        self._entry.set_text_hidden(is_hidden)  # type: ignore[no-untyped-call]
        self._known = self.words
        """The text of the field as it was last shown or reported."""

    @property
    def words(self) -> str:
        """The text of the field."""
        return self._entry.get_text()

    def show(self, words: str) -> None:
        """Replace the text of the field."""
        if drawable(words) != self.words:
            self._entry.set_text(drawable(words))
            self._left_at, self._known = len(self.words), self.words

    def select_all(self) -> None:
        """Select the whole text of the field, so that the first typed character replaces it."""
        self._entry.select_range = [0, len(self.words)]

    @property
    def caret(self) -> int:
        """The caret's position as a character index; it is remembered while the field has no focus."""
        return int(self._entry.edit_position) if self._entry.is_focused else self._left_at

    @caret.setter
    def caret(self, letters: int) -> None:
        self._left_at = min(letters, len(self.words))
        self._entry.select_range = [0, 0]
        self._entry.edit_position = self._left_at
        self._entry.cursor_has_moved_recently = True

    @property
    def is_typed_in(self) -> bool:
        """True while typed characters go to this text field."""
        return bool(self._entry.is_focused)

    def follow_focus(self, has_focus: bool) -> None:
        """Synchronize pygame_gui's focus with the form's focus: the text field has both or neither."""
        if has_focus and not self._entry.is_focused:
            self.form.manager.set_focus_set(self._entry)
            self.caret = self._left_at
        elif not has_focus and self._entry.is_focused:
            self._left_at = self.caret
            self.form.manager.set_focus_set(None)

    def key(self, key: int) -> bool:
        """Handle Enter in the text field, if an action is set for it."""
        if self._on_enter is None or key not in keys.ENTER:
            return False
        self._on_enter()
        return True

    def take(self, event: pygame.event.Event) -> bool:
        """Handle typing in the text field, and report a changed text in the same frame.

        pygame_gui itself would report the change one frame later, when the field may have been rebuilt.
        """
        before, self._known = self._known, self.words
        return self._known != before

    def notify(self) -> None:
        """Report the new text of the field to its callback."""
        self._on_write(self.words)


class PageField(Field):
    """A scrollable page. The arrow, Page, Home and End keys and the mouse wheel scroll it."""

    ring_room = 8.0

    def __init__(self, form: Form, place: Box) -> None:
        """Place the page in a form.

        The scroll bar covers the right edge, where the page should leave space.
        """
        super().__init__(form, place)
        self._picture: pygame.Surface | None = None
        self._bar: UIVerticalScrollBar | None = None

    def show(self, paint: Callable[[Canvas], float]) -> None:
        """Show a page from its top. ``paint`` draws the page at (0, 0) and returns its height in design pixels."""
        scale = self.form.stage.scale
        stage = Stage((round(DESIGN_WIDTH * scale), round(DESIGN_HEIGHT * scale)))
        trial = Canvas(blank((1, 1)), stage, self.form.paintbox)
        picture = blank((self.rect.width, stage.px(paint(trial))))
        paint(trial.onto(picture))
        if self._bar is not None:
            self._bar.kill()  # type: ignore[no-untyped-call]
            self._bar = None
        self._picture = picture
        if picture.get_height() > self.rect.height:
            width = self.form.stage.px(BAR_WIDTH)
            place = pygame.Rect(self.rect.right - width, self.rect.y, width, self.rect.height)
            self._bar = UIVerticalScrollBar(place, self.rect.height / picture.get_height(), self.form.manager)

    @property
    def reachable(self) -> bool:
        """True if the page is taller than the field, so that it can be scrolled."""
        return self._bar is not None

    def _scroll(self, to: float) -> None:
        assert self._bar is not None
        self._bar.set_scroll_from_start_percentage(max(0.0, min(1 - self._bar.visible_percentage, to)))

    def key(self, key: int) -> bool:
        """Scroll the page in response to an arrow, Page, Home or End key."""
        if self._bar is None:
            return False
        start, seen = self._bar.start_percentage, self._bar.visible_percentage
        places = {
            keys.UP: start - seen * _NUDGE,
            keys.DOWN: start + seen * _NUDGE,
            keys.PAGE_UP: start - seen,
            keys.PAGE_DOWN: start + seen,
            keys.FIRST: 0.0,
            keys.LAST: 1.0,
        }
        if key in places:
            self._scroll(places[key])
        return key in places

    def take(self, event: pygame.event.Event) -> bool:
        """Handle the mouse wheel, which scrolls the page under the pointer."""
        if event.type != pygame.MOUSEWHEEL or self._bar is None or not self.rect.collidepoint(pygame.mouse.get_pos()):
            return False
        self._scroll(self._bar.start_percentage - event.y * self._bar.visible_percentage * _NUDGE)
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible part of the page."""
        if self._picture is None:
            return
        start = self._bar.start_percentage if self._bar else 0.0
        shown = pygame.Rect(0, round(start * self._picture.get_height()), *self.rect.size)
        canvas.target.blit(self._picture, self.rect, shown)
