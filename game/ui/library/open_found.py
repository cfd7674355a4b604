"""Opening a game that was found in the library: in the replay, at the position that was looked for."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError
from game.core.tournament import Tournament
from game.formats.reading import open_file
from game.library.found_study import step_of, study_of_found, tournament_of_study
from game.library.search import FoundGame
from game.library.sources import SourceKind, game_key
from game.session.services import Services
from game.store.results import open_finished
from game.study.study import Study
from game.ui.library.open_study import explore_study, is_explored, side_names
from game.ui.play.play_scene import play_on
from game.ui.replay.replay_scene import ReplayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def open_found(app: App, found: FoundGame, position: int | None) -> None:
    """Show a game, at the first place where the position of this key stood; say why where that cannot be.

    A study with variations or remarks is explored, as it stands in its file.
    """
    study = _kept_study(app.services, found)
    if study is not None:
        explore_study(app, study, position)
        return
    series = _series(app.services, found)
    if isinstance(series, Reason):
        ask = QuestionScene(app, _("This game cannot be shown"), series.message, {"": _("All right")})
        app.push(ask)
        return
    tournament, index = series
    step = None if position is None else step_of(tournament.games[index].match, position)
    app.push(ReplayScene(app, tournament, index, step), partial(play_on, app))


def _series(services: Services, found: FoundGame) -> tuple[Tournament, int] | Reason:
    """The series that a game belongs to, and its place there."""
    rulesets = services.catalogue.rulesets
    if found.kind == SourceKind.SAVE.value:
        return _saved(services, found)
    if found.kind == SourceKind.RECORD.value:
        kept = open_finished(services.database, services.saves, rulesets, game_key(found.source))
        return kept if isinstance(kept, Reason) else (kept, 0)
    try:
        study = study_of_found(found, rulesets)
        made = study if isinstance(study, Reason) else tournament_of_study(study, side_names(study), found.result)
    except PluginError as error:
        return Reason("a ruleset failed", str(error))
    return made if isinstance(made, Reason) else (made, 0)


def _kept_study(services: Services, found: FoundGame) -> Study | None:
    """The study of a file of ours that is more than a game; None where the index tells all that there is to show."""
    if found.kind != SourceKind.STUDY.value or not (found.has_more or not found.plies):
        return None
    try:
        studies = open_file(services.library.places.studies / found.source, services.catalogue.rulesets).studies
    except ParseError:
        return None
    study = studies[found.number] if found.number < len(studies) else None
    return study if study is not None and is_explored(study) else None


def _saved(services: Services, found: FoundGame) -> tuple[Tournament, int] | Reason:
    try:
        tournament = services.saves.load(found.source.rpartition(".")[0])
    except ParseError as error:
        return Reason("unreadable", str(error))
    if found.number >= len(tournament.games):
        return Reason("gone", _("This game is no longer in its file."))
    return tournament, found.number
