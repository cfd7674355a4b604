"""The pages of the settings: their titles, rows and texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from assets.theme_files import FIRST_THEME
from game.core.language import _, join_sentences, plural
from game.core.model import Event, Placed
from game.network.session.account_form import AccountForm
from game.plugins.registry import Problem
from game.plugins.verdicts import Verdicts
from game.session.preferences import LARGEST_SCALE, SMALLEST_SCALE
from game.session.records.backups import backup_title, file_text, holding_text
from game.storage.database import Database
from game.storage.sqlite.backups import Backup
from game.ui.painting.canvas import Canvas
from game.ui.painting.theme import readable_themes
from game.ui.settings.network_settings import network_rows
from game.ui.settings.own_games import own_games_settings
from game.ui.settings.plugin_page import paint_findings
from game.ui.settings.restore_scene import ask_to_restore
from game.ui.shell.app import App
from game.ui.widgets.fields import Span
from game.ui.widgets.setting_rows import AskedWords, Note, Setting, Slide, Switch, ValueChoice

#: Largest number of backups listed.
_MOST_BACKUPS = 9
_PERCENT = Span(0, 100, 5)
_FONT_PERCENT = Span(round(SMALLEST_SCALE * 100), round(LARGEST_SCALE * 100), 10)


@dataclass(frozen=True, slots=True)
class SettingSection:
    """A page of the settings, with either rows or a text."""

    title: str
    settings: tuple[Setting, ...] = ()
    page: Callable[[Canvas, float], float] | None = None
    """Draws a text page from (0, 0) with a width in design pixels, and returns its height."""
    read: Callable[[], tuple[Setting, ...]] | None = None
    """Reads the rows each time the page is shown; for rows that are slow to read."""

    def rows(self) -> tuple[Setting, ...]:
        """Return the rows of the settings page."""
        return self.settings if self.read is None else self.read()


def sections(app: App, account: AccountForm) -> tuple[SettingSection, ...]:
    """Return all pages of the settings, which edit the app's preferences and the account at a broker."""
    return (
        SettingSection(_("Appearance"), _look_settings(app)),
        SettingSection(_("Window"), _window_settings(app)),
        SettingSection(_("Board"), _board_settings(app)),
        SettingSection(_("Opponent"), _opponent_settings(app)),
        SettingSection(_("Sound"), _sound_settings(app)),
        SettingSection(_("Online games"), network_rows(app, account)),
        SettingSection(_("Copy my games"), own_games_settings(app)),
        SettingSection(_("Backups"), read=partial(_backup_settings, app)),
        SettingSection(_("Rulesets and folders"), page=partial(paint_findings, app.services)),
        *_switched_off_plugins(app),
    )


def _switched_off_plugins(app: App) -> tuple[SettingSection, ...]:
    """Return a settings page of plug-ins that were switched off after a crash or a hang.

    The tuple is empty if there are none.
    """
    off = [problem for problem in app.services.catalogue.problems if problem.mark]
    verdicts = Verdicts() if off else None
    if verdicts is None:
        return ()
    return (SettingSection(_("Rulesets turned off"), tuple(_plugin_switch(verdicts, problem) for problem in off)),)


def _plugin_switch(verdicts: Verdicts, problem: Problem) -> Switch:
    def is_pardoned() -> bool:
        verdict = verdicts.of(problem.mark)
        return verdict is not None and verdict.is_pardoned

    about = join_sentences((problem.sentence, _("Switch on to try this ruleset again at the next start.")))
    return Switch(problem.name, about, is_pardoned, lambda on: verdicts.pardon(problem.mark, is_pardoned=on))


def _look_settings(app: App) -> tuple[Setting, ...]:
    about = _("Short fades instead of moving stones and blinking lights.")
    return (
        *_theme_settings(app),
        _preferred(app, "reduced_motion", _("Reduced motion"), about),
        _font_scale(app),
    )


def _theme_settings(app: App) -> tuple[Setting, ...]:
    """Return the settings rows for the theme: the choice, which applies at once, and invalid themes."""
    themes, problems = readable_themes()
    titles = {name: _(theme.title) for name, theme in themes.items()}

    def worn() -> str:
        return app.preferences.theme if app.preferences.theme in themes else FIRST_THEME

    broken = (Note(_("Not loaded: {file}", file=Path(problem.file).name), problem.problem) for problem in problems)
    return (ValueChoice(_("Theme"), titles, worn, app.set_theme), *broken)


def _window_settings(app: App) -> tuple[Setting, ...]:
    fill = _screen_filler(app)
    return (
        Switch(_("Full screen"), _("F11 toggles full screen at any time."), lambda: app.window.full_screen, fill),
        _preferred(app, "start_full_screen", _("Start in full screen"), _("This setting applies from the next start.")),
        Note(_("Size and position"), _("The window opens with its last size and position."), _("Always on")),
        Note(
            _("Screenshot of the window"),
            _("Take a screenshot at any time; it is saved in the pictures folder."),
            "F12",
        ),
    )


def _board_settings(app: App) -> tuple[Setting, ...]:
    return (
        _preferred(app, "coordinates", _("Coordinates"), _("Letters and numbers at the edge of the board.")),
        _preferred(
            app,
            "numbers_shown",
            _("Numbers on stones"),
            _("Show move numbers on the stones. Key N switches them in a game."),
        ),
        Note(_("Mark the last move"), _("The last stone gets a ring and a dot."), _("Always on")),
        _preferred(
            app,
            "confirm_placement",
            _("Confirm each stone"),
            _("Each stone is a preview first; a second click, Enter or “Place stone” makes the move."),
        ),
        _preferred(
            app,
            "place_on_release",
            _("Place on mouse release"),
            _("The stone is placed when you release the mouse button; slide off the cell to cancel."),
        ),
    )


def _opponent_settings(app: App) -> tuple[Setting, ...]:
    return (
        _preferred(
            app,
            "opponents_take_time",
            _("Opponents take their time"),
            _("Each opponent has its own pace; a click skips the wait."),
        ),
        Slide(
            _("Thinking time"),
            _("Maximum thinking time per move."),
            Span(1, 30, 1),
            lambda number: _("{number} s", number=f"{number:.0f}"),
            *_accessors(app, "thinking_seconds"),
        ),
        _preferred(
            app,
            "thinking_shown",
            _("Show engine thinking"),
            _("Show evaluation, depth and best line. Key T switches them in a game."),
        ),
    )


def _sound_settings(app: App) -> tuple[Setting, ...]:
    """Return the settings of sound and music, with the reason if sound is not available."""
    speaker = app.sounds.speaker
    trouble = Note(_("Missing sounds") if speaker.is_ready else _("No sound available"), speaker.problem)
    return (
        *([trouble] if speaker.problem else []),
        _preferred(
            app, "music", _("Music"), _("Music plays in the menu and, calmer, in games. Key M turns it on or off.")
        ),
        _volume(app, "music_volume", _("Music volume"), _("Music gets softer when a game ends.")),
        _volume(app, "effects_volume", _("Effects volume"), _("Sounds of stones, buttons and game endings."), Placed),
    )


def _volume(app: App, key: str, title: str, about: str, sample: type[Event] | None = None) -> Slide:
    return Slide(
        title,
        about,
        _PERCENT,
        lambda number: _("{number} %", number=f"{number:.0f}"),
        *_accessors(app, key, sample),
    )


def _accessors(
    app: App, key: str, sample: type[Event] | None = None
) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Return a getter and a setter of a preference. The setter also plays ``sample``."""

    def write(value: bool | float) -> None:
        setattr(app.preferences, key, value)
        if sample is not None:
            app.sounds.play_occasion(sample)

    return lambda: getattr(app.preferences, key), write


def _preferred(app: App, key: str, title: str, about: str) -> Switch:
    """Return the on/off setting of a boolean preference."""
    return Switch(title, about, *_accessors(app, key))


def _screen_filler(app: App) -> Callable[[bool], None]:
    def fill(on: bool) -> None:
        if app.window.full_screen != on:
            app.window.toggle_full_screen()

    return fill


def stored_text(database: Database) -> tuple[str, str]:
    """Return the text that says whether changes of the settings are saved, and its colour.

    The text is "" while writes are pending, since the window reports that on every scene.
    """
    if database.file.notice:
        return database.file.notice, "coral"
    return "" if database.file.trouble else _("Changes are saved automatically."), "soft"


def _font_scale(app: App) -> Slide:
    """Return the slider for the text size, in percent of the normal size."""
    return Slide(
        _("Text size"),
        _("Text is larger only where there is room for it."),
        _FONT_PERCENT,
        lambda number: _("{number} %", number=f"{number:.0f}"),
        lambda: app.preferences.font_scale * 100,
        lambda number: app.set_font_scale(number / 100),
    )


def _backup_settings(app: App) -> tuple[Setting, ...]:
    """Return the rows of the settings page of backups, the newest backup first."""
    database = app.services.database
    backups = database.file.backups.backups()
    here = Note(
        _("Your current records: {holding}", holding=holding_text(database.file.holding())),
        _("Stone Fair makes a backup when it starts or closes, if anything has changed."),
        _("Always on"),
    )
    rows = [_backup_row(app, backup) for backup in backups[:_MOST_BACKUPS]]
    more = len(backups) - _MOST_BACKUPS
    if more > 0:
        words = plural("{count} older backup", "{count} older backups", more)
        return (here, *rows, Note(words, str(database.file.path.parent)))
    return (here, *rows) if rows else (here, Note(_("No backups yet"), _("There is no backup to restore.")))


def _backup_row(app: App, backup: Backup) -> AskedWords:
    def ask(_after: Callable[[], None]) -> None:
        ask_to_restore(app, backup)

    return AskedWords(backup_title(backup, date.today()), file_text(backup), lambda: _("Restore"), ask)
