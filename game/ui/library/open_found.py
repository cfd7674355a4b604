"""Opening a game that was found in the library, at the position that was searched for.

If its file also has variations or comments, the file is read, else the indexed moves are enough.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError
from game.core.tournament import Tournament
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import open_file
from game.library.index.added_files import begin_reading
from game.library.index.found_study import step_of, study_of_found, tournament_of_study
from game.library.index.search import FoundGame
from game.library.index.sources import SourceKind, game_key
from game.session.services import Services
from game.storage.background import BackgroundTask, OnStep
from game.ui.analysis.board.finished_game import open_finished_game
from game.ui.analysis.board.opening import analyse_game
from game.ui.library.open_study import analyse_found, is_explored, side_names
from game.ui.play.play_scene import play_on
from game.ui.shell.app import App
from game.ui.shell.dialogs import show_notice
from game.ui.shell.work_scene import read_in_background, run_task


def open_found(app: App, found: FoundGame, position: int | None) -> None:
    """Show a library game at the first occurrence of a position, or say why it cannot be shown.

    ``position`` is the key of the position.
    """
    path = _path_of_more(app.services, found)
    if path is None:
        _show_main_line(app, found, position)
    else:
        rulesets = app.services.catalogue.rulesets
        task = begin_reading(path.name, lambda: open_file(path, rulesets))
        run_task(app, _("Reading the file…"), path.name, task, partial(_show_with_more, app, found, position))


def _path_of_more(services: Services, found: FoundGame) -> Path | None:
    """Return the file of a library game if it has content that the index lacks, otherwise None.

    Such content is variations, comments, or a position without moves.
    """
    places = services.library.places
    folders = {SourceKind.STUDY.value: places.studies, SourceKind.FILE.value: places.files}
    has_details = found.has_more or not found.plies
    return folders[found.kind] / found.source if has_details and found.kind in folders else None


def _show_with_more(app: App, found: FoundGame, position: int | None, task: BackgroundTask[OpenedFile]) -> None:
    """Open a library game's study with its variations; if its file cannot be read, show the indexed moves."""
    try:
        studies, problem = task.take().studies[found.number :], _("The file no longer contains this game.")
    except (ParseError, PluginError) as error:
        studies, problem = (), str(error)
    if studies and is_explored(studies[0]):
        analyse_found(app, studies[0], _path_of_more(app.services, found), position)
        return
    _show_main_line(app, found, position)
    if not studies:
        app.show_message(problem)


def _show_main_line(app: App, found: FoundGame, position: int | None) -> None:
    services = app.services
    if found.kind == SourceKind.RECORD.value:
        open_finished_game(app, game_key(found.source), lambda kept: _show_series(app, (kept, 0), position))
        return
    if found.kind != SourceKind.SAVE.value:
        _show_series(app, _series(services, found), position)
        return
    name = found.source.rpartition(".")[0]

    def load(on_game: OnStep) -> Tournament:
        services.autosave.wait()
        return services.saves.peek(name, on_game)

    read_in_background(
        app, _("Reading the file…"), name, load, lambda task: _show_series(app, _saved(task, found), position)
    )


def _show_series(app: App, series: tuple[Tournament, int] | Reason, position: int | None) -> None:
    """Show a game of a tournament on the analysis board, or the reason why it cannot be shown."""
    if isinstance(series, Reason):
        show_notice(app, _("This game cannot be shown"), series.message)
        return
    tournament, index = series
    step = None if position is None else step_of(tournament.games[index].match, position)
    analyse_game(app, tournament, partial(play_on, app), index=index, step=step)


def _series(services: Services, found: FoundGame) -> tuple[Tournament, int] | Reason:
    """Convert a library game that is not a save to a tournament; return it and 0, the game's index.

    Returns a Reason if that is not possible.
    """
    rulesets = services.catalogue.rulesets
    try:
        study = study_of_found(found, rulesets)
        made = study if isinstance(study, Reason) else tournament_of_study(study, side_names(study), found.result)
    except PluginError as error:
        return Reason("a ruleset failed", str(error))
    return made if isinstance(made, Reason) else (made, 0)


def _saved(task: BackgroundTask[Tournament], found: FoundGame) -> tuple[Tournament, int] | Reason:
    """Return the tournament read from a save file, and the library game's index in it; or a Reason."""
    try:
        tournament = task.take()
    except ParseError as error:
        return Reason("unreadable", str(error))
    if found.number >= len(tournament.games):
        return Reason("gone", _("The file no longer contains this game."))
    return tournament, found.number
