"""Showing a study that was opened."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.core.model import Reason
from game.library.found_study import tournament_of_study
from game.session.wording import colour_name
from game.study.study import Study
from game.study.tree import ROOT
from game.ui.explore.explore_scene import ExploreScene
from game.ui.play.play_scene import play_on
from game.ui.replay.replay_scene import ReplayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def show_study(app: App, study: Study) -> None:
    """Show the main line of a study, or say which of its moves is not legal; one with more than that is explored."""
    tree = study.tree
    if len(tree) > len(tree.continuation(ROOT)) or tree.comments or tree.marks:
        app.push(ExploreScene(app, study), partial(play_on, app))
        return
    made = tournament_of_study(study, side_names(study))
    if isinstance(made, Reason):
        app.push(QuestionScene(app, _("This game cannot be shown"), made.message, {"": _("All right")}))
        return
    app.push(ReplayScene(app, made), partial(play_on, app))


def side_names(study: Study) -> tuple[str, str]:
    """What the players are called where nobody knows their names: by the colours of their stones."""
    first, second = (colour_name(study.ruleset.info, colour) for colour in study.ruleset.info.colours)
    return first, second
