"""Opening the analysis board: for a game of a tournament, a study, or a position that is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from game.analysis.board.subject import AnalysisSubject, ReadFile, same_node, subject_of_game, subject_of_study
from game.analysis.editor.draft import Draft, draft_of
from game.core.language import _
from game.core.match import Match
from game.core.model import Reason
from game.core.tournament import Tournament
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.storage.background import BackgroundTask
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.shell.app import App
from game.ui.shell.work_scene import read_in_background

#: Called with a position to play on from, or None when the player leaves the analysis board.
Done = Callable[[TakeOver | None], None]


def analyse_game(
    app: App,
    tournament: Tournament,
    done: Done,
    *,
    index: int = -1,
    step: int | None = None,
    reviews: bool = False,
    has_open_rule: bool = False,
    source: ReadFile | None = None,
) -> None:
    """Open the analysis board with a game of a tournament and the variations that were saved for it.

    ``index`` is the index in ``tournament.games``. The board shows the position after ``step`` moves, or by default the
    end of the game. An unfinished game is analysed at once only with ``reviews``. ``has_open_rule`` is True if the
    player may choose the rule, as for a game of another program. ``source`` is the file of such a
    game, whose encoding the player may choose.
    """
    rulesets, run = app.services.catalogue.rulesets, app.services.autosave.do
    number = range(len(tournament.games))[index]

    def show(task: BackgroundTask[AnalysisSubject]) -> None:
        subject = task.take()
        line = [ROOT, *subject.study.tree.continuation(ROOT)]
        node = None if step is None else line[min(step, len(line) - 1)]
        app.push(AnalysisScene(app, subject, node, reviews=reviews), done)

    def read(_step: object) -> AnalysisSubject:
        return replace(subject_of_game(tournament, number, rulesets, run, has_open_rule=has_open_rule), source=source)

    read_in_background(app, _("Reading the game…"), tournament.title, read, show)


def analyse_study(
    app: App,
    study: Study,
    done: Done,
    node: int | None = ROOT,
    path: Path | None = None,
    *,
    game: Tournament | None = None,
    source: ReadFile | None = None,
) -> None:
    """Open the analysis board with a study at a node, with the changes that were saved for it.

    ``path`` is the file of the study, None if it has none. ``game`` holds the main line if it is a finished game, which
    is then analysed; its end is shown for a ``node`` of None. ``source`` is the file that it is from.
    """
    rulesets, autosave = app.services.catalogue.rulesets, app.services.autosave

    def show(task: BackgroundTask[AnalysisSubject]) -> None:
        subject = task.take()
        shown = None if node is None else same_node(study, node, subject.study)
        app.push(AnalysisScene(app, subject, shown), done)

    def read(_step: object) -> AnalysisSubject:
        autosave.wait()
        return replace(subject_of_study(study, autosave.do, path, rulesets), tournament=game, source=source)

    read_in_background(app, _("Reading the game…"), study.title, read, show)


def set_up_position(app: App, done: Done, match: Match | None = None) -> None:
    """Open the set-up mode with the position of a match, by default with the position that was edited last.

    When the player leaves the set-up mode with a position, the analysis board opens with it above the current scene.
    """
    draft = None if match is None else draft_of(match.ruleset, match.options, match.state)

    def analyse(edited: Draft | None) -> None:
        # On the analysis board, a position that was not changed leads back to its study.
        if edited is None or (edited == draft and isinstance(app.scene, AnalysisScene)):
            return
        study = edited.study(_("{game} position", game=_(edited.ruleset.info.title)))
        assert not isinstance(study, Reason), "the set-up mode ends with a valid position"
        analyse_study(app, study, done)

    app.push(EditorScene(app, draft), analyse)
