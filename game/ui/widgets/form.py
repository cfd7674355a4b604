"""Forms: fields with the behaviour of pygame_gui, in our look and at our scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import pygame
import pygame_gui
from pygame_gui.core import UIAppearanceTheme, UIFontDictionary

from game.core.language import spoken
from game.ui.painting.canvas import Canvas
from game.ui.painting.discs import hex_of
from game.ui.painting.fonts import Family, font_file
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import Stage
from game.ui.painting.theme import Theme
from game.ui.painting.typesetter import Typesetter, spread
from game.ui.widgets.buttons import Button, Controls
from game.ui.widgets.field_font import FieldFont
from game.ui.widgets.tooltip import PointerShape

#: A place in design pixels: left, top, width, height.
Box = tuple[float, float, float, float]
#: The width of a scroll bar in design pixels.
BAR_WIDTH = 12

_CLEAR = "#00000000"
#: The name of the fields' font with pygame_gui.
_FONT = "field"
#: The theme of all forms in the letters of a typesetter, which is read only once: that takes longer than a form.
_THEMES: WeakKeyDictionary[Typesetter, UIAppearanceTheme] = WeakKeyDictionary()
_BACKGROUNDS = ("dark_bg", "normal_bg", "hovered_bg", "selected_bg", "active_bg", "disabled_bg")
_BORDERS = ("normal_border", "hovered_border", "selected_border", "active_border", "disabled_border")


def form_theme(theme: Theme, stage: Stage, letters: float = 1.0) -> dict[str, Any]:
    """Our palette and type as a pygame_gui theme; its defaults do not cover font and misc, so each element has them.

    Parts that a field draws itself (rows, tracks, knobs) are transparent here. ``letters`` is the scale of the text.
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
    # With rounder corners pygame_gui warns about so slim a bar.
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
    """Let pygame_gui write in our font, which has every letter, where it would use the file that it was told."""
    family: Family = "han" if spoken() == "zh_CN" else "text"
    fonts = manager.get_theme().get_font_dictionary()
    assert isinstance(fonts, UIFontDictionary)
    fonts.find_font_resource(pixels, _FONT).loaded_font = FieldFont(theme.font(family, pixels))


class _FormGui(pygame_gui.UIManager):
    """pygame_gui's part of a form."""

    def __init__(self, typesetter: Typesetter, stage: Stage) -> None:
        self._typesetter, self._stage = typesetter, stage
        super().__init__(stage.size, enable_live_theme_updates=False)

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:
        """The theme of the typesetter's forms."""
        theme = _THEMES.get(self._typesetter)
        if theme is None:
            theme = super().create_new_theme(form_theme(self._typesetter.theme, self._stage, self._typesetter.letters))
            _THEMES[self._typesetter] = theme
        return theme


class Form:
    """The fields of a scene, made for one size of the window. They share the focus with the scene's controls.

    A field gets what pygame_gui lacks: a place in the order of the controls, keys, and our look.
    """

    def __init__(self, paintbox: Paintbox, stage: Stage, controls: Controls) -> None:
        self.paintbox, self.stage, self._controls = paintbox, stage, controls
        self.manager = _FormGui(paintbox.typesetter, stage)
        _lend_letters(self.manager, paintbox.theme, _letter_pixels(stage, paintbox.typesetter.letters))
        self._look = 0
        self.fields: list[Field] = []
        self.main: Field | None = None
        """The field that takes the keys while no control visibly has the focus."""

    # Focus and keys

    def stops(self) -> list[Button]:
        """The fields' places among the controls; put them before the buttons."""
        return [field.stop for field in self.fields if field.reachable]

    def focus_main(self) -> None:
        """Give the focus to the main field, if it is among the controls."""
        if self.main is not None and self.main.stop in self._controls.buttons:
            self._controls.focus(self.main.stop)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, a key by the field with the focus; returns whether it was used."""
        if event.type == pygame.KEYDOWN and self._key(event.key):
            return True
        used = event.type == pygame.MOUSEBUTTONDOWN and self._focus_clicked(event.pos)
        used |= self.manager.process_events(event)
        for field in self.fields:
            if field.take(event):
                used = True
                field.tell()
        return used

    def _key(self, key: int) -> bool:
        field = self._field_for_keys()
        if field is None or not field.key(key):
            return False
        field.tell()
        return True

    def _field_for_keys(self) -> Field | None:
        focused = self._controls.focused
        at = [field for field in self.fields if field.is_typed_in or field.stop is focused]
        return at[0] if at else None if focused else self.main

    def _focus_clicked(self, point: tuple[int, int]) -> bool:
        """Give the focus to the field at a point; returns whether there is one."""
        field = next((field for field in self.fields if field.rect.collidepoint(point)), None)
        if field is not None and field.reachable:
            self._controls.focus(field.stop)
        return field is not None

    # Time and pictures

    def update(self, seconds: float) -> bool:
        """Let time pass; returns whether a field looks different now."""
        for field in self.fields:
            field.follow_focus(field.stop is self._controls.current)
        self.manager.update(seconds)
        before = self._look
        self._look = hash(tuple((id(image), tuple(place)) for image, place, *_ in self.manager.ui_group.visible))
        return self._look != before

    def draw(self, canvas: Canvas) -> None:
        """Draw the fields."""
        for field in self.fields:
            field.draw(canvas)
        self.manager.draw_ui(canvas.target)
        for field in self.fields:
            if field.shape == "text" and field.stop is self._controls.hovered:
                canvas.in_pixels.light_up(*field.rect, radius=12)

    def shape_over(self, button: Button) -> PointerShape | None:
        """The pointer over a field, None over what is none."""
        field = next((field for field in self.fields if field.stop is button), None)
        point = self._controls.pointer
        return None if field is None or point is None else field.shape_at(point)


class Field:
    """A part of a form that the keyboard can reach; ``stop`` represents it among the scene's controls."""

    shape: PointerShape = "arrow"
    """The pointer over the field."""
    ring_radius = 12.0
    ring_room = 0.0
    """How much farther left than the field the focus ring begins, for text at its edge, in design pixels."""

    def __init__(self, form: Form, place: Box, press: Callable[[], None] = lambda: None) -> None:
        """Add the field to a form, at a place in design pixels; ``press`` is the action of Enter and Space."""
        self.form = form
        self.rect = form.stage.rect(*place)
        self.stop = Button(self.rect, "", press, paint=self._paint_ring, lights=False)
        form.fields.append(self)

    def _paint_ring(self, canvas: Canvas, _stop: Button, focused: bool) -> None:
        if focused:
            room, (x, y, width, height) = canvas.px(self.ring_room), self.rect
            canvas.focus_ring(x - room, y, width + room, height, radius=self.ring_radius)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """The pointer at a point of the field."""
        return self.shape

    @property
    def reachable(self) -> bool:
        """Whether the field can be used at present."""
        return True

    def key(self, key: int) -> bool:
        """Handle a key while the field has the focus; returns whether it was used."""
        return False

    def take(self, event: pygame.event.Event) -> bool:
        """Handle an event of the pointer or of pygame_gui; returns whether the field's value changed."""
        return False

    def tell(self) -> None:
        """Tell the scene the value that the player gave the field."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the field in its current state."""

    @property
    def is_typed_in(self) -> bool:
        """Whether keys are letters for this field."""
        return False

    def follow_focus(self, has_focus: bool) -> None:
        """Called in every frame with whether the field has the focus of the controls, visible or not."""
