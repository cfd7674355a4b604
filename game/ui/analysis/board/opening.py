"""Opening the analysis board: for a game of a tournament, a study, or a position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.analysis.board.subject import AnalysisSubject, subject_of_game, subject_of_study
from game.core.language import _
from game.core.tournament import Tournament
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.storage.background import BackgroundTask
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.shell.app import App
from game.ui.shell.work_scene import read_in_background

#: Called with a position to play on from, or None when the player leaves the analysis board.
Done = Callable[[TakeOver | None], None]


def analyse_game(
    app: App, tournament: Tournament, done: Done, *, index: int = -1, step: int | None = None, reviews: bool = False
) -> None:
    """Open the analysis board with a game of a tournament, at a step or at its end, with its saved variations.

    ``index`` is the index in ``tournament.games``. An unfinished game is analysed at once only with ``reviews``.
    """
    rulesets, run = app.services.catalogue.rulesets, app.services.autosave.do
    number = range(len(tournament.games))[index]

    def show(task: BackgroundTask[AnalysisSubject]) -> None:
        subject = task.take()
        line = [ROOT, *subject.study.tree.continuation(ROOT)]
        node = None if step is None else line[min(step, len(line) - 1)]
        app.push(AnalysisScene(app, subject, node, reviews=reviews), done)

    def read(_step: object) -> AnalysisSubject:
        return subject_of_game(tournament, number, rulesets, run)

    read_in_background(app, _("Reading the game…"), tournament.title, read, show)


def analyse_study(app: App, study: Study, done: Done, node: int = ROOT, path: Path | None = None) -> None:
    """Open the analysis board with a study at a node; ``path`` is the file of the study, None if it has none."""
    subject = subject_of_study(study, app.services.autosave.do, path)
    app.push(AnalysisScene(app, subject, node), done)
