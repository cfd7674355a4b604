"""The settings: a list of pages on the left, the selected page on the right; changes are saved at once."""

from __future__ import annotations

from functools import partial

import pygame

from assets.languages import LANGUAGES
from game.core.language import _, own_name, spoken
from game.network.session.account_form import AccountForm
from game.network.session.network_settings import NetworkSettings
from game.ui.painting.canvas import Canvas
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.language_scene import LanguageScene
from game.ui.settings.setting_sections import sections, stored_text
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.fields import PageField
from game.ui.widgets.frame import done_button, draw_frame, draw_keys_hint, draw_note
from game.ui.widgets.setting_rows import PlacedSetting, SettingRows

_TOP, _HEIGHT = 80.0, 608.0
_LIST_LEFT, _LIST_WIDTH = 24.0, 280.0
_PAGE_LEFT, _PAGE_WIDTH = 328.0, 928.0
#: Top of the page's title, and top of its rows.
_TITLE_TOP, _ROWS_TOP = 98.0, 150.0
_EDGE = 24.0
#: Largest height of a row, and height available for all rows.
_ROW, _ROWS_HEIGHT = 66.0, 528.0
#: Height of an entry in the list of pages, and the largest distance from one to the next.
_ENTRY, _STEP = 50.0, 60.0
#: The language buttons in the top line: left edge, width and largest number; then the width left for a sentence.
_LANGUAGES_LEFT, _LANGUAGE_WIDTH, _MOST_LANGUAGES, _WORDS_WIDTH = 328.0, 132.0, 3, 480.0
_TURNS = {keys.PAGE_UP: -1, keys.PAGE_DOWN: 1}


class SettingsScene(FormScene[None]):
    """Scene of the settings: a list of pages and the selected page."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._shown = 0
        self.account = AccountForm(NetworkSettings(app.services.database))
        """Editable account at the chosen broker, shared with its page."""

    def exit(self) -> None:
        """Stop waiting for the system's keyring, which stores the broker password."""
        super().exit()
        self.account.close()

    def tick(self, seconds: float) -> None:
        """Rebuild the settings page after the account at a broker has changed."""
        super().tick(seconds)
        if self.account.poll():
            self.arrange()

    # Layout

    def arrange(self) -> None:
        """Read the pages of the settings, and build the rows or the text of the selected one."""
        self._sections = sections(self.app, self.account)
        self.rows = SettingRows(self._places(), self.refresh)
        super().arrange()

    def build(self) -> None:
        """Add the sliders of the settings page, or its text."""
        paint, room = self._sections[self._shown].page, _PAGE_WIDTH - 2 * _EDGE
        if paint is None:
            self.rows.build(self.form)
            return
        page = PageField(self.form, (_PAGE_LEFT + _EDGE, _ROWS_TOP, room, _TOP + _HEIGHT - _ROWS_TOP - 16))
        page.show(lambda canvas: paint(canvas, room - _EDGE))
        self.form.main = page

    def _places(self) -> list[PlacedSetting]:
        """Return the settings of the selected page with the places of their rows."""
        shown = self._sections[self._shown].rows()
        height = min(_ROW * self.typesetter.letters, _ROWS_HEIGHT / max(1, len(shown)))
        return [
            PlacedSetting(setting, _PAGE_LEFT + 8, _ROWS_TOP + row * height, _PAGE_WIDTH - 16, height)
            for row, setting in enumerate(shown)
        ]

    def refresh(self) -> None:
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
        """Return a button for each language, labelled in that language; one for all of them if they are too many."""
        rects = [
            self.stage.rect(_LANGUAGES_LEFT + place * (_LANGUAGE_WIDTH + 8), 18, _LANGUAGE_WIDTH, 44)
            for place in range(_MOST_LANGUAGES)
        ]
        if len(LANGUAGES) > _MOST_LANGUAGES:
            return [ChoiceButton(rects[0], own_name(), self._choose_language, size=17, icon="globe", chosen=True)]
        return [
            ChoiceButton(rect, name, partial(self.app.set_language, code), size=17, chosen=code == spoken())
            for rect, (code, name) in zip(rects, LANGUAGES.items(), strict=False)
        ]

    def _choose_language(self) -> None:
        def switch(code: str | None) -> None:
            if code is not None:
                self.app.set_language(code)

        self.app.push(LanguageScene(self.app), switch)

    def _section_buttons(self) -> list[Button]:
        """Return the buttons that select a page of the settings."""
        step = min(_STEP, (_HEIGHT - 24) / len(self._sections))
        rows = [
            self.stage.rect(_LIST_LEFT + 16, _TOP + 16 + row * step, _LIST_WIDTH - 32, min(_ENTRY, step - 6))
            for row in range(len(self._sections))
        ]
        return [
            ChoiceButton(rect, section.title, partial(self.turn_to, row), chosen=row == self._shown, paint=_paint_entry)
            for row, (rect, section) in enumerate(zip(rows, self._sections, strict=True))
        ]

    def turn_to(self, number: int) -> None:
        """Select a page of the settings by its index."""
        self._shown = number
        self.arrange()

    def _open_engines(self) -> None:
        self.app.push(EnginesScene(self.app))

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Page Up and Page Down, which select the previous and the next settings page."""
        if event.type == pygame.KEYDOWN and event.key in _TURNS:
            self.turn_to((self._shown + _TURNS[event.key]) % len(self._sections))
            return True
        return super().handle(event)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame of the settings and the texts beside the controls."""
        cards = ((_LIST_LEFT, _TOP, _LIST_WIDTH, _HEIGHT), (_PAGE_LEFT, _TOP, _PAGE_WIDTH, _HEIGHT))
        draw_frame(canvas, _("Settings"), *cards, width=280)
        text, colour = stored_text(self.app.services.database)
        draw_note(canvas, text, _WORDS_WIDTH, colour)
        canvas.title(self._sections[self._shown].title, _PAGE_LEFT + _EDGE, _TITLE_TOP, size=26)
        for place in self.rows.places:
            canvas.panels.row_plate(place.left + 4, place.top, place.width - 8, place.height - 6, radius=14)
        self.rows.draw(canvas)
        text = _("Tab, arrow keys: select  ·  Space: switch  ·  Page Up, Page Down: section")
        draw_keys_hint(canvas, text, _PAGE_LEFT + 4, 640, 44)


def _paint_entry(canvas: Canvas, button: Button, focused: bool) -> None:
    """Draw the entry of a settings page in the list, in the style of list rows."""
    px, rect = canvas.px, button.rect.move(0, round(canvas.px(2) * button.pressed))
    if button.chosen:
        canvas.panels.plate(*rect, colour="panel_selected_top", bottom="panel_selected_bottom", radius=14, line="amber")
    else:
        canvas.panels.row_plate(*rect, radius=14)
    colour, at, room = "cream" if button.chosen else "soft", (rect.x + px(18), rect.centery), rect.width - px(32)
    canvas.text(
        button.label, *at, family="bold", size=17, colour=colour, anchor="midleft", width=room, height=rect.height
    )
    if focused:
        canvas.panels.focus_ring(*rect.inflate(-px(6), -px(6)), radius=14)
