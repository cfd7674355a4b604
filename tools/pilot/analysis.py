"""The analysis board for tours and tests: it is opened, and the scripted engine answers."""

from __future__ import annotations

from collections.abc import Callable

from game.core.tournament import Tournament
from game.session.play_on import TakeOver
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_game
from tools.pilot.pilot import Pilot


def nothing(_result: TakeOver | None) -> None:
    """Does nothing with the position that the player leaves the board with."""


def analyse(
    pilot: Pilot,
    tournament: Tournament,
    done: Callable[[TakeOver | None], None] = nothing,
    *,
    index: int = -1,
    step: int | None = None,
    reviews: bool = False,
) -> AnalysisScene:
    """Opens the analysis board with a game of a tournament; returns its scene, which may lie under a question."""
    below = len(pilot.app.scenes.entries)
    analyse_game(pilot.app, tournament, done, index=index, step=step, reviews=reviews)
    pilot.until(lambda: any(isinstance(scene, AnalysisScene) for scene in _above(pilot, below)), "the analysis board")
    pilot.frames(2)
    return next(scene for scene in _above(pilot, below) if isinstance(scene, AnalysisScene))


def let_engine_in(pilot: Pilot, scene: AnalysisScene) -> None:
    """Waits until it is known whether the position is of a rated game in progress; lets that become unrated."""
    pilot.until(lambda: pilot.scene is not scene or not scene._bar._is_barred.is_reading, "the saved games")
    pilot.frames(2)
    pilot.agree()


def _above(pilot: Pilot, below: int) -> list[object]:
    return [scene for scene, _done in pilot.app.scenes.entries[below:]]


def answer_lines(pilot: Pilot, **scores: float) -> None:
    """Answers a question about the position on the board with moves and their scores for the side on turn."""
    prover = pilot.app.services.prover
    for rank, (word, score) in enumerate(scores.items(), start=1):
        prover.remark(depth=8, score=score, nodes=1000, variation=(word, "o15"), rank=rank)
    prover.answer(next(iter(scores)))
    pilot.frames(30)
