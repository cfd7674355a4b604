"""A tour through the review of a game for tests and pictures: during the review, after it, and without scores."""

from __future__ import annotations

from collections.abc import Iterator

from game.analysis.review.judgement import states_of
from game.core.match import Match
from game.core.model import Choose, Place
from game.core.ruleset import Ruleset, format_move
from game.core.tournament import Participant
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.widgets import keys
from tools.pilot.analysis import analyse, let_engine_in
from tools.pilot.fair_life import ended
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import wait

#: The name of somebody who is not a player in the database, so that the made-up review stores no mistakes.
_GUEST = "Vera"
#: The number of positions that the engine has evaluated when the tour shows an unfinished review.
_BEGUN = 9
#: The loser's advantage before the decisive mistake, and disadvantage after it, in logits.
_LEAD, _MISTAKE = 0.6, 1.9


def reviews(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show the review of a lost game, unfinished and finished, and one without scores; yield each state's name."""
    name, app = ruleset.info.id, pilot.app
    level = ruleset.info.levels[2]
    sides = (Participant(_GUEST), Participant(level.name, level.id))
    tournament = ended(app.services, name, sides, "l", 1)
    scene = analyse(pilot, tournament)
    let_engine_in(pilot, scene)
    _read(pilot, _BEGUN)
    wait(pilot)
    yield f"review {name} being read"
    _read(pilot)
    for step in _steps(scene):
        scene.go_to_step(step)
        wait(pilot)
        yield f"review {name} {step}"
    pilot.key(keys.MISTAKE.key)
    wait(pilot)
    yield f"review {name}"
    app.pop(scene, None)
    yield from unread(pilot, ruleset)


def unread(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show a review by an engine that reports no scores; yield the name of each state that is shown."""
    app, prover = pilot.app, pilot.app.services.prover
    level = ruleset.info.levels[2]
    sides = (Participant(_GUEST), Participant(level.name, level.id))
    scene = analyse(pilot, ended(app.services, ruleset.info.id, sides, "d", 2))
    let_engine_in(pilot, scene)
    worker = scene.analysis.worker
    assert worker is not None
    while worker.unread:
        prover.answer("a1")
        pilot.frames(2)
    pilot.key(keys.LEARN.key)
    wait(pilot)
    yield f"review {ruleset.info.id} without scores"
    app.pop(scene, None)


def _steps(scene: AnalysisScene) -> list[int]:
    """Return the positions to show: a good move, a move that allows a win, one that misses a win, and the end."""
    assert scene.analysis.worker is not None
    judged = scene.analysis.worker.review.moves
    allowed = [each.ply for each in judged if each.allowed_loss][:1]
    missed = [each.ply for each in judged if each.missed_win][:1]
    return [len(judged) // 2 - 3, *allowed, *missed, len(judged)]


def _read(pilot: Pilot, count: int = 1000) -> None:
    """Let the engine evaluate up to ``count`` positions, with the results that ``_found`` makes up."""
    scene: AnalysisScene = pilot.scene
    prover, match, worker = pilot.app.services.prover, scene.subject_of_board.game, scene.analysis.worker
    assert match is not None
    assert worker is not None
    pilot.frames(2)
    while worker.unread and count:
        number = prover.asked[-1].revision
        best, logits, verdict = _found(match, number)
        prover.remark(depth=6, score=logits * match.ruleset.info.logit_scale, variation=best)
        if verdict:
            prover.remark(verdict=verdict)
        prover.answer(best[0])
        pilot.frames(2)
        count -= 1
    pilot.frames(30)


def _found(match: Match, number: int) -> tuple[tuple[str, ...], float, str]:
    """Make up an evaluation: the best move, the score for the side to move in logits, and a verdict or "".

    The loser leads at first, and makes the decisive mistake in the middle of the game. After two thirds of the game
    the winner misses a forced win, and near the end the win is certain.
    """
    length, winner = len(match.plies), match.outcome.winner
    state = states_of(match)[number]
    thrown, let_go, over = (_own(match, at, seat) for at, seat in _moments(length, winner))
    best = match.plies[number].move if number < length else None
    if best is None or isinstance(best, Choose) or number in (thrown, let_go):
        moves = [move for move in match.ruleset.legal_moves(state) if isinstance(move, Place) and move != best]
        best = moves[len(moves) // 2]
    logits = _LEAD if number <= thrown else -_MISTAKE
    proof = "" if number <= over and number != let_go else "Forced win." if state.seat == winner else "Forced loss."
    words = format_move(match.ruleset.info, state.geometry, best)
    if proof:
        return (words,), 9.0 if state.seat == winner else -9.0, proof
    return (words,), logits if state.seat != winner else -logits, ""


def _moments(length: int, winner: int) -> tuple[tuple[int, int], ...]:
    """Return for the three events of ``_found`` the earliest position, and the seat that is to move then."""
    return (length // 2, 1 - winner), (length * 2 // 3, winner), (length - 6, 1 - winner)


def _own(match: Match, number: int, seat: int) -> int:
    """Return the first position from ``number`` on in which a seat is to move."""
    return next(ply for ply in range(number, len(match.plies)) if match.plies[ply].seat == seat)
