"""Settings: what can be changed, as data, and which rulesets and folders were found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
from pygame_gui.core.interfaces import IUIManagerInterface

from game.core.language import LANGUAGES, _, spoken
from game.core.model import Event, Placed
from game.registry import DROP_IN_PACKAGE, OUR_PACKAGE
from game.store import folders
from game.ui.app import App
from game.ui.canvas import Canvas
from game.ui.engines_scene import EnginesScene
from game.ui.fields import Field, Span
from game.ui.form import FormScene
from game.ui.painting.theme import FIRST_THEME
from game.ui.painting.themes import readable_themes
from game.ui.preferences import Preferences
from game.ui.setting_rows import ROW, Choice, Note, Place, Setting, SettingRows, Slide, Switch
from game.ui.widgets import Button

_COLUMNS, _TOP, _WIDTH, _HEIGHT = (24.0, 652.0), 80.0, 604.0, 608.0
_SECTION, _GAP = 34.0, 10.0
#: The languages in the top line, and what they leave of it for a sentence.
_LANGUAGES_LEFT, _LANGUAGE_WIDTH, _WORDS_WIDTH = 296.0, 124.0, 540.0
_PERCENT = Span(0, 100, 5)
_PAGE_LEFT, _PAGE_BOTTOM = 676.0, 672.0
_PAGE_WIDTH = 540.0
#: Lines of a sentence or a path: all there are, in practice.
_MOST = 40


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that belong together."""

    title: str
    settings: tuple[Setting, ...]
    column: int = 0


def sections(app: App) -> tuple[Section, ...]:
    """All settings; they read and write the app's preferences."""
    return (
        Section(
            _("Window"),
            (
                Switch(
                    _("Full screen now"),
                    _("F11 does the same at any time."),
                    lambda: app.full_screen,
                    _screen_filler(app),
                ),
                _preferred(app, "start_full_screen", _("Start in full screen"), _("From the next start on.")),
            ),
        ),
        Section(
            _("Board"),
            (
                _preferred(app, "coordinates", _("Coordinates"), _("Letters and numbers at the edge of the board.")),
                Note(_("Mark the last move"), _("With a ring, and a dot on stones."), _("Always on")),
            ),
        ),
        Section(
            _("Motion"),
            (
                _preferred(
                    app,
                    "reduced_motion",
                    _("Reduced motion"),
                    _("Short fades instead of falls, hops and blinking bulbs."),
                ),
            ),
        ),
        Section(
            _("Opponent"),
            (
                *_opponent_settings(app.preferences),
                _preferred(app, "thinking_shown", _("Show its thinking"), _("Balance, depth and line; T in the game.")),
            ),
        ),
        Section(_("Look"), _theme_settings(app), column=1),
        Section(_("Sound"), _sound_settings(app), column=1),
    )


def _opponent_settings(preferences: Preferences) -> tuple[Setting, ...]:
    def set_pause(milliseconds: float) -> None:
        preferences.reply_pause = milliseconds / 1000

    def set_thinking(seconds: float) -> None:
        preferences.thinking_seconds = seconds

    return (
        Slide(
            _("Pause before a reply"),
            _("At least this long."),
            Span(0, 2000, 50),
            lambda number: _("{number} ms", number=f"{number:.0f}"),
            lambda: preferences.reply_pause * 1000,
            set_pause,
        ),
        Slide(
            _("Thinking time"),
            _("For one move, at most."),
            Span(1, 30, 1),
            lambda number: _("{number} s", number=f"{number:.0f}"),
            lambda: preferences.thinking_seconds,
            set_thinking,
        ),
    )


def _theme_settings(app: App) -> tuple[Setting, ...]:
    """The themes whose files can be read, one of which is worn at once, and what is wrong with the others."""
    themes, problems = readable_themes()
    titles = {name: _(theme.title) for name, theme in themes.items()}

    def worn() -> str:
        return app.preferences.theme if app.preferences.theme in themes else FIRST_THEME

    broken = (Note(_("Left out: {file}", file=Path(problem.file).name), problem.problem) for problem in problems)
    return (Choice(_("Theme"), titles, worn, app.wear), *broken)


def _sound_settings(app: App) -> tuple[Setting, ...]:
    """What the player prefers to hear; on a machine that cannot play it, why."""
    speaker = app.sounds.speaker
    trouble = Note(_("Missing sounds") if speaker.is_ready else _("The game is silent"), speaker.problem)
    return (
        *([trouble] if speaker.problem else []),
        Switch(_("Music"), _("In the fair and, calmer, at the table; M in the game."), *_heard(app, "music")),
        _volume(app, "music_volume", _("Music volume"), _("Softer when a game ends.")),
        _volume(app, "effects_volume", _("Effects volume"), _("Stones, buttons and endings."), Placed),
    )


def _volume(app: App, key: str, title: str, about: str, sample: type[Event] | None = None) -> Slide:
    return Slide(
        title, about, _PERCENT, lambda number: _("{number} %", number=f"{number:.0f}"), *_heard(app, key, sample)
    )


def _heard(app: App, key: str, sample: type[Event] | None = None) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Reads a preference, and writes it so that it is heard at once, with a sample where there is one."""

    def write(value: bool | float) -> None:
        setattr(app.preferences, key, value)
        app.sounds.heed(app.preferences)
        if sample is not None:
            app.sounds.hear(sample)

    return lambda: getattr(app.preferences, key), write


def _preferred(app: App, key: str, title: str, about: str) -> Switch:
    """The switch of a preference that is yes or no."""
    preferences = app.preferences
    return Switch(title, about, lambda: bool(getattr(preferences, key)), lambda on: setattr(preferences, key, on))


def _screen_filler(app: App) -> Callable[[bool], None]:
    def fill(on: bool) -> None:
        if app.full_screen != on:
            app.toggle_full_screen()

    return fill


def _height(section: Section) -> float:
    return _SECTION + len(section.settings) * ROW + _GAP


class SettingsScene(FormScene[None]):
    """The settings at the left, rulesets and folders at the right. Every change is kept at once."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._trouble = app.services.database.notice
        """Why changes are not kept, "" while they are."""

    # Layout

    def arrange(self) -> None:
        """The form, the page at the right and the way back."""
        self._sections = sections(self.app)
        self.rows = SettingRows(self._places())
        super().arrange()
        self.show_page(self._page, self._paint_findings)
        self._set_controls()

    def build(self, form: IUIManagerInterface) -> None:
        """The sliders and the page."""
        self.fields.extend(self.rows.build(form, self.stage))
        top = self._ends()[-1] + _GAP
        self._page = self.add_page(_PAGE_LEFT, top, _PAGE_WIDTH + 24, _PAGE_BOTTOM - top)

    def _section_tops(self) -> list[tuple[Section, float]]:
        tops, ends = [], [_TOP + 20] * len(_COLUMNS)
        for section in self._sections:
            tops.append((section, ends[section.column]))
            ends[section.column] += _height(section)
        return tops

    def _ends(self) -> list[float]:
        """Where the sections of each column end."""
        columns = range(len(_COLUMNS))
        return [_TOP + 20 + sum(_height(s) for s in self._sections if s.column == column) for column in columns]

    def _places(self) -> list[Place]:
        """Every setting with the place of its row."""
        return [
            Place(setting, _COLUMNS[section.column], top + _SECTION + row * ROW, _WIDTH)
            for section, top in self._section_tops()
            for row, setting in enumerate(section.settings)
        ]

    def _set_controls(self) -> None:
        switches = self.rows.buttons(self.stage, self._after_change)
        engines = Button(self.stage.rect(676, 716, 296, 48), _("Your own engines"), self._open_engines)
        rect = self.stage.rect(996, 712, 260, 56)
        done = Button(
            rect, _("Done"), lambda: self.finish(None), kind="primary", icon="check", size=24, keys=(pygame.K_ESCAPE,)
        )
        focused = self.controls.focused
        self.controls.set([*self._language_buttons(), *switches, *self.stops(), engines, done])
        if focused is None:
            self.controls.focus(done)

    def _language_buttons(self) -> list[Button]:
        """One for each language, in its own words."""
        buttons, x = [], _LANGUAGES_LEFT
        for code, name in LANGUAGES.items():
            rect = self.stage.rect(x, 18, _LANGUAGE_WIDTH, 44)
            x += _LANGUAGE_WIDTH + 8
            buttons.append(Button(rect, name, self._speaker(code), size=17, chosen=code == spoken()))
        return buttons

    def _speaker(self, code: str) -> Callable[[], None]:
        return lambda: self.app.speak(code)

    def _open_engines(self) -> None:
        self.app.push(EnginesScene(self.app))

    def changed(self, field: Field) -> None:
        """A slider was moved: its number is kept at once."""
        if self.rows.take(field):
            self._after_change()

    def _after_change(self) -> None:
        self._trouble = self.app.services.database.problem() or self._trouble
        self.repaint()

    # Drawing

    def paint(self, target: pygame.Surface) -> None:
        """Backdrop, cards and what stands beside the controls."""
        canvas = self.canvas(target)
        target.blit(self.painter.backdrop(self.stage.size, dimmed=True), (0, 0))
        canvas.text(_("Settings"), 28, 40, family="display", size=32, colour="cream", anchor="midleft", shadow=True)
        words, colour = (self._trouble, "coral") if self._trouble else (_("Every change is kept at once."), "soft")
        canvas.text(words, 1256, 40, size=17, colour=colour, anchor="midright", width=_WORDS_WIDTH)
        for left in _COLUMNS:
            canvas.card(left, _TOP, _WIDTH, _HEIGHT)
        for section, top in self._section_tops():
            canvas.title(section.title, _COLUMNS[section.column] + 24, top, size=22)
        self.rows.draw(canvas)
        words = _("Tab and arrow keys choose  ·  Space switches  ·  Left and Right move a slider")
        canvas.text(words, 28, 740, size=14, anchor="midleft")

    # Rulesets and folders

    def _paint_findings(self, canvas: Canvas) -> float:
        """Draws the page with its corner at 0, 0; returns its height."""
        catalogue = self.app.services.catalogue
        canvas.title(_("Rulesets"), 0, 4, size=22)
        y = 44.0
        for ruleset_id, ruleset in catalogue.rulesets.items():
            canvas.painter.plate(
                canvas.target, canvas.stage.rect(0, y + 4, 8, 36), colour=ruleset.info.accent, radius=4
            )
            canvas.text(_(ruleset.info.title), 22, y, family="bold", size=16, colour="cream", width=_PAGE_WIDTH - 22)
            y = (
                canvas.paragraph(self._origin(ruleset_id), 22, y + 23, _PAGE_WIDTH - 22, _MOST, size=14, colour="mist")
                + 8
            )
        if catalogue.problems:
            canvas.title(_("Left out"), 0, y + 6, size=22)
            y += 46
        for problem in catalogue.problems:
            canvas.painter.plate(canvas.target, canvas.stage.rect(0, y + 4, 8, 36), colour="coral", radius=4)
            canvas.text(problem.name, 22, y, family="bold", size=16, colour="cream", width=_PAGE_WIDTH - 22)
            y = canvas.paragraph(problem.sentence, 22, y + 23, _PAGE_WIDTH - 22, _MOST, size=14, colour="coral") + 8
        canvas.title(_("Folders"), 0, y + 6, size=22)
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
            return _("Comes with Stone Fair")
        folder = catalogue.folder(ruleset_id)
        if package == DROP_IN_PACKAGE:
            return _("Drop-in, from {folder}", folder=folder)
        return _("Installed package {package}", package=package)

    def _folders(self) -> list[tuple[str, str]]:
        services = self.app.services
        return [
            (_("Saved games"), str(services.saves.path)),
            (_("Rulesets of your own"), str(self.app.services.plugins or folders.plugin_folder())),
            (_("Players and settings"), str(services.database.path)),
        ]
