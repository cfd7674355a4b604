"""A tour through the list of the turns that earlier games continued with from a position, for tests and pictures."""

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
    """Show the list of next turns in three games, then empty; yield the name of each state that is shown.

    It lists how earlier games continued from the position on the analysis board.
    """
    for name in ("gomoku", "connect6", "threestones"):
        scene = _opened(pilot, name, 1)
        wait(pilot)
        yield f"played next {name}"
        while scene.picture.next_turns.pointed is None:
            pilot.key(pygame.K_TAB)
            pilot.frames(2)
        yield from seen(pilot, f"played next {name} pointed at")
    _opened(pilot, "gomoku", 0).table.study.tree.comments[ROOT] = "Here everything begins."
    pilot.press(_("My games"))
    settle_next_turns(pilot)
    yield from seen(pilot, "played next mine")
    scene = _opened(pilot, "connect6", 0)
    scene._play(*list(scene.subject.legal_moves(scene.match.state))[:1])
    settle_next_turns(pilot)
    yield from seen(pilot, "played next nothing")


def _opened(pilot: Pilot, name: str, step: int) -> AnalysisScene:
    """Open a sample game on the analysis board after ``step`` moves with the list of next turns; return the scene."""
    study = study_of_game(sample_games(name), 0)
    node = study.tree.continuation(ROOT)[step - 1] if step else ROOT
    analyse_study(pilot.app, study, nothing, node)
    scene: AnalysisScene = pilot.scene
    # A rated game in progress has the same moves, so the analysis board asks before it starts the engine.
    let_engine_in(pilot, scene)
    pilot.key(pygame.K_o)
    settle_next_turns(pilot)
    return scene


def settle_next_turns(pilot: Pilot) -> None:
    """Run frames until the search for next turns has gone through all games."""
    pilot.until(lambda: pilot.scene.picture.next_turns.is_settled, "what was played next")
    pilot.frames(2)
