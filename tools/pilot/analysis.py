"""Steps of the simulated player at the analysis board, where a scripted engine answers."""

from __future__ import annotations

from collections.abc import Callable

from game.core.tournament import Tournament
from game.session.play_on import TakeOver
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_game
from tools.pilot.pilot import Pilot


def nothing(_result: TakeOver | None) -> None:
    """Ignore the position that the player takes from the analysis board."""


def analyse(
    pilot: Pilot,
    tournament: Tournament,
    done: Callable[[TakeOver | None], None] = nothing,
    *,
    index: int = -1,
    step: int | None = None,
    reviews: bool = False,
) -> AnalysisScene:
    """Open the analysis board with a game of a tournament; return its scene, which a dialog may cover.

    ``index`` is the number of the game, by default the last, and ``step`` the move to show, by default the end. With
    ``reviews`` the game is also reviewed. When the scene is closed, ``done`` gets the position that the player takes
    from it, or None.
    """
    below = len(pilot.app.scenes.entries)
    analyse_game(pilot.app, tournament, done, index=index, step=step, reviews=reviews)
    pilot.until(lambda: any(isinstance(scene, AnalysisScene) for scene in _above(pilot, below)), "the analysis board")
    pilot.frames(2)
    return next(scene for scene in _above(pilot, below) if isinstance(scene, AnalysisScene))


def let_engine_in(pilot: Pilot, scene: AnalysisScene) -> None:
    """Wait until the analysis board has checked whether the position belongs to a rated game in progress.

    If a dialog asks whether this game may become unrated so that the engine can help, accept.
    """
    pilot.until(lambda: pilot.scene is not scene or not scene._bar._is_barred.is_reading, "the saved games")
    pilot.frames(2)
    pilot.agree()


def _above(pilot: Pilot, below: int) -> list[object]:
    return [scene for scene, _done in pilot.app.scenes.entries[below:]]


def answer_lines(pilot: Pilot, **scores: float) -> None:
    """Answer the latest question about the position with moves, best first.

    ``scores`` maps the moves to their scores for the side to move.
    """
    prover = pilot.app.services.prover
    for rank, (word, score) in enumerate(scores.items(), start=1):
        prover.remark(depth=8, score=score, nodes=1000, variation=(word, "o15"), rank=rank)
    prover.answer(next(iter(scores)))
    pilot.frames(30)
