"""The opening trainer by posted events: the drill, Swap2 from both seats, and playing on, by pointer and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.session.engines import is_engine
from game.training.openings.balance import Balance, balance_of
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.play.play_scene import PlayScene
from game.ui.training.openings.fairness_scene import FairnessScene
from game.ui.training.openings.opening_training_scene import OpeningTrainingScene
from game.ui.training.openings.rehearsal_scene import RehearsalScene
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import Workshop
from tools.tours.opening_training_tour import advise, drill, judge, rehearse


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    """Ann in the lantern room."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.open(CollectionScene(flying.app))
    yield flying
    flying.app.close()


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons if button.label]


def click(pilot: Pilot, name: str) -> None:
    """Clicks a cell."""
    scene = pilot.scene
    pilot.click(scene.board.layout.centre(scene.match.state.geometry.cell(name)))
    pilot.frames(20)


def open_trainer(pilot: Pilot) -> OpeningTrainingScene:
    place = next(number for number, entry in enumerate(pilot.scene._entries) if entry.title == "Openings")
    pilot.click(pilot.scene.controls.buttons[place].rect.center)
    pilot.frames(30)
    assert isinstance(pilot.scene, OpeningTrainingScene)
    return pilot.scene


def test_the_lantern_room_leads_to_the_trainer_and_back(pilot: Pilot) -> None:
    open_trainer(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(30)
    assert isinstance(pilot.scene, CollectionScene)


def test_every_game_has_a_drill_and_swap2_is_the_first_of_the_openings_with_a_choice(pilot: Pilot) -> None:
    scene = open_trainer(pilot)
    drills = [entry.ruleset.info.id for entry in scene.list.items if entry.opening is None]
    assert set(drills) == set(pilot.app.services.catalogue.rulesets)
    assert next(entry.opening.title for entry in scene.list.items if entry.opening) == "Swap2"


def test_a_guess_by_keys_is_judged_and_counted_and_the_next_position_follows(pilot: Pilot) -> None:
    pilot.app.services.prover = ScriptedOpponent()
    open_trainer(pilot)
    pilot.key(pygame.K_RETURN)
    scene = pilot.scene
    assert isinstance(scene, FairnessScene)
    assert labels(pilot) == ["Black", "Even game", "White"]
    first = scene.searchable_match.state.board
    pilot.key(pygame.K_2)
    assert scene.feedback == "The engine is judging the position."
    judge(pilot, 0.0)
    assert scene.feedback == "The engine calls the position even."
    assert scene.board.forecast
    assert (scene.drill.score.right, scene.drill.score.asked) == (1, 1)
    pilot.key(pygame.K_RETURN)
    assert scene.searchable_match.state.board != first
    assert not scene.board.forecast
    assert labels(pilot) == ["Black", "Even game", "White"]


def test_the_judgement_is_told_at_once_where_the_engine_was_done_before_the_guess(pilot: Pilot) -> None:
    scene = drill(pilot, "gomoku")
    judge(pilot, -400.0)
    assert scene.feedback == ""
    share = scene.drill.share
    pilot.press("White" if balance_of(share) is Balance.FIRST else "Black")
    assert scene.feedback.startswith("Not quite.")
    assert f"{round(100 * max(share, 1 - share))} %" in scene.feedback


def test_an_answer_near_a_limit_counts_and_it_is_said_why(pilot: Pilot) -> None:
    scene = drill(pilot, "gomoku")
    judge(pilot, 290 * 0.365)
    pilot.press("Even game")
    assert scene.drill.is_right
    assert "The winning chances are on the borderline, so your answer counts too." in scene.feedback


def test_while_the_engine_is_compiled_that_is_said_and_the_guess_is_judged_afterwards(pilot: Pilot) -> None:
    workshop = Workshop("gomoku")
    pilot.app.services.preparation = workshop.preparation
    scene = drill(pilot, "gomoku")
    pilot.key(pygame.K_1)
    assert scene.feedback == "The engine is getting ready…"
    assert not pilot.app.services.prover.asked
    workshop.finish()
    pilot.frames(3)
    judge(pilot, 0.0)
    assert scene.drill.score.asked == 1


def test_a_position_that_cannot_be_judged_is_skipped_without_being_counted(pilot: Pilot) -> None:
    scene = drill(pilot, "gomoku")
    pilot.key(pygame.K_1)
    for _try in range(2):
        pilot.app.services.prover.fail("The engine is gone.")
        pilot.frames(4)
    assert scene.feedback == "The engine is gone."
    assert scene.drill.score.asked == 0
    pilot.press("Next")
    assert labels(pilot) == ["Black", "Even game", "White"]


def test_a_position_can_be_explored_and_the_drill_goes_on_afterwards(pilot: Pilot) -> None:
    scene = drill(pilot, "gomoku")
    pilot.key(pygame.K_1)
    judge(pilot, 0.0)
    pilot.key(pygame.K_a)
    pilot.frames(5)
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.match.state.board == scene.searchable_match.state.board
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(5)
    assert pilot.scene is scene


def test_who_puts_down_hears_how_even_it_is_and_chooses_after_two_more(pilot: Pilot) -> None:
    scene = rehearse(pilot, "Swap2", 0)
    assert "3 stones to place" in scene.task.words
    for name in ("h8", "k12", "d4"):
        click(pilot, name)
    assert scene._answer == "The engine is judging the position."
    judge(pilot, 0.0, "g9", "f8")
    advise(pilot, "put2", "i9", "e3")
    assert isinstance(pilot.scene, ChoiceScene)
    assert scene.score.right == 1
    judge(pilot, -300.0, "g9", "f8")
    advise(pilot, "black")
    pilot.press("Play Black")
    assert (scene.score.right, scene.score.asked) == (2, 2)
    assert "You play Black." in scene.judgement


def test_who_chooses_is_judged_by_keys_alone_and_begins_once_more(pilot: Pilot) -> None:
    scene = rehearse(pilot, "Swap2", 1)
    assert scene._answer == "The engine is judging the position."
    advise(pilot, "h8", "i9", "k10")
    assert isinstance(pilot.scene, ChoiceScene)
    judge(pilot, -300.0, "g9", "f8")
    advise(pilot, "black")
    pilot.key(pygame.K_RETURN)
    assert scene.exercise.is_over
    assert "Your choice lowers your winning chance by 48 %." in scene.judgement
    assert (scene.score.right, scene.score.asked) == (0, 1)
    pilot.key(pygame.K_n)
    assert not scene.exercise.match.plies
    assert scene.score.asked == 1


def test_a_choice_that_was_put_off_waits_behind_a_button(pilot: Pilot) -> None:
    scene = rehearse(pilot, "Swap2", 1)
    advise(pilot, "h8", "i9", "k10")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    pilot.press("Choose")
    pilot.press("Add two stones")
    assert scene.match.state.placements_left == 2


def test_stones_are_put_down_without_a_mouse(pilot: Pilot) -> None:
    scene = rehearse(pilot, "RIF", 0)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RETURN)
    assert len(scene.match.plies) == 2


def test_what_an_opening_forbids_is_refused_with_its_reason(pilot: Pilot) -> None:
    scene = rehearse(pilot, "RIF", 0)
    click(pilot, "a1")
    assert "in the centre" in scene._answer
    assert not scene.match.plies


def test_after_the_opening_it_can_be_played_on_from_the_same_seat(pilot: Pilot) -> None:
    open_trainer(pilot)
    pilot.key(pygame.K_END)
    for _row in range(5):
        pilot.key(pygame.K_UP)
    pilot.app.services.prover = ScriptedOpponent()
    pilot.press("Choose a side")
    scene = pilot.scene
    assert isinstance(scene, RehearsalScene)
    pilot.frames(3)
    advise(pilot, "h8", "i9", "k10")
    pilot.press("Play Black")
    pilot.key(pygame.K_p)
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    assert isinstance(pilot.scene, PlayScene)
    table = pilot.scene.table
    assert table.match.state.colours == ("w", "b")
    assert table.participant(1).name == "Ann"
    assert not is_engine(table.participant(0))


def test_the_engine_is_let_go_when_the_trainer_is_left(pilot: Pilot) -> None:
    scene = drill(pilot, "gomoku")
    before = pilot.app.services.prover.cancelled
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.services.prover.cancelled > before
    assert pilot.scene is not scene
