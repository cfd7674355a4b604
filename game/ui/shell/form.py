"""Forms: scenes with elements of pygame_gui (text entry, lists, sliders) in our look, at our scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pygame
import pygame_gui
from pygame_gui.core.interfaces import IUIManagerInterface

from game.core.language import spoken
from game.ui.painting.canvas import Canvas
from game.ui.painting.discs import hex_of
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, Stage
from game.ui.painting.surfaces import blank
from game.ui.painting.theme import Theme, font_file
from game.ui.painting.typesetter import spread
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import BAR_WIDTH, ROW_HEIGHT, Field, PageField

Result = TypeVar("Result")

_CLEAR = "#00000000"
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
    file = font_file("han" if spoken() == "zh_CN" else "text")
    font = {"name": file.stem, "regular_path": str(file), "size": str(max(12, stage.px(17 * spread(letters))))}
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
        "selection_list": _with_misc(invisible, list_item_height=str(stage.px(ROW_HEIGHT * spread(letters)))),
        "selection_list.button": invisible,
        "horizontal_slider": _with_misc(invisible, enable_arrow_buttons="0", sliding_button_width=str(stage.px(34))),
        "horizontal_slider.button": invisible,
        "vertical_scroll_bar": {"colours": {"dark_bg": colour("well"), "normal_border": colour("well")}, "misc": slim},
        "vertical_scroll_bar.button": {"colours": bar, "misc": slim},
    }


def _with_misc(element: dict[str, Any], **misc: str) -> dict[str, Any]:
    return {**element, "misc": {**element["misc"], **misc}}


class FormScene(Scene[Result]):
    """A scene with elements of pygame_gui: override ``build`` to create them on ``self.form``, anew at every size.

    Fields that are added get what pygame_gui lacks: a place in the order of the controls, keys, and our look.
    """

    form: pygame_gui.UIManager

    def arrange(self) -> None:
        """Build the form for the stage."""
        self.form = pygame_gui.UIManager(
            self.stage.size,
            form_theme(self.app.theme, self.stage, self.typesetter.letters),
            enable_live_theme_updates=False,
        )
        self._form_look: int = 0
        self.fields: list[Field] = []
        self.main: Field | None = None
        """The field that takes the keys while no control visibly has the focus."""
        self.build(self.form)
        super().arrange()

    def build(self, form: IUIManagerInterface) -> None:
        """Create the elements and add the fields."""

    def add_page(self, x: float, y: float, width: float, height: float) -> PageField:
        """Add a page at a place in design pixels."""
        page = PageField(self.form, self.stage.rect(x, y, width, height), self.stage.px(BAR_WIDTH))
        self.fields.append(page)
        return page

    def show_page(self, page: PageField, paint: Callable[[Canvas], float]) -> None:
        """Show on a page what ``paint`` draws with its corner at 0, 0; it returns the design height that it needs."""
        scale = self.stage.scale
        stage = Stage((round(DESIGN_WIDTH * scale), round(DESIGN_HEIGHT * scale)))
        trial = Canvas(blank((1, 1)), stage, self.app.paintbox)
        picture = blank((page.rect.width, stage.px(paint(trial))))
        paint(trial.onto(picture))
        page.show(picture)

    def stops(self) -> list[Button]:
        """The fields' places among the controls; put them before the buttons."""
        return [field.stop for field in self.fields if field.reachable]

    def show_focus(self) -> None:
        """Show the focus on the main field, which the keys act on first."""
        if self.main is not None and self.main.stop in self.controls.buttons:
            self.controls.focus(self.main.stop)
        super().show_focus()

    def changed(self, field: Field) -> None:
        """Called when the player changed the value of a field."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event: keys go to the field with the focus, other events to the form and then to the controls."""
        if event.type == pygame.KEYDOWN and self._key(event.key):
            return True
        used = event.type == pygame.MOUSEBUTTONDOWN and self._focus_clicked(event.pos)
        used |= self.form.process_events(event)
        for field in self.fields:
            if field.take(event):
                used = True
                self.changed(field)
        if used:
            self.dirty = True
            return True
        return super().handle(event)

    def _key(self, key: int) -> bool:
        field = self._field_for_keys()
        if field is None or not field.key(key):
            return False
        self.dirty = True
        self.changed(field)
        return True

    def _field_for_keys(self) -> Field | None:
        focused = self.controls.focused
        at = [field for field in self.fields if field.is_typed_in or field.stop is focused]
        return at[0] if at else None if focused else self.main

    def _focus_clicked(self, point: tuple[int, int]) -> bool:
        """Give the focus to the field at a point; returns whether there is one."""
        field = next((field for field in self.fields if field.rect.collidepoint(point)), None)
        if field is not None and field.reachable:
            self.controls.focus(field.stop)
        return field is not None

    def exit(self) -> None:
        """End the repetition of held keys, which only a text entry wants."""
        pygame.key.set_repeat()

    def update(self, seconds: float) -> None:
        """Let time pass in the form too; it is drawn again only when one of its pictures changed."""
        super().update(seconds)
        for field in self.fields:
            field.follow_focus(field.stop is self.controls.current)
        self.form.update(seconds)
        look = hash(tuple((id(image), tuple(place)) for image, place, *_ in self.form.ui_group.visible))
        if look != self._form_look:
            self._form_look = look
            self.dirty = True

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the form."""
        for field in self.fields:
            field.draw(canvas)
        self.form.draw_ui(canvas.target)
