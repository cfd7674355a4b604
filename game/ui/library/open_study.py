"""Showing a study that was opened."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.core.model import Reason
from game.core.tournament import Game, Participant, Tournament
from game.session.wording import colour_name
from game.study.study import Study
from game.study.tree import ROOT
from game.ui.play.play_scene import play_on
from game.ui.replay.replay_scene import ReplayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def show_study(app: App, study: Study) -> None:
    """Show the main line of a study, or say which of its moves is not legal."""
    nodes = study.tree.continuation(ROOT)
    match = study.match(nodes[-1] if nodes else ROOT)
    if isinstance(match, Reason):
        app.push(QuestionScene(app, _("This game cannot be shown"), match.message, {"": _("All right")}))
        return
    names = (colour_name(study.ruleset.info, colour) for colour in study.ruleset.info.colours)
    first, second = (name or other for name, other in zip(study.players, names, strict=True))
    series = Tournament(study.ruleset, study.options, (Participant(first), Participant(second)), study.seed)
    series.title, series.games = study.title or f"{first} - {second}", [Game((0, 1), match)]
    app.push(ReplayScene(app, series), partial(play_on, app))
