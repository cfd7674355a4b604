"""A tour through opening training for tests and pictures: fairness drills of each game, and rehearsals of openings.

In a fairness drill a player says who is better in a position; in a rehearsal the player plays an opening.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame

from game.core.model import Choose
from game.core.ruleset import complete_options
from game.library.formats.lists.openings import begin_match
from game.storage.finished_games import FinishedGame, GameKey
from game.training.openings.balance import Balance
from game.training.openings.decision_openings import word_openings
from game.training.openings.fairness_drill import FairnessDrill
from game.training.openings.opening_positions import OpeningPosition, OwnDraw, rules_of
from game.ui.training.openings.fairness_scene import FairnessScene
from game.ui.training.openings.opening_training_scene import OpeningTrainingScene
from game.ui.training.openings.rehearsal_scene import RehearsalScene
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.tours.table_tour import seen, wait

#: The engine's score of the drill position by ruleset, in points for the side to move.
_SCORES = {"gomoku": -250.0, "connect6": 100.0, "threestones": 60.0, "six_in_a_row": -20.0}


def judge(pilot: Pilot, score: float, *line: str) -> None:
    """Let the scripted engine answer its last question with a score and these moves, by default with one legal move."""
    prover = pilot.app.services.prover
    asked = prover.asked[-1]
    ruleset = pilot.app.services.catalogue.rulesets[asked.ruleset_id]
    state = ruleset.load(asked.position_text, asked.options)
    moves = list(ruleset.legal_moves(state))[len(state.board) // 2 - 2 :]
    words = line or tuple(_word(ruleset, state, move) for move in moves[:1])
    prover.remark(depth=9, score=score, nodes=90_000, variation=words)
    prover.answer(*words[:1])
    pilot.frames(3)


def _word(ruleset: object, state: object, move: object) -> str:
    name = state.geometry.names[move.cell]
    return f"{name}={move.stone}" if ruleset.info.names_stone else name


def drill(pilot: Pilot, ruleset_id: str, seed: int = 7, own: OwnDraw = lambda _rng: None) -> FairnessScene:
    """Open a fairness drill (say who is better) of a ruleset; return its scene, which waits for the first answer.

    ``own`` chooses a position from the player's own games, if there is one.
    """
    pilot.app.services.prover = ScriptedOpponent()
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    *_others, options = rules_of(ruleset)
    scene = FairnessScene(pilot.app, FairnessDrill(ruleset, options, pilot.app.services.prover, seed, own))
    pilot.app.push(scene)
    pilot.frames(3)
    return scene


def rehearse(pilot: Pilot, title: str, seat: int) -> RehearsalScene:
    """Open the rehearsal of an opening of Gomoku for a player at ``seat``, 0 (who moves first) or 1; return its scene.

    ``title`` is that of the opening in the list.
    """
    pilot.app.services.prover = ScriptedOpponent()
    openings = word_openings(pilot.app.services.catalogue.rulesets["gomoku"])
    opening = next(each for each in openings if each.title == title)
    scene = RehearsalScene(pilot.app, opening, seat, 5)
    pilot.app.push(scene)
    pilot.frames(3)
    return scene


def advise(pilot: Pilot, *words: str) -> None:
    """Let the scripted engine answer the latest question with ``words``: moves or an opening decision."""
    pilot.app.services.prover.answer(*words)
    pilot.frames(3)


def put(pilot: Pilot, scene: RehearsalScene, *names: str) -> None:
    """Click cells, given by their names, to place stones of the opening."""
    for name in names:
        scene._use(scene.match.state.geometry.cell(name), by_hand=True)
        pilot.frames(3)


def opening_training(pilot: Pilot) -> Iterator[str]:
    """Show the list of opening training, drills, and rehearsals of openings; yield the name of each state."""
    app = pilot.app
    app.push(OpeningTrainingScene(app, random.Random(3)))
    wait(pilot)
    yield "openings"
    pilot.key(pygame.K_END)
    for _row in range(5):
        pilot.key(pygame.K_UP)
    yield from seen(pilot, "openings swap2")
    for ruleset_id, score in _SCORES.items():
        scene = drill(pilot, ruleset_id)
        wait(pilot)
        yield f"fair {ruleset_id}"
        scene._answer(Balance.EVEN)
        judge(pilot, score)
        yield from seen(pilot, f"fair {ruleset_id} answered")
    yield from _own_game(pilot)
    yield from _placing(pilot)
    yield from _choosing(pilot)
    yield from _offers(pilot)


def _own_game(pilot: Pilot) -> Iterator[str]:
    """Show a drill with a position from the player's own game; yield the name of each state that is shown."""
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    match = begin_match(ruleset, complete_options(ruleset.info, {}), 0, ("h8", "i9", "i7", "g9"))
    key = GameKey("gomoku", "Friday", 1, 1)
    game = FinishedGame(key, "line", 20, "2025-10-09T18:30:00+00:00", "Pip", "engine_newcomer", "won", None, None)
    # Set the position, because only some seeds draw a position from the player's games.
    scene = drill(pilot, "gomoku", 3, lambda _rng: OpeningPosition(match, game=game))
    assert scene.drill.question.position.game is game
    scene._answer(Balance.EVEN)
    judge(pilot, 260.0)
    yield from seen(pilot, "fair own game")


def _placing(pilot: Pilot) -> Iterator[str]:
    """Show Swap2 with a player who places three stones; yield the name of each state that is shown.

    The player chooses a colour after the engine has placed two more stones.
    """
    scene = rehearse(pilot, "Swap2", 0)
    wait(pilot)
    yield "swap2 put down"
    put(pilot, scene, "h8", "k12", "d4")
    wait(pilot)
    yield "swap2 judged"
    judge(pilot, -40.0, "g9", "f8")
    advise(pilot, "put2", "i9", "e3")
    judge(pilot, -220.0, "g9", "f8")
    advise(pilot, "black")
    wait(pilot)
    yield "swap2 choice again"
    pilot.app.pop(pilot.scene, None)
    scene._choose("white", scene.match.revision)
    yield from seen(pilot, "swap2 over")


def _choosing(pilot: Pilot) -> Iterator[str]:
    """Show Swap2 with a player who decides to place two more stones; yield the name of each state that is shown."""
    scene = rehearse(pilot, "Swap2", 1)
    advise(pilot, "h8", "i9", "k10")
    judge(pilot, -330.0, "g9", "f8")
    advise(pilot, "black")
    wait(pilot)
    yield "swap2 choose"
    pilot.app.pop(pilot.scene, None)
    scene._choose("put2", scene.match.revision)
    yield from seen(pilot, "swap2 two more")


def _offers(pilot: Pilot) -> Iterator[str]:
    """Show Soosyrv-8, in which a player offers several fifth moves; yield the name of each state that is shown."""
    scene = rehearse(pilot, "Soosyrv-8", 1)
    advise(pilot, "h8", "h9", "i10")
    judge(pilot, -330.0, "g9", "f8")
    advise(pilot, "swap")
    pilot.app.pop(pilot.scene, None)
    assert Choose("stay") in scene.match.ruleset.legal_moves(scene.match.state)
    scene._choose("stay", scene.match.revision)
    yield from seen(pilot, "soosyrv fourth")
