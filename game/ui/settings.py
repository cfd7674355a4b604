"""Settings: what can be changed, as data, and which rulesets and folders were found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame_gui.core.interfaces import IUIManagerInterface

from game.registry import DROP_IN_PACKAGE, OUR_PACKAGE
from game.store import folders
from game.ui.app import App
from game.ui.canvas import Canvas
from game.ui.fields import Field, SliderField, Span
from game.ui.form import FormScene
from game.ui.painting.painter import Painter
from game.ui.widgets import Button

_LEFT, _TOP, _WIDTH, _HEIGHT = 24.0, 80.0, 604.0, 608.0
_SECTION, _ROW, _GAP = 34.0, 54.0, 10.0
_PAGE = (676.0, 96.0, 564.0, 576.0)
_PAGE_WIDTH = 540.0
#: Lines of a sentence or a path: all there are, in practice.
_MOST = 40


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that is on or off."""

    title: str
    about: str
    read: Callable[[App], bool]
    write: Callable[[App, bool], None]


@dataclass(frozen=True, slots=True)
class Slide:
    """A number that a slider sets; ``words`` says the number with its unit."""

    title: str
    about: str
    span: Span
    words: Callable[[float], str]
    read: Callable[[App], float]
    write: Callable[[App, float], None]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is as it is; ``word`` stands where the others have their control."""

    title: str
    about: str
    word: str


Setting = Switch | Slide | Note


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that belong together."""

    title: str
    settings: tuple[Setting, ...]


def _preferred(key: str, title: str, about: str) -> Switch:
    """The switch of a preference that is yes or no."""
    return Switch(
        title,
        about,
        lambda app: bool(getattr(app.preferences, key)),
        lambda app, on: setattr(app.preferences, key, on),
    )


def _fill_screen(app: App, fill: bool) -> None:
    if app.full_screen != fill:
        app.toggle_full_screen()


def _set_pause(app: App, milliseconds: float) -> None:
    app.preferences.reply_pause = milliseconds / 1000


def _set_thinking(app: App, seconds: float) -> None:
    app.preferences.thinking_seconds = seconds


SECTIONS = (
    Section(
        "Window",
        (
            Switch("Full screen now", "F11 does the same at any time.", lambda app: app.full_screen, _fill_screen),
            _preferred("start_full_screen", "Start in full screen", "From the next start on."),
        ),
    ),
    Section(
        "Board",
        (
            _preferred("coordinates", "Coordinates", "Letters and numbers at the edge of the board."),
            Note("Mark the last move", "With a ring, and a dot on stones.", "Always on"),
        ),
    ),
    Section(
        "Motion",
        (_preferred("reduced_motion", "Reduced motion", "Short fades instead of falls, hops and blinking bulbs."),),
    ),
    Section(
        "Opponent",
        (
            Slide(
                "Pause before a reply",
                "At least this long.",
                Span(0, 2000, 50),
                lambda number: f"{number:.0f} ms",
                lambda app: app.preferences.reply_pause * 1000,
                _set_pause,
            ),
            Slide(
                "Thinking time",
                "For one move, at most.",
                Span(1, 30, 1),
                lambda number: f"{number:.0f} s",
                lambda app: app.preferences.thinking_seconds,
                _set_thinking,
            ),
        ),
    ),
)


class SettingsScene(FormScene[None]):
    """The settings at the left, rulesets and folders at the right. Every change is kept at once."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._trouble = app.services.database.notice
        """Why changes are not kept, "" while they are."""

    # Layout

    def arrange(self) -> None:
        """The form, the page at the right and the way back."""
        super().arrange()
        self.show_page(self._page, self._paint_findings)
        self._set_controls()

    def build(self, form: IUIManagerInterface) -> None:
        """The sliders and the page."""
        self._sliders: dict[SliderField, Slide] = {}
        for setting, top in self._places():
            if isinstance(setting, Slide):
                rect = self.stage.rect(_LEFT + 292, top + 4, 204, 40)
                slider = SliderField(form, rect, setting.span, setting.read(self.app))
                self._sliders[slider] = setting
                self.fields.append(slider)
        self._page = self.add_page(*_PAGE)

    @staticmethod
    def _section_tops() -> list[tuple[Section, float]]:
        tops, top = [], _TOP + 20
        for section in SECTIONS:
            tops.append((section, top))
            top += _SECTION + len(section.settings) * _ROW + _GAP
        return tops

    def _places(self) -> list[tuple[Setting, float]]:
        """Every setting with the top of its row."""
        return [
            (setting, top + _SECTION + row * _ROW)
            for section, top in self._section_tops()
            for row, setting in enumerate(section.settings)
        ]

    def _set_controls(self) -> None:
        switches = [self._switch_button(s, top) for s, top in self._places() if isinstance(s, Switch)]
        rect = self.stage.rect(996, 712, 260, 56)
        done = Button(
            rect, "Done", lambda: self.finish(None), kind="primary", icon="check", size=24, keys=(pygame.K_ESCAPE,)
        )
        focused = self.controls.focused
        self.controls.set([*switches, *self.stops(), done])
        if focused is None:
            self.controls.focus(done)

    def _switch_button(self, switch: Switch, top: float) -> Button:
        def flip() -> None:
            switch.write(self.app, not switch.read(self.app))
            self._after_change()

        def paint(target: pygame.Surface, _painter: Painter, button: Button, focused: bool) -> None:
            _draw_switch(self.canvas(target), button.rect, switch.read(self.app))
            if focused:
                self.painter.focus_ring(target, button.rect.inflate(-self.stage.px(8), -self.stage.px(8)), 14)

        return Button(self.stage.rect(_LEFT + 12, top, _WIDTH - 24, _ROW - 4), switch.title, flip, paint=paint)

    def changed(self, field: Field) -> None:
        """A slider was moved: its number is kept at once."""
        if isinstance(field, SliderField):
            self._sliders[field].write(self.app, field.value)
            self._after_change()

    def _after_change(self) -> None:
        self._trouble = self.app.services.database.problem() or self._trouble
        self.repaint()

    # Drawing

    def paint(self, target: pygame.Surface) -> None:
        """Backdrop, cards and what stands beside the controls."""
        canvas = self.canvas(target)
        target.blit(self.painter.backdrop(self.stage.size, dimmed=True), (0, 0))
        canvas.text("Settings", 28, 40, family="display", size=32, colour="cream", anchor="midleft", shadow=True)
        words, colour = (self._trouble, "coral") if self._trouble else ("Every change is kept at once.", "soft")
        canvas.text(words, 1256, 40, size=17, colour=colour, anchor="midright", width=1020)
        canvas.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        canvas.card(652, _TOP, _WIDTH, _HEIGHT)
        for section, top in self._section_tops():
            canvas.title(section.title, _LEFT + 24, top, size=22)
        for setting, top in self._places():
            self._draw_words(canvas, setting, top)
        words = "Tab and arrow keys choose  ·  Space switches  ·  Left and Right move a slider"
        canvas.text(words, 28, 740, size=14, anchor="midleft")

    def _draw_words(self, canvas: Canvas, setting: Setting, top: float) -> None:
        room = 250 if isinstance(setting, Slide) else 460
        canvas.text(setting.title, _LEFT + 24, top + 3, family="bold", size=16, colour="cream", width=room)
        canvas.text(setting.about, _LEFT + 24, top + 25, size=14, colour="mist", width=room)
        end, middle = _LEFT + _WIDTH - 24, top + 24
        if isinstance(setting, Slide):
            words = setting.words(setting.read(self.app))
            canvas.text(words, end, middle, family="display", size=18, colour="amber", anchor="midright")
        elif isinstance(setting, Note):
            canvas.text(setting.word, end, middle, family="bold", size=15, colour="amber", anchor="midright")

    # Rulesets and folders

    def _paint_findings(self, canvas: Canvas) -> float:
        """Draws the page with its corner at 0, 0; returns its height."""
        catalogue = self.app.services.catalogue
        canvas.title("Rulesets", 0, 4, size=22)
        y = 44.0
        for ruleset_id, ruleset in catalogue.rulesets.items():
            canvas.painter.plate(
                canvas.target, canvas.stage.rect(0, y + 4, 8, 36), colour=ruleset.info.accent, radius=4
            )
            canvas.text(ruleset.info.title, 22, y, family="bold", size=16, colour="cream", width=_PAGE_WIDTH - 22)
            y = (
                canvas.paragraph(self._origin(ruleset_id), 22, y + 23, _PAGE_WIDTH - 22, _MOST, size=14, colour="mist")
                + 8
            )
        if catalogue.problems:
            canvas.title("Left out", 0, y + 6, size=22)
            y += 46
        for problem in catalogue.problems:
            canvas.painter.plate(canvas.target, canvas.stage.rect(0, y + 4, 8, 36), colour="coral", radius=4)
            canvas.text(problem.name, 22, y, family="bold", size=16, colour="cream", width=_PAGE_WIDTH - 22)
            y = canvas.paragraph(problem.sentence, 22, y + 23, _PAGE_WIDTH - 22, _MOST, size=14, colour="coral") + 8
        canvas.title("Folders", 0, y + 6, size=22)
        y += 46
        for caption, path in self._folders():
            canvas.text(caption, 0, y, family="bold", size=14, colour="mist")
            y = canvas.paragraph(path, 0, y + 22, _PAGE_WIDTH, _MOST, size=14, colour="cream") + 8
        return y

    def _origin(self, ruleset_id: str) -> str:
        """Where a ruleset comes from, in words."""
        catalogue = self.app.services.catalogue
        package = catalogue.package(ruleset_id).partition(".")[0]
        if package == OUR_PACKAGE:
            return "Comes with Stone Fair"
        folder = catalogue.folder(ruleset_id)
        return f"Drop-in, from {folder}" if package == DROP_IN_PACKAGE else f"Installed package {package}"

    def _folders(self) -> list[tuple[str, str]]:
        services = self.app.services
        return [
            ("Saved games", str(services.saves.path)),
            ("Rulesets of your own", str(self.app.services.plugins or folders.plugin_folder())),
            ("Players and settings", str(services.database.path)),
        ]


def _draw_switch(canvas: Canvas, row: pygame.Rect, on: bool) -> None:
    """The switch at the right end of its row, and the word for what it is."""
    px = canvas.stage.px
    track = pygame.Rect(0, 0, px(56), px(30))
    track.midright = (row.right - px(12), row.centery)
    colours = ("amber_top", "amber") if on else ("well", "well")
    line = "amber_lip" if on else "row_line"
    canvas.painter.plate(canvas.target, track, colour=colours[0], bottom=colours[1], radius=15, line=line)
    knob = pygame.Rect(0, 0, px(22), px(22))
    knob.center = (track.right - px(15) if on else track.left + px(15), track.centery)
    canvas.painter.plate(canvas.target, knob, colour="amber_text" if on else "mist", radius=11)
    at = (track.x - px(12), row.centery)
    word, colour = ("On", "amber") if on else ("Off", "mist")
    canvas.painter.text(canvas.target, word, at, family="bold", size=15, colour=colour, anchor="midright")
