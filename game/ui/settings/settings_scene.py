"""Settings: a list of pages at the left, the chosen one at the right. Every change is kept at once."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import LANGUAGES, _, spoken
from game.network.session.account_form import AccountForm
from game.network.session.network_settings import NetworkSettings
from game.ui.painting.canvas import Canvas
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.setting_sections import sections
from game.ui.settings.value_texts import kept_words
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import PageField
from game.ui.widgets.frame import done_button, draw_aside, draw_frame, draw_keys_hint
from game.ui.widgets.setting_rows import PlacedSetting, SettingRows

_TOP, _HEIGHT = 80.0, 608.0
_LIST_LEFT, _LIST_WIDTH = 24.0, 280.0
_PAGE_LEFT, _PAGE_WIDTH = 328.0, 928.0
#: The title of the page, and where its rows begin.
_TITLE_TOP, _ROWS_TOP = 98.0, 150.0
_EDGE = 24.0
#: A row while there are few, and what all of them may take.
_ROW, _ROWS_HEIGHT = 66.0, 528.0
#: A section in the list, and from one to the next while they are few.
_ENTRY, _STEP = 50.0, 60.0
#: The languages in the top line, and what they leave of it for a sentence.
_LANGUAGES_LEFT, _LANGUAGE_WIDTH, _WORDS_WIDTH = 328.0, 132.0, 480.0
_TURNS = {keys.PAGE_UP: -1, keys.PAGE_DOWN: 1}


class SettingsScene(FormScene[None]):
    """Sections at the left, of which one is shown."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._shown = 0
        self.account = AccountForm(NetworkSettings(app.services.database))
        """The account at the broker that is set, as its page shows and changes it."""

    def exit(self) -> None:
        """End what waits for the system's keyring."""
        super().exit()
        self.account.close()

    def update(self, seconds: float) -> None:
        """Show the account again once it has changed."""
        super().update(seconds)
        if self.account.poll():
            self.arrange()

    # Layout

    def arrange(self) -> None:
        """Read the sections, and build the rows or the page of the one that is shown."""
        self._sections = sections(self.app, self.account)
        self.rows = SettingRows(self._places(), self.refresh)
        super().arrange()

    def build(self) -> None:
        """Add the sliders, or the page."""
        paint, room = self._sections[self._shown].page, _PAGE_WIDTH - 2 * _EDGE
        if paint is None:
            self.rows.build(self.form)
            return
        page = PageField(self.form, (_PAGE_LEFT + _EDGE, _ROWS_TOP, room, _TOP + _HEIGHT - _ROWS_TOP - 16))
        page.show(lambda canvas: paint(canvas, room - _EDGE))
        self.form.main = page

    def _places(self) -> list[PlacedSetting]:
        """The settings that are shown, with the places of their rows."""
        shown = self._sections[self._shown].rows()
        height = min(_ROW * self.typesetter.letters, _ROWS_HEIGHT / max(1, len(shown)))
        return [
            PlacedSetting(setting, _PAGE_LEFT + 8, _ROWS_TOP + row * height, _PAGE_WIDTH - 16, height)
            for row, setting in enumerate(shown)
        ]

    def refresh(self) -> None:
        """Set the buttons."""
        switches = self.rows.buttons(self.stage)
        engines = Button(self.stage.rect(_LIST_LEFT, 714, _LIST_WIDTH, 52), _("Your own engines"), self._open_engines)
        done = done_button(self.stage, lambda: self.finish(None))
        focused = self.controls.focused
        self.controls.set(
            [*self._language_buttons(), *self._section_buttons(), *switches, *self.form.stops(), engines, done]
        )
        if focused is None:
            self.controls.focus(done)
        super().refresh()

    def _language_buttons(self) -> list[Button]:
        """A button for each language, in its own words."""
        buttons, x = [], _LANGUAGES_LEFT
        for code, name in LANGUAGES.items():
            rect = self.stage.rect(x, 18, _LANGUAGE_WIDTH, 44)
            x += _LANGUAGE_WIDTH + 8
            buttons.append(Button(rect, name, partial(self.app.speak, code), size=17, chosen=code == spoken()))
        return buttons

    def _section_buttons(self) -> list[Button]:
        """The list at the left."""
        step = min(_STEP, (_HEIGHT - 24) / len(self._sections))
        rows = [
            self.stage.rect(_LIST_LEFT + 16, _TOP + 16 + row * step, _LIST_WIDTH - 32, min(_ENTRY, step - 6))
            for row in range(len(self._sections))
        ]
        return [
            Button(rect, section.title, partial(self.turn_to, row), chosen=row == self._shown, paint=_paint_entry)
            for row, (rect, section) in enumerate(zip(rows, self._sections, strict=True))
        ]

    def turn_to(self, number: int) -> None:
        """Show another section, counted from 0."""
        self._shown = number
        self.arrange()

    def _open_engines(self) -> None:
        self.app.push(EnginesScene(self.app))

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn by Page Up and Page Down to the section before and after."""
        if event.type == pygame.KEYDOWN and event.key in _TURNS:
            self.turn_to((self._shown + _TURNS[event.key]) % len(self._sections))
            return True
        return super().handle(event)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame and what stands beside the controls."""
        cards = ((_LIST_LEFT, _TOP, _LIST_WIDTH, _HEIGHT), (_PAGE_LEFT, _TOP, _PAGE_WIDTH, _HEIGHT))
        draw_frame(canvas, _("Settings"), *cards, width=280)
        words, colour = kept_words(self.app.services.database)
        draw_aside(canvas, words, _WORDS_WIDTH, colour)
        canvas.title(self._sections[self._shown].title, _PAGE_LEFT + _EDGE, _TITLE_TOP, size=26)
        for place in self.rows.places:
            canvas.row_plate(place.left + 4, place.top, place.width - 8, place.height - 6, radius=14)
        self.rows.draw(canvas)
        words = _("Tab and arrow keys choose  ·  Space switches  ·  Page Up, Page Down: section")
        draw_keys_hint(canvas, words, _PAGE_LEFT + 4, 640, 44)


def _paint_entry(canvas: Canvas, button: Button, focused: bool) -> None:
    """A section in the list, in the look of the lists' rows."""
    px, rect = canvas.px, button.rect.move(0, round(canvas.px(2) * button.pressed))
    if button.chosen:
        canvas.plate(*rect, colour="panel_selected_top", bottom="panel_selected_bottom", radius=14, line="amber")
    else:
        canvas.row_plate(*rect, radius=14)
    colour, at, room = "cream" if button.chosen else "soft", (rect.x + px(18), rect.centery), rect.width - px(32)
    canvas.text(
        button.label, *at, family="bold", size=17, colour=colour, anchor="midleft", width=room, height=rect.height
    )
    if focused:
        canvas.focus_ring(*rect.inflate(-px(6), -px(6)), radius=14)
