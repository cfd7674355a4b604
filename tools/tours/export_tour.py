"""A tour through the export of a game for tests and pictures: with a review, in another format, as an animation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.analysis.review.annotated import annotated_study
from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.tournament import Participant
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from tools.pilot.fair_life import ANN, ended
from tools.pilot.pilot import Pilot
from tools.pilot.reviewed import reviewed
from tools.tours.table_tour import seen, wait


def exported(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show the export of a reviewed game in two formats and as an animation, and yield the name of each state."""
    services, info = pilot.app.services, ruleset.info
    sides = Participant(ANN), Participant(info.levels[2].name, info.levels[2].id)
    tournament = ended(services, info.id, sides, "l", 0)
    study = study_of_game(tournament, 0)
    annotated = partial(annotated_study, tournament, 0, reviewed(tournament, {7: 0.2}).readings)
    node = study.tree.continuation(ROOT)[-1]
    scene = ExportScene(pilot.app, ExportedGame(tournament.title, study, node, annotated))
    pilot.app.push(scene)
    wait(pilot)
    yield f"export {info.id}"
    for kind in ("psq", "animation"):
        scene.select(kind)
        wait(pilot)
        yield f"export {info.id} {kind}"
    saved = _("The file is saved as “{file}” in {folder}.", file="Lantern night.gif", folder="/home/ann/stone-fair")
    scene._show_message(saved)
    yield from seen(pilot, f"export {info.id} saved")
