"""The pilot's hand at a riddle: stones put by clicks, the whole solution, and a turn that is none."""

from __future__ import annotations

from game.core.language import _
from game.core.model import Place
from game.ui.board.board_buttons import play_label
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tools.pilot.pilot import Pilot

#: No riddle has so many turns.
_MOST_TURNS = 30


def put(pilot: Pilot, move: Place) -> None:
    """Takes the kind of stone in hand where there are several, and clicks it onto its cell."""
    scene = pilot.scene
    if scene.picker.visible and scene.picker.letter != move.stone:
        name = _(scene.subject.info.stone(move.stone).name)
        pilot.click(next(button for button in scene.controls.buttons if button.tip == name).rect.center)
    pilot.click(scene.board.layout.centre(move.cell))
    pilot.frames(30)


def solve(pilot: Pilot) -> None:
    """Finds every turn that is still to be found; what was laid out of one stays."""
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
    """A stone that stands in no solution."""
    known = {move.cell for line in scene.exercise.puzzle.solutions for move in line}
    return next(move for move in scene.match.ruleset.legal_moves(scene.match.state) if move.cell not in known)


def try_wrong(pilot: Pilot) -> Place:
    """Makes a turn that is none of the solutions, and lets the engine refute it; returns the stone that does."""
    scene, prover = pilot.scene, pilot.app.services.prover
    put(pilot, wrong_move(scene))
    answer = wrong_move(scene)
    name = scene.match.state.geometry.names[answer.cell]
    prover.remark(depth=8, score=100.0, variation=(name,))
    prover.answer(name)
    pilot.frames(5)
    return answer
