"""The part of the tour through what was played next from an explored position, in games of the fair's first weeks."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.core.language import _
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_study
from tools.pilot.analysis import let_engine_in, nothing
from tools.pilot.pilot import Pilot
from tools.pilot.sample_games import sample_games
from tools.tours.table_tour import seen, wait


def next_turns(pilot: Pilot) -> Iterator[str]:
    """Turns of one stone, of two and of a kind of stone that is chosen, one that is pointed at, and none."""
    for name in ("gomoku", "connect6", "threestones"):
        scene = _opened(pilot, name, 1)
        wait(pilot)
        yield f"played next {name}"
        while scene.picture.next_turns.pointed is None:
            pilot.key(pygame.K_TAB)
            pilot.frames(2)
        yield from seen(pilot, f"played next {name} pointed at")
    _opened(pilot, "gomoku", 0).table.study.tree.comments[ROOT] = "Here everything begins."
    pilot.press(_("Mine"))
    settle_next_turns(pilot)
    yield from seen(pilot, "played next mine")
    scene = _opened(pilot, "connect6", 0)
    scene._play(*list(scene.subject.legal_moves(scene.match.state))[:1])
    settle_next_turns(pilot)
    yield from seen(pilot, "played next nothing")


def _opened(pilot: Pilot, name: str, step: int) -> AnalysisScene:
    """A sample game explored after so many moves, with what was played next."""
    study = study_of_game(sample_games(name), 0)
    node = study.tree.continuation(ROOT)[step - 1] if step else ROOT
    analyse_study(pilot.app, study, nothing, node)
    scene: AnalysisScene = pilot.scene
    # The game is a rated one in progress, too.
    let_engine_in(pilot, scene)
    pilot.key(pygame.K_o)
    settle_next_turns(pilot)
    return scene


def settle_next_turns(pilot: Pilot) -> None:
    """Lets frames pass until all games have been looked through."""
    pilot.until(lambda: pilot.scene.picture.next_turns.is_settled, "what was played next")
    pilot.frames(2)
