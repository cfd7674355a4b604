"""Mistakes by posted events: a lost game is reviewed, its mistake becomes a question, and comes back on its day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pygame
import pytest

from game.training.mistakes import scheduling
from game.training.mistakes.scheduling import Recall
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.mistakes.mistake_texts import next_due_text
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.analysis.mistakes.practice_scene import PracticeScene
from game.ui.library.collection_scene import CollectionScene
from tests.ui.scenes.test_analysis_engine import read_all
from tools.pilot.pilot import Peer, Pilot


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A game that Ben has lost to Ann by his third stone; Ben is at the machine, and has reviewed it."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    database = flying.app.services.database
    database.players.switch(database.players.find("Ben").id)
    flying.press("Results")
    flying.key(pygame.K_a)
    read_all(flying)
    return flying


def practise(pilot: Pilot) -> PracticeScene:
    pilot.key(pygame.K_l)
    scene = pilot.scene
    assert isinstance(scene, PracticeScene)
    return scene


def put(pilot: Pilot, name: str) -> None:
    scene = pilot.scene
    pilot.click(scene.board.layout.centre(scene.match.state.geometry.cell(name)))
    pilot.frames(30)


def kept(pilot: Pilot) -> list:
    database = pilot.app.services.database
    return database.mistakes.all(database.players.current())


def test_the_mistake_of_a_reviewed_game_is_asked_and_the_known_best_move_passes_at_once(pilot: Pilot) -> None:
    scene = practise(pilot)
    assert [mistake.played for mistake in scene.practice.mistakes] == [("a3",)]
    assert scene.match.state.board.count(".") == 15 * 15 - 5
    before = len(pilot.app.services.prover.asked)
    put(pilot, "h12")
    assert scene.exercise.verdict is True
    assert len(pilot.app.services.prover.asked) == before
    assert scene.practice.answers == [Recall.ALONE]


def test_another_move_is_judged_by_the_engine_in_the_background(pilot: Pilot) -> None:
    scene = practise(pilot)
    prover = pilot.app.services.prover
    put(pilot, "h11")
    assert scene.exercise.is_judging
    assert scene.feedback == "The engine is checking your move…"
    prover.remark(depth=6, score=10, variation=("h12",))
    prover.answer("h12")
    pilot.frames(3)
    assert scene.exercise.verdict is True
    pilot.press("Finish")
    pilot.press("All right")
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.analysis.worker is not None, "the review goes on"


def test_a_wrong_try_is_told_why_and_may_be_made_again(pilot: Pilot) -> None:
    scene = practise(pilot)
    prover = pilot.app.services.prover
    put(pilot, "a3")
    assert scene.exercise.verdict is False
    assert scene.feedback.startswith("That is the move you played in the game.")
    pilot.frames(90)
    put(pilot, "o15")
    prover.remark(depth=6, score=900, variation=("h11",))
    prover.answer("h11")
    pilot.frames(3)
    assert scene.exercise.verdict is False
    assert "makes an open four." in scene.feedback
    pilot.frames(90)
    assert scene.exercise.verdict is None
    put(pilot, "h12")
    assert scene.practice.answers == [Recall.HINTED]


def test_hints_lead_step_by_step_and_the_solution_is_shown_with_its_reason(pilot: Pilot) -> None:
    scene = practise(pilot)
    pilot.key(pygame.K_h)
    assert scene.feedback
    assert not scene.board.suggestions
    pilot.key(pygame.K_h)
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.suggestions] == ["h12"]
    put(pilot, "h12")
    assert scene.practice.answers == [Recall.HINTED]
    card = kept(pilot)[0].card
    assert card


def test_a_hint_shows_where_to_play_at_once_where_there_is_nothing_to_say(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the answer to a hint was "A hint shows it."."""
    scene = practise(pilot)
    monkeypatch.setattr(type(scene.exercise), "overlooked", "")
    pilot.key(pygame.K_h)
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.suggestions] == ["h12"]
    assert next(button for button in scene.controls.buttons if button.label == "Hint").enabled is False


def test_the_solution_counts_as_not_remembered(pilot: Pilot) -> None:
    scene = practise(pilot)
    pilot.press("Show me")
    assert scene.feedback.startswith("H12 was better.")
    put(pilot, "h12")
    assert scene.practice.answers == [Recall.SHOWN]


def test_a_removed_mistake_does_not_come_back_when_its_game_is_reviewed_again(pilot: Pilot) -> None:
    scene = practise(pilot)
    put(pilot, "h12")
    pilot.press("Remove mistake")
    pilot.press("Remove mistake")
    pilot.press("All right")
    assert kept(pilot) == []
    pilot.key(pygame.K_a)
    pilot.key(pygame.K_a)
    assert kept(pilot) == []
    pilot.key(pygame.K_l)
    assert pilot.scene._message == "You made no mistakes to learn from."
    assert scene.practice.is_stored


def to_my_mistakes(pilot: Pilot) -> MistakesScene:
    """Through the lantern room."""
    pilot.open(CollectionScene(pilot.app))
    next(entry for entry in pilot.scene._entries if entry.title == "My mistakes").open()
    pilot.frames(30)
    scene = pilot.scene
    assert isinstance(scene, MistakesScene)
    return scene


def some_days_later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    later = datetime.now(UTC) + timedelta(days=days)
    monkeypatch.setattr(scheduling, "moment", lambda: later)


def test_a_mistake_that_was_found_comes_back_on_the_day_of_the_scheduler(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    practise(pilot)
    put(pilot, "h12")
    pilot.press("Finish")
    pilot.press("All right")
    scene = to_my_mistakes(pilot)
    (mistake,) = scene.list.items
    days = scheduling.day_of(mistake)
    assert days > 0
    assert scene.due == []
    pilot.key(pygame.K_ESCAPE)
    some_days_later(monkeypatch, days)
    scene = to_my_mistakes(pilot)
    assert scene.due == [mistake]
    pilot.press("Practise 1")
    question = pilot.scene
    assert isinstance(question, PracticeScene)
    put(pilot, "h12")
    assert question.practice.answers == [Recall.ALONE]
    pilot.press("Finish")
    pilot.press("All right")
    assert pilot.scene is scene
    assert scene.due == []
    assert scheduling.day_of(scene.list.items[0]) > days, "what is known well comes back later and later"


def test_a_mistake_is_practised_alone_or_never_asked_again_from_the_list(pilot: Pilot) -> None:
    pilot.key(pygame.K_a)
    scene = to_my_mistakes(pilot)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, PracticeScene)
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_DELETE)
    pilot.press("Keep")
    assert len(kept(pilot)) == 1
    pilot.key(pygame.K_DELETE)
    pilot.press("Remove mistake")
    assert kept(pilot) == []
    assert scene.list.items == []
    assert not scene.controls.buttons[-1].enabled


def test_a_mistake_of_a_ruleset_that_is_gone_waits_out_of_sight_until_it_is_back(pilot: Pilot) -> None:
    pilot.key(pygame.K_a)
    database = pilot.app.services.database
    player = database.players.current()
    (mistake,) = database.mistakes.all(player)
    database.mistakes.save(player, "x", [replace(mistake, mark="x", ruleset_id="gone")], [])
    scene = to_my_mistakes(pilot)
    assert [each.ruleset_id for each in scene.list.items] == ["gomoku"]
    assert len(database.mistakes.all(player)) == 2


def test_the_next_day_is_told_of_the_game_that_is_shown(pilot: Pilot) -> None:
    pilot.key(pygame.K_a)
    database = pilot.app.services.database
    player = database.players.current()
    (mistake,) = database.mistakes.all(player)
    database.mistakes.practised(player, mistake, *scheduling.after(mistake, Recall.ALONE))
    database.mistakes.save(player, "x", [replace(mistake, mark="x", ruleset_id="connect6", due="", card="")], [])
    scene = to_my_mistakes(pilot)
    scene._ruleset_id = "gomoku"
    scene.arrange()
    assert scene.due == []
    assert next_due_text(scene.list.items).endswith(f"in {scheduling.day_of(scene.list.items[0])} days")
