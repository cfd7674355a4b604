"""Opening a study on screen, from a file or from the library: in the replay or in the explorer."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.core.model import Reason
from game.library.index.found_study import last_match, step_of, tournament_of_study
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.texts import colour_name
from game.ui.analysis.explore.explore_scene import ExploreScene
from game.ui.analysis.review.replay_scene import ReplayScene
from game.ui.play.play_scene import play_on
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def show_study(app: App, study: Study) -> None:
    """Show the main line of a study in the replay, or the whole study in the explorer if it holds more.

    If a move is illegal, say which.
    """
    if is_explored(study):
        explore_study(app, study)
        return
    made = tournament_of_study(study, side_names(study))
    if isinstance(made, Reason):
        app.push(QuestionScene(app, _("This game cannot be shown"), made.message, {"": _("All right")}))
        return
    app.push(ReplayScene(app, made), partial(play_on, app))


def is_explored(study: Study) -> bool:
    """Return True if a study needs the explorer: it has variations or comments, or is an edited position."""
    tree = study.tree
    is_position = study.start is not None and not len(tree)
    return is_position or len(tree) > len(tree.continuation(ROOT)) or bool(tree.comments or tree.marks)


def explore_study(app: App, study: Study, position: int | None = None) -> None:
    """Open a study in the explorer, if possible at the first occurrence of a given position.

    ``position`` is the key of the position.
    """
    app.push(ExploreScene(app, study, _node_of(study, position)), partial(play_on, app))


def _node_of(study: Study, position: int | None) -> int:
    match = last_match(study)
    if position is None or isinstance(match, Reason):
        return ROOT
    step = step_of(match, position)
    return study.tree.continuation(ROOT)[step - 1] if step else ROOT


def side_names(study: Study) -> tuple[str, str]:
    """Return the names of a study's colours, as display names for unknown players."""
    first, second = (colour_name(study.ruleset.info, colour) for colour in study.ruleset.info.colours)
    return first, second
