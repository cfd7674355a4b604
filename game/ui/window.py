"""The start of the game window, which ``main.py`` opens if it is called without a command."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pygame

from assets.languages import language_folder
from game.analysis.review.coach import teacher_of
from game.core.language import _, set_language
from game.core.threads.worker import start_worker
from game.plugins.tried_sheets import TRIED, remove_tried_sheets
from game.plugins.watchdog import watch_closely
from game.session.services import open_services
from game.storage import folders
from game.storage.crash_reports.hook import CrashHook
from game.storage.crash_reports.report_folder import ReportFolder
from game.storage.database import Database
from game.storage.single_instance.listener import Listener
from game.ui.effects.sound.mixer import EXPECTED
from game.ui.effects.sound.speaker import MixerSpeaker
from game.ui.library.finding import edit_position, find_position, open_dropped, open_handed
from game.ui.library.handed_files import HandedFiles
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.pictures import baked_pictures
from game.ui.painting.theme import theme_or_first
from game.ui.settings.crash_report.report_scene import offer_report
from game.ui.settings.database_watch import watch_database
from game.ui.shell.app import App, KeyAction
from game.ui.shell.memory_trimmer import take_precedence
from game.ui.shell.system_language import system_language
from game.ui.shell.window_geometry import UNSEEN, desktops, stored_place
from game.ui.training.lessons.rules_card_scene import RULES_KEY, show_rules
from game.ui.widgets import keys

#: Pictures that the menu needs in every theme; the backdrop follows once the theme is known.
_FIRST_PICTURES = ("textures/wood_half.webp", "textures/pond_half.webp")
#: Actions of keys in every scene, besides those of the window itself.
KEYS_EVERYWHERE: Mapping[int, KeyAction] = {
    RULES_KEY: show_rules,
    keys.FIND.key: find_position,
    keys.SET_UP.key: edit_position,
}


def prepare_display() -> None:
    """Set the SDL options that must be set before the display opens.

    On X11 without a GPU, software OpenGL makes a flip ten times slower than plain memory.
    """
    if sys.platform == "linux" and not list(Path("/dev/dri").glob("renderD*")):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


class NoScreenError(Exception):
    """Raised if there is no screen for the window; the message is a sentence for the player."""


def open_display() -> None:
    """Connect to the screen on which the game window will open.

    Raises NoScreenError if there is none, unless ``SDL_VIDEODRIVER`` asks for a driver without a screen. Otherwise SDL
    would fall back to such a driver, and the program would run unseen until it is killed.
    """
    prepare_display()
    try:
        pygame.display.init()
    except pygame.error as problem:
        raise NoScreenError(_no_screen(str(problem))) from problem
    driver = pygame.display.get_driver()
    if driver in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        raise NoScreenError(_no_screen(""))


def _no_screen(problem: str) -> str:
    set_language(system_language(), [language_folder()])
    text = _("Stone Fair found no screen to open its window on.")
    return f"{text} ({problem})" if problem else text


def open_app(plugins: Path | None, crashes: CrashHook | None = None) -> App:
    """Open the game window with the menu. Raises NoScreenError if there is no screen."""
    baked_pictures().decode_early(_FIRST_PICTURES)
    open_display()
    pygame.font.init()
    services = open_services(plugins, system_language(), teacher_of)
    backdrop = theme_or_first(services.preferences.theme)[0].backdrop
    if backdrop:
        baked_pictures().decode_early([backdrop])
    place = stored_place(services.database, desktops())
    speaker = MixerSpeaker(services.catalogue.folders().values(), expected=EXPECTED)
    app = App(services, place.size, speaker, KEYS_EVERYWHERE, open_dropped)
    if crashes is not None:
        crashes.scenes = app.scenes.seen
    if place.corner is not None:
        pygame.display.set_window_position(place.corner)
    if app.preferences.start_full_screen:
        app.window.toggle_full_screen()
    app.push(MenuScene(app))
    return app


def run(arguments: argparse.Namespace) -> int:
    """Open the game window and run it until it is closed; return the exit code.

    The code is 2 if there is no screen or the file to open does not exist.
    """
    set_language(system_language(), [language_folder()])
    watch_closely()
    path: Path | None = arguments.file
    if path is not None:
        # Not at the top: the readers of all formats would delay every start.
        from game.library.formats.reading import missing_text  # noqa: PLC0415

        if problem := missing_text(path):
            _show_message(problem)
            return 2
    listener, crashes = Listener(), CrashHook(folders.reports_folder())
    with crashes.installed(), contextlib.closing(listener):
        # From now on, a second start hands its file to this window instead of opening its own.
        listener.open()
        try:
            app = open_app(arguments.plugins, crashes)
        except NoScreenError as no_screen:
            _show_message(str(no_screen))
            return 2
        app.add_tick_callback(HandedFiles(app, listener.requests).tick)
        watch_database(app)
        offer_report(app, ReportFolder(folders.reports_folder()))
        if path is not None:
            app.tasks.append(partial(open_handed, app, path.absolute(), _show_message))
        app.step(0.0)
        # The menu is on screen: import all other scenes now, before the player opens one.
        importlib.import_module("game.ui.menu.navigation")
        _remove_tried_sheets(app.services.database)
        take_precedence()
        app.run()
        if app.services.unsaved:
            _show_message(app.services.unsaved)
    return 0


def _remove_tried_sheets(database: Database) -> None:
    """Begin to remove the sheets that were tried in the workshop and that no game needs, if all games are known."""
    if database.file.is_stored:
        recorded = database.games.rulesets_beginning_with(TRIED)
        start_worker(partial(remove_tried_sheets, recorded), "sheets")


def _show_message(words: str) -> None:
    """Write a sentence to the terminal, if there is one; on Windows, programs with a window have none."""
    if sys.stderr is not None:
        sys.stderr.write(f"{words}\n")
