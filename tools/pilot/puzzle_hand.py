"""Steps of the simulated player at a puzzle: placing stones with clicks, solving it, and trying a wrong move."""

from __future__ import annotations

from game.core.language import _
from game.core.model import Place
from game.ui.board.board_buttons import play_label
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tools.pilot.pilot import Pilot

#: A limit that is greater than the number of turns of any puzzle.
_MOST_TURNS = 30


def put(pilot: Pilot, move: Place) -> None:
    """Click the board to place a stone; if the game has several kinds of stone, click the button of its kind first."""
    scene = pilot.scene
    if scene.picker.visible and scene.picker.letter != move.stone:
        name = _(scene.subject.info.stone(move.stone).name)
        pilot.click(next(button for button in scene.controls.buttons if button.tip == name).rect.center)
    pilot.click(scene.board.layout.centre(move.cell))
    pilot.frames(30)


def solve(pilot: Pilot) -> None:
    """Solve the rest of the puzzle with clicks. Stones that are placed but not yet confirmed are kept.

    Raise AssertionError if the puzzle is not solved then.
    """
    scene, riddle = pilot.scene, pilot.scene.exercise
    for _turn in range(_MOST_TURNS):
        if riddle.is_solved:
            return
        for move in riddle.first_stones():
            if not scene.pending.has(move.cell):
                put(pilot, move)
        if scene.pending.is_complete and riddle.verdict is None:
            pilot.press(play_label(scene.pending))
        pilot.frames(60)
    raise AssertionError(f"a riddle is not solved: {scene.feedback}")


def wrong_move(scene: PuzzleScene) -> Place:
    """Return a legal move to a cell that no solution uses."""
    known = {move.cell for line in scene.exercise.puzzle.solutions for move in line}
    return next(move for move in scene.match.ruleset.legal_moves(scene.match.state) if move.cell not in known)


def try_wrong(pilot: Pilot) -> Place:
    """Place a wrong stone, let the scripted engine answer with a refutation, and return the refutation."""
    scene, prover = pilot.scene, pilot.app.services.prover
    put(pilot, wrong_move(scene))
    answer = wrong_move(scene)
    name = scene.match.state.geometry.names[answer.cell]
    prover.remark(depth=8, score=100.0, variation=(name,))
    prover.answer(name)
    pilot.frames(5)
    return answer
