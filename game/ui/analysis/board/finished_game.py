"""Opening a finished game from the player's records in the replay."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError
from game.core.tournament import Tournament
from game.storage.background import BackgroundTask, OnStep
from game.storage.finished_games import GameKey
from game.storage.results import find_in_saves, open_finished
from game.ui.shell.app import App
from game.ui.shell.dialogs import show_notice
from game.ui.shell.work_scene import read_in_background

#: Shows a tournament with one game.
Show = Callable[[Tournament], None]


def open_finished_game(app: App, key: GameKey, show: Show) -> None:
    """Open a finished game from the player's records, or say why it cannot be shown."""
    services = app.services
    found = open_finished(services.database, services.catalogue.rulesets, key)
    if found is not None:
        _show_or_refuse(app, found, show)
        return

    def search(on_step: OnStep) -> Tournament | Reason:
        services.autosave.wait()
        return find_in_saves(services.saves, key, on_step)

    read_in_background(app, _("Reading the saved games…"), key.tournament, search, lambda task: _take(app, task, show))


def _take(app: App, task: BackgroundTask[Tournament | Reason], show: Show) -> None:
    try:
        found = task.take()
    except (ParseError, PluginError) as error:
        found = Reason("unreadable", str(error))
    _show_or_refuse(app, found, show)


def _show_or_refuse(app: App, found: Tournament | Reason, show: Show) -> None:
    """Show a finished game that was read, or a dialog that says why it cannot be shown."""
    if isinstance(found, Reason):
        show_notice(app, _("This game cannot be shown"), found.message)
    else:
        show(found)
