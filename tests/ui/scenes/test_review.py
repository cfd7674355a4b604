"""The review in the replay: read in the background, seen on curve, list and board, kept, and ended by one key."""

from __future__ import annotations

import pygame
import pytest

from game.analysis.review.judgement import MoveClass
from game.analysis.review.review_store import mark_of_game, read_readings
from game.storage.database import Database
from game.storage.folders import database_file
from game.ui.analysis.review.replay_scene import ReplayScene
from game.ui.analysis.review.review_card import PLACE
from game.ui.play.results import ResultsScene
from tools.pilot.pilot import Peer, Pilot

#: Scores for the side on turn, by the plies before the position: White's third stone throws the game away.
_SCORES = {0: 20, 1: -20, 2: 20, 3: -20, 4: 20, 5: -20, 6: 600, 7: -900, 8: 2000}
_BEST = {5: "h12"}


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A row of five won by Ann, which is read back."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    flying.press("Results")
    flying.press("Review game")
    return flying


def read_all(pilot: Pilot) -> ReplayScene:
    """Lets the engine answer until every position has been read once."""
    scene = pilot.scene
    assert isinstance(scene, ReplayScene)
    prover = pilot.app.services.prover
    pilot.frames(2)
    while scene._worker.unread:
        number = prover.asked[-1].revision
        best = _BEST.get(number, "o1")
        prover.remark(depth=6, score=_SCORES[number], variation=(best,))
        prover.answer(best)
        pilot.frames(2)
    pilot.frames(30)
    return scene


def test_the_game_is_read_from_its_end_without_anybody_waiting(pilot: Pilot) -> None:
    scene = read_all(pilot)
    asked = [each.revision for each in pilot.app.services.prover.asked]
    assert asked[:9] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert scene._worker.review.moves[5].kind is MoveClass.BLUNDER
    assert scene._worker.review.accuracy[0] > scene._worker.review.accuracy[1]


def test_the_next_mistake_is_a_key_away_and_the_better_move_shines_on_the_board(pilot: Pilot) -> None:
    scene = read_all(pilot)
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_m)
    assert scene.replay.step == 6
    names = scene.replay.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.suggestions] == ["h12"]
    text = scene._bubble_text(lambda _words: True)
    assert text.startswith("The turning point.")
    assert "H12 was better: " in text
    pilot.key(pygame.K_LEFT)
    assert not scene.board.suggestions


def test_a_click_on_the_curve_leads_to_the_move_and_dragging_goes_along(pilot: Pilot) -> None:
    scene = read_all(pilot)
    x, y, width, height = PLACE
    middle = scene.stage.point(x + width / 2, y + height / 2)
    pilot.click(middle)
    assert scene.replay.step in (4, 5), middle
    right = scene.stage.point(x + width - 18, y + height / 2)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=right, rel=(1, 0), buttons=(1, 0, 0), touch=False))
    pilot.frames(2)
    assert scene.replay.step == 9


def test_what_was_read_is_kept_with_the_game_and_not_read_again(pilot: Pilot) -> None:
    read_all(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)
    prover = pilot.app.services.prover
    before = len(prover.asked)
    pilot.press("Review game")
    pilot.frames(2)
    assert pilot.scene._worker.unread == 0
    assert pilot.scene._worker.review.moves[5].kind is MoveClass.BLUNDER
    # What is asked now is a deeper look.
    assert min(each.seconds for each in prover.asked[before:]) > prover.asked[0].seconds


def test_a_window_that_closes_over_a_review_keeps_what_was_read(pilot: Pilot) -> None:
    scene = read_all(pilot)
    match = scene.replay.whole
    pilot.app.close()
    database = Database(database_file())
    text = database.stored_review(mark_of_game(match), match.ruleset.info.hint_level)
    database.close()
    assert set(read_readings(text)) == set(_SCORES)


def test_the_same_key_ends_the_review_and_the_engine_is_called_off(pilot: Pilot) -> None:
    pilot.frames(2)
    prover = pilot.app.services.prover
    pilot.key(pygame.K_r)
    pilot.frames(2)
    assert prover.cancelled == 1
    assert pilot.scene._worker is None
    before = len(prover.asked)
    pilot.frames(5)
    assert len(prover.asked) == before


def test_without_a_known_mistake_the_key_says_so(pilot: Pilot) -> None:
    pilot.key(pygame.K_m)
    assert pilot.scene._message == "No mistake is known so far."


def test_the_review_leaves_the_engine_to_what_lies_over_it_and_goes_on_afterwards(pilot: Pilot) -> None:
    pilot.frames(2)
    prover = pilot.app.services.prover
    asked = prover.asked[-1].revision
    pilot.key(pygame.K_F3)
    assert prover.cancelled == 1
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    assert prover.asked[-1].revision == asked
    read_all(pilot)


def test_a_game_whose_engine_tells_no_scores_says_so_in_place_of_the_curve(pilot: Pilot) -> None:
    pilot.frames(2)
    scene = pilot.scene
    while scene._worker.unread:
        pilot.app.services.prover.answer("o1")
        pilot.frames(2)
    assert scene._worker.problem == "No engine tells chances in this game, so there is no curve."
    pilot.key(pygame.K_m)
    assert scene._message == scene._worker.problem
    pilot.key(pygame.K_l)
    assert scene._message == scene._worker.problem


def test_a_reviewed_position_is_copied_and_pictured_by_keys_although_there_are_no_buttons(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(
        "game.ui.analysis.review.replay_scene.copy_text", lambda text: bool(copied.append(text)) or True
    )
    scene = read_all(pilot)
    pilot.key(pygame.K_c)
    assert copied == [scene.subject.dump(scene.replay.match.state)]
    pilot.key(pygame.K_p)
    pilot.press("All right")
    assert pilot.scene is scene
    assert scene._worker is not None


def test_the_last_escape_is_told_where_it_was_and_at_the_end(pilot: Pilot) -> None:
    scene = pilot.scene
    prover = pilot.app.services.prover
    pilot.frames(2)
    while scene._worker.unread:
        number = prover.asked[-1].revision
        best = _BEST.get(number, "o1")
        prover.remark(depth=6, score=_SCORES[number], variation=(best,))
        if number > 5:
            prover.remark(verdict="Nothing holds any more.")
        prover.answer(best)
        pilot.frames(2)
    assert scene._worker.moment(9) == "The last escape was H12 at move 6."
    assert scene._bubble_text(lambda _words: True).startswith("The last escape was H12 at move 6.")
    scene._jump(6)
    assert scene._worker.moment(6) == "The turning point. The last escape was H12."
    names = scene.replay.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.suggestions] == ["h12"]
    assert scene._worker.moment(5) == ""
