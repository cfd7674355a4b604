"""Forms: pygame_gui's fields, drawn in the look and scale of this program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import pygame
import pygame_gui
from pygame_gui.core import UIAppearanceTheme, UIFontDictionary

from game.core.language import own_name
from game.ui.painting.canvas import Canvas
from game.ui.painting.discs import hex_of
from game.ui.painting.fonts import font_file
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import Stage
from game.ui.painting.theme import Theme
from game.ui.painting.typesetter import Typesetter, spread
from game.ui.widgets.buttons import Button, ChoiceButton, Controls
from game.ui.widgets.field_font import FieldFont
from game.ui.widgets.tooltip import PointerShape

#: A rectangle in design pixels: left, top, width, height.
Box = tuple[float, float, float, float]
#: The width of a scroll bar in design pixels.
BAR_WIDTH = 12

_CLEAR = "#00000000"
#: The name of the fields' font in pygame_gui.
_FONT = "field"
#: The form theme of each typesetter, cached because reading it takes longer than building a form.
_THEMES: WeakKeyDictionary[Typesetter, UIAppearanceTheme] = WeakKeyDictionary()
_BACKGROUNDS = ("dark_bg", "normal_bg", "hovered_bg", "selected_bg", "active_bg", "disabled_bg")
_BORDERS = ("normal_border", "hovered_border", "selected_border", "active_border", "disabled_border")


def form_theme(theme: Theme, stage: Stage, letters: float = 1.0) -> dict[str, Any]:
    """Return this program's colours and fonts as a theme of pygame_gui.

    Each element gets fonts and other settings of its own, because pygame_gui's defaults do not cover them. Parts that a
    field draws itself (rows, tracks, knobs) are transparent. ``letters`` is the player's text size factor.
    """

    def colour(name: str) -> str:
        return hex_of(theme.colour(name))

    def words(name: str) -> str:
        return hex_of(theme.words(name))

    colours = {
        "dark_bg": colour("well"),
        "normal_bg": colour("panel_top"),
        "hovered_bg": colour("ghost_top"),
        "selected_bg": colour("amber"),
        "normal_border": colour("row_line"),
        "hovered_border": words("cream"),
        "selected_border": colour("amber"),
        "normal_text": words("cream"),
        "hovered_text": words("cream"),
        "selected_text": colour("amber_text"),
        "disabled_text": words("mist"),
        "text_cursor": words("amber"),
    }
    font = {"name": _FONT, "regular_path": str(font_file("text")), "size": str(_letter_pixels(stage, letters))}
    rounded = {"shape": "rounded_rectangle", "border_width": "2", "shadow_width": "0"}
    # With a larger corner radius pygame_gui warns about such a slim scroll bar.
    big, small = str(stage.px(12)), str(stage.px(BAR_WIDTH) // 2 - 2)
    invisible = {
        "colours": dict.fromkeys((*_BACKGROUNDS, *_BORDERS), _CLEAR),
        "misc": {"border_width": "0", "shadow_width": "0"},
    }
    bar = dict.fromkeys(("normal_bg", "normal_border"), colour("row_line")) | {"hovered_bg": words("mist")}
    bar |= dict.fromkeys(("active_bg", "selected_bg"), words("cream"))
    slim = {**rounded, "border_width": "0", "shape_corner_radius": small, "enable_arrow_buttons": "0"}
    return {
        "defaults": {"colours": colours},
        "text_entry_line": {
            "font": font,
            "misc": {**rounded, "shape_corner_radius": big, "padding": f"{stage.px(12)},{stage.px(6)}"},
        },
        "selection_list": invisible,
        "selection_list.button": invisible,
        "horizontal_slider": _with_misc(invisible, enable_arrow_buttons="0", sliding_button_width=str(stage.px(34))),
        "horizontal_slider.button": invisible,
        "vertical_scroll_bar": {"colours": {"dark_bg": colour("well"), "normal_border": colour("well")}, "misc": slim},
        "vertical_scroll_bar.button": {"colours": bar, "misc": slim},
    }


def _with_misc(element: dict[str, Any], **misc: str) -> dict[str, Any]:
    return {**element, "misc": {**element["misc"], **misc}}


def _letter_pixels(stage: Stage, letters: float) -> int:
    return max(12, stage.px(17 * spread(letters)))


def _lend_letters(manager: pygame_gui.UIManager, theme: Theme, pixels: int) -> None:
    """Make pygame_gui draw text with this program's font, which has every character, instead of a font file."""
    family = theme.family_for("text", own_name())
    fonts = manager.get_theme().get_font_dictionary()
    assert isinstance(fonts, UIFontDictionary)
    fonts.find_font_resource(pixels, _FONT).loaded_font = FieldFont(theme.font(family, pixels))


class _FormGui(pygame_gui.UIManager):
    """The pygame_gui manager of a form."""

    def __init__(self, typesetter: Typesetter, stage: Stage) -> None:
        self._typesetter, self._stage = typesetter, stage
        super().__init__(stage.size, enable_live_theme_updates=False)

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:
        """Return a pygame_gui theme for the form, cached per theme and scale."""
        theme = _THEMES.get(self._typesetter)
        if theme is None:
            theme = super().create_new_theme(form_theme(self._typesetter.theme, self._stage, self._typesetter.letters))
            _THEMES[self._typesetter] = theme
        return theme


class Form:
    """The fields of a scene at one window size. They share the keyboard focus with the scene's buttons.

    A form adds to pygame_gui's elements a place in the focus order, keyboard support and the look of this program.
    """

    def __init__(self, paintbox: Paintbox, stage: Stage, controls: Controls) -> None:
        self.paintbox, self.stage, self._controls = paintbox, stage, controls
        self.manager = _FormGui(paintbox.typesetter, stage)
        _lend_letters(self.manager, paintbox.theme, _letter_pixels(stage, paintbox.typesetter.letters))
        self._look = 0
        self.fields: list[Field] = []
        self.main: Field | None = None
        """The field that receives keys while no button visibly has the focus."""

    @property
    def pointer(self) -> tuple[int, int] | None:
        """The position of the mouse pointer; None while it is outside the window."""
        return self._controls.pointer

    # Focus and keys

    def stops(self) -> list[Button]:
        """Return an invisible button for each usable field, so that the Tab key can reach the field.

        They go before the scene's own buttons.
        """
        return [field.stop for field in self.fields if field.reachable]

    def focus_main(self) -> None:
        """Give the keyboard focus to the form's main field, if it can be used."""
        if self.main is not None and self.main.stop in self._controls.buttons:
            self._controls.focus(self.main.stop)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event in the form. Keys go to the field with the focus.

        Return True if the event was used.
        """
        if event.type == pygame.KEYDOWN and self._key(event.key):
            return True
        used = event.type == pygame.MOUSEBUTTONDOWN and self._focus_clicked(event.pos)
        used |= self.manager.process_events(event)
        for field in self.fields:
            if field.take(event):
                used = True
                field.notify()
        return used

    def _key(self, key: int) -> bool:
        field = self._field_for_keys()
        if field is None or not field.key(key):
            return False
        field.notify()
        return True

    def _field_for_keys(self) -> Field | None:
        focused = self._controls.focused
        at = [field for field in self.fields if field.is_typed_in or field.stop is focused]
        return at[0] if at else None if focused else self.main

    def _focus_clicked(self, point: tuple[int, int]) -> bool:
        """Give the keyboard focus to the field at a point. Return False if there is no field."""
        field = next((field for field in self.fields if field.rect.collidepoint(point)), None)
        if field is not None and field.reachable:
            self._controls.focus(field.stop)
        return field is not None

    # Time and drawing

    def tick(self, seconds: float) -> bool:
        """Advance the form by some seconds; return True if a field has to be redrawn."""
        for field in self.fields:
            field.follow_focus(field.stop is self._controls.current)
        self.manager.update(seconds)
        before = self._look
        self._look = hash(tuple((id(image), tuple(place)) for image, place, *_ in self.manager.ui_group.visible))
        return self._look != before

    def draw(self, canvas: Canvas) -> None:
        for field in self.fields:
            field.draw(canvas)
        self.manager.draw_ui(canvas.target)
        for field in self.fields:
            if field.shape == "text" and field.stop is self._controls.hovered:
                canvas.in_pixels.panels.light_up(*field.rect, radius=12)

    def shape_over(self, button: Button) -> PointerShape | None:
        """Return the pointer shape over the field that ``button`` represents, or None for other buttons."""
        field = next((field for field in self.fields if field.stop is button), None)
        point = self._controls.pointer
        return None if field is None or point is None else field.shape_at(point)


class Field:
    """The base class of the fields of a form. ``stop`` is the button that represents the field in the focus order."""

    shape: PointerShape = "arrow"
    """The shape of the mouse pointer over the field."""
    ring_radius = 12.0
    ring_room = 0.0
    """The design pixels by which the focus ring extends to the left of the field, for text at its edge."""

    def __init__(self, form: Form, place: Box, press: Callable[[], None] = lambda: None) -> None:
        """Add the field to a form, at a place in design pixels. ``press`` is called on Enter and Space."""
        self.form = form
        self.rect = form.stage.rect(*place)
        self.stop = ChoiceButton(self.rect, "", press, paint=self._paint_ring, lights=False)
        form.fields.append(self)

    def _paint_ring(self, canvas: Canvas, _stop: Button, focused: bool) -> None:
        if focused:
            room, (x, y, width, height) = canvas.px(self.ring_room), self.rect
            canvas.panels.focus_ring(x - room, y, width + room, height, radius=self.ring_radius)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the shape of the mouse pointer at a point of the field."""
        return self.shape

    @property
    def reachable(self) -> bool:
        """True if the field can be used at present."""
        return True

    def key(self, key: int) -> bool:
        """Handle a key while the field has the focus; return True if the key was used."""
        return False

    def take(self, event: pygame.event.Event) -> bool:
        """Handle an event of the pointer or of pygame_gui; return True if the field's value changed."""
        return False

    def notify(self) -> None:
        """Report the field's new value to the scene."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the field in its current state."""

    @property
    def is_typed_in(self) -> bool:
        """True if the field takes typed characters."""
        return False

    def follow_focus(self, has_focus: bool) -> None:
        """Update the field for the keyboard focus, in every frame.

        ``has_focus`` is True for an invisible focus, too.
        """
