"""Scenes with form elements of pygame_gui (text entry, lists, sliders) in our look, at our scale."""

from __future__ import annotations

from typing import Any, TypeVar

import pygame
import pygame_gui
from pygame_gui.core.interfaces import IUIManagerInterface

from game.ui.scene import Scene
from game.ui.stage import Stage
from game.ui.theme import Theme

Result = TypeVar("Result")


def form_theme(theme: Theme, stage: Stage) -> dict[str, Any]:
    """Our palette and type in pygame_gui's terms; it ignores defaults of font and misc, so each element has them."""

    def colour(name: str) -> str:
        r, g, b, _ = theme.colour(name)
        return f"#{r:02x}{g:02x}{b:02x}"

    colours = {
        "dark_bg": colour("well"),
        "normal_bg": colour("panel_top"),
        "hovered_bg": colour("button_hover"),
        "selected_bg": colour("amber"),
        "active_bg": colour("amber"),
        "disabled_bg": colour("panel_bottom"),
        "normal_border": colour("panel_line"),
        "hovered_border": colour("cream"),
        "selected_border": colour("amber"),
        "active_border": colour("amber"),
        "normal_text": colour("cream"),
        "hovered_text": colour("cream"),
        "selected_text": colour("amber_text"),
        "active_text": colour("amber_text"),
        "disabled_text": colour("mist"),
        "text_cursor": colour("amber"),
        "filled_bar": colour("amber"),
        "unfilled_bar": colour("well"),
    }
    font = {"name": "noto_sans", "size": str(max(12, stage.px(17)))}
    rounded = {"shape": "rounded_rectangle", "border_width": "2", "shadow_width": "0"}
    big, small = str(stage.px(12)), str(stage.px(8))
    entry = {"misc": {**rounded, "shape_corner_radius": big, "padding": f"{stage.px(12)},{stage.px(6)}"}}
    item_text = {"text_horiz_alignment": "left", "text_horiz_alignment_padding": str(stage.px(12))}
    item = {"misc": {**rounded, "border_width": "0", "shape_corner_radius": small, **item_text}}
    return {
        "defaults": {"colours": colours},
        "text_entry_line": {"font": font, **entry},
        "selection_list": {"misc": {**rounded, "shape_corner_radius": big, "list_item_height": str(stage.px(44))}},
        "selection_list.button": {"font": font, "colours": {"normal_bg": colour("well")}, **item},
        "horizontal_slider": {"misc": {**rounded, "shape_corner_radius": big, "enable_arrow_buttons": "0"}},
        "horizontal_slider.#sliding_button": {"colours": {"normal_bg": colour("amber")}, **entry},
        "button": {"font": font, **entry},
        "vertical_scroll_bar": {"misc": {**rounded, "shape_corner_radius": small, "enable_arrow_buttons": "0"}},
    }


class FormScene(Scene[Result]):
    """A scene that holds elements of pygame_gui: build them in ``build`` on ``self.form``; anew at every size."""

    form: pygame_gui.UIManager

    def arrange(self) -> None:
        """Builds the form for the stage."""
        self.form = pygame_gui.UIManager(
            self.stage.size, form_theme(self.app.theme, self.stage), enable_live_theme_updates=False
        )
        self._form_look: int = 0
        self.build(self.form)
        super().arrange()

    def build(self, form: IUIManagerInterface) -> None:
        """Creates the elements."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Offers the event to the form first."""
        if self.form.process_events(event):
            self.dirty = True
            return True
        return super().handle(event)

    def update(self, seconds: float) -> None:
        """Lets time pass in the form too; it is drawn again only when a picture in it changed."""
        super().update(seconds)
        self.form.update(seconds)
        look = hash(tuple((id(element.image), tuple(element.rect)) for element in self.form.ui_group.visible))
        if look != self._form_look:
            self._form_look = look
            self.dirty = True

    def paint_live(self, target: pygame.Surface) -> None:
        """Draws the form."""
        self.form.draw_ui(target)
