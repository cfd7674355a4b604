"""The teacher as a player meets it: chosen in match setup, seen at the table, and heard when a turn is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.ruleset import complete_options
from game.core.tournament import Participant, Practice, TeacherStrength, Tournament
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.session.game_session import open_local_session
from game.session.match_plan import MatchPlan
from game.session.records.record_summary import Summary
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.scene import Scene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

SURE = 3000.0
NO_SCORES = "No engine can judge the moves of this game."
RATING = "Games with a teacher are unrated."


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.app.preferences.opponents_take_time = False
    yield flying
    flying.app.close()


def set_up(pilot: Pilot, game: str = "gomoku") -> list[MatchPlan | None]:
    """Match setup; returns what it finishes with."""
    plans: list[MatchPlan | None] = []
    pilot.open(Scene(pilot.app))
    pilot.app.push(MatchSetupScene(pilot.app, pilot.app.services.catalogue.rulesets[game]), plans.append)
    pilot.frames(2)
    return plans


def seen(pilot: Pilot) -> str:
    """All words of the scene on top and what is below it."""
    with pytest.MonkeyPatch.context() as patch, heard(patch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        return "\n".join(words.asked)


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def read(pilot: Pilot, best: str, score: float = SURE) -> None:
    """Lets the engine read the position that it was asked about."""
    prover = pilot.app.services.prover
    prover.remark(depth=8, score=score, variation=(best,))
    prover.answer(best)
    pilot.frames(3)


def sit_down(pilot: Pilot, strength: TeacherStrength = TeacherStrength.GENTLE) -> PlayScene:
    services = pilot.app.services
    gomoku = services.catalogue.rulesets["gomoku"]
    level = gomoku.info.levels[-1]
    people = (Participant("Ann"), Participant(level.name, level.id))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, title="lesson", teacher=strength)
    pilot.open(PlayScene(pilot.app, open_local_session(services, tournament, "lesson", saved=False)))
    return pilot.scene


def slip(pilot: Pilot) -> None:
    """A click on a corner, where the engine sees that the game is given away."""
    read(pilot, "h8")
    click(pilot, "a1")
    for _look in range(3):
        read(pilot, "h8")
    pilot.frames(40)


def test_there_is_no_teacher_until_one_is_chosen_and_then_setup_says_what_becomes_of_the_rating(pilot: Pilot) -> None:
    plans = set_up(pilot)
    assert RATING not in seen(pilot)
    pilot.press("Attentive")
    assert RATING in seen(pilot)
    assert "takes back mistakes and blunders" in seen(pilot)
    pilot.press("Start")
    assert plans[0].teacher is TeacherStrength.ATTENTIVE


def test_the_teacher_can_be_chosen_by_keys_alone(pilot: Pilot) -> None:
    plans = set_up(pilot)
    for _step in range(60):
        focused = pilot.scene.controls.focused
        if focused is not None and focused.label == "Strict":
            break
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_SPACE)
    assert pilot.scene.plan.teacher is TeacherStrength.STRICT
    pilot.press("Off")
    assert pilot.scene.plan.teacher is None
    pilot.press("Start")
    assert plans[0].teacher is None


def test_with_a_friend_the_row_says_why_no_teacher_sits_there(pilot: Pilot) -> None:
    set_up(pilot)
    pilot.press("Strict")
    pilot.key(pygame.K_HOME)
    pilot.choose_opponent("A friend")
    assert "Strict" not in labels(pilot)
    assert "A teacher is available only against a computer opponent." in seen(pilot)
    assert RATING not in seen(pilot)
    pilot.key(pygame.K_DOWN)
    assert "Strict" not in labels(pilot)
    pilot.key(pygame.K_DOWN)
    assert "Strict" in labels(pilot)


def test_a_stall_where_nobody_gives_scores_says_so_in_place_of_the_teacher(plugin_folder: Path) -> None:
    pilot = Pilot(plugins=plugin_folder)
    services = pilot.app.services
    services.prover = OpponentProcess(own_engine(plugin_folder, services.catalogue.tried))
    plans = set_up(pilot, "four_in_a_row")
    pilot.press("Gentle")
    pilot.until(lambda: "Gentle" not in labels(pilot), "the level, which gives no scores")
    assert NO_SCORES in seen(pilot)
    pilot.press("Start")
    assert plans[0].teacher is None
    pilot.app.close()


def test_a_slip_is_taken_back_with_words_and_the_same_click_stands(pilot: Pilot) -> None:
    scene = sit_down(pilot)
    assert "Unrated, with a teacher" in seen(pilot)
    slip(pilot)
    assert not scene.table.match.plies
    assert "The teacher takes back your move." in seen(pilot)
    assert not pilot.app.services.opponent.asked
    click(pilot, "a1")
    assert len(scene.table.match.plies) == 1
    assert pilot.app.services.opponent.asked
    pilot.app.services.opponent.answer("h8")
    pilot.frames(3)
    assert len(scene.table.match.plies) == 2


def test_after_a_slip_the_hint_is_asked_for_as_usual_and_costs_nothing_more(pilot: Pilot) -> None:
    scene = sit_down(pilot)
    slip(pilot)
    pilot.press("Hint")
    assert pilot.scene is scene, "the game is practice anyway, so nobody is asked"
    pilot.app.services.opponent.answer("h8")
    pilot.frames(3)
    assert [move.cell for move in scene.actions.hinted] == [scene.table.match.state.geometry.cell("h8")]


def test_what_was_taken_back_can_be_played_again_by_its_key(pilot: Pilot) -> None:
    scene = sit_down(pilot)
    slip(pilot)
    pilot.key(pygame.K_y, pygame.KMOD_CTRL)
    assert len(scene.table.match.plies) == 1
    assert pilot.app.services.opponent.asked


def test_a_finished_game_stands_in_the_records_as_practice_and_the_next_one_has_the_teacher_again(
    pilot: Pilot,
) -> None:
    scene = sit_down(pilot)
    click(pilot, "h8")
    for _ in range(2):
        pilot.press("Resign")
    database = pilot.app.services.database
    games = database.games.against_computer(database.players.current())
    assert [game.practice for game in games] == ["teacher"]
    assert Summary.of(games, scene.subject).rating is None
    pilot.press("Next game")
    assert pilot.scene.table.practice is Practice.TEACHER
    assert pilot.scene.table.teacher is not None
