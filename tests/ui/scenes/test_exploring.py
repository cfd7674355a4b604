"""Exploring: moves are tried on the board, the engine's best moves shine, and one key leads back to the game."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.model import Place
from game.library.study.tree import Sign
from game.ui.analysis.explore.explore_scene import ExploreScene
from game.ui.analysis.review.replay_scene import ReplayScene
from game.ui.library.library_scene import LibraryScene
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.pilot import Peer, Pilot


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A game that Ann won, explored from its fifth move on."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    flying.press("Results")
    flying.press("Review game")
    for _ in range(4):
        flying.key(pygame.K_LEFT)
    flying.key(pygame.K_x)
    flying.frames(3)
    return flying


def scene_of(pilot: Pilot) -> ExploreScene:
    scene = pilot.scene
    assert isinstance(scene, ExploreScene)
    return scene


def read(pilot: Pilot, **scores: float) -> None:
    """Lets the engine tell of moves with scores for the side on turn."""
    prover = pilot.app.services.prover
    for rank, (word, score) in enumerate(scores.items(), start=1):
        prover.remark(depth=8, score=score, nodes=1000, variation=(word, "o15"), rank=rank)
    prover.answer(next(iter(scores)))
    pilot.frames(30)


def lit(scene: ExploreScene) -> list[str]:
    names = scene.match.state.geometry.names
    return [names[light.cell] for light in scene.board.lights]


def test_the_best_moves_shine_and_one_that_loses_much_more_does_not(pilot: Pilot) -> None:
    assert pilot.app.services.prover.asked[-1].judges == 3
    read(pilot, c3=100, d4=80, e5=-900)
    scene = scene_of(pilot)
    assert lit(scene) == ["c3", "d4"]
    assert scene.board.lights[0].is_best


def test_a_click_tries_a_move_and_backspace_leads_back_to_the_game(pilot: Pilot) -> None:
    scene = scene_of(pilot)
    step = scene.table.step
    pilot.click(scene.board.layout.centre(scene.match.state.geometry.cell("c3")))
    pilot.frames(10)
    assert scene.table.step == step + 1
    assert not scene.table.is_home
    pilot.key(pygame.K_BACKSPACE)
    assert scene.table.step == step
    assert scene.table.is_home


def test_keys_alone_place_a_stone_walk_and_switch_the_engine(pilot: Pilot) -> None:
    scene = scene_of(pilot)
    step = scene.table.step
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    assert scene.table.step == step + 1
    pilot.key(pygame.K_PAGEUP)
    assert scene.table.step == step
    pilot.key(pygame.K_PAGEDOWN)
    assert scene.table.step == step + 1
    pilot.key(pygame.K_e)
    assert not scene.analyst.is_on
    assert lit(scene) == []
    pilot.key(pygame.K_5)
    assert scene.analyst.moves_wanted == 5


def test_why_not_here_is_answered_in_words_of_the_game(pilot: Pilot) -> None:
    read(pilot, h12=600)
    scene = scene_of(pilot)
    scene.board.hover(scene.match.state.geometry.cell("o1"))
    pilot.key(pygame.K_w)
    pilot.frames(2)
    prover = pilot.app.services.prover
    assert prover.asked[-1].judges == 1
    prover.remark(depth=8, score=900, variation=("h12",))
    prover.answer("h12")
    pilot.frames(3)
    assert "H12" in scene.analyst.why_not()


def test_a_row_of_the_engine_shows_its_line_on_the_board_and_a_click_plays_it(pilot: Pilot) -> None:
    read(pilot, c3=100)
    scene = scene_of(pilot)
    x, y, width, height = scene.picture.engine._row(0)
    point = pilot.app.stage.rect(x, y, width, height).center
    move = pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    pygame.event.post(move)
    pilot.frames(2)
    assert [place.cell for place in scene.board.forecast][:1] == [scene.match.state.geometry.cell("c3")]
    pilot.click(point)
    pilot.frames(10)
    assert isinstance(scene.match.moves[-1], Place)
    assert scene.match.state.geometry.names[scene.match.moves[-1].cell] == "c3"


def test_a_comment_and_a_mark_belong_to_the_position_and_are_saved_with_the_study(pilot: Pilot) -> None:
    scene = scene_of(pilot)
    pilot.key(pygame.K_c)
    pilot.frames(3)
    pilot.type("Quiet")
    pilot.key(pygame.K_RETURN)
    scene.board.hover(scene.match.state.geometry.cell("c3"))
    pilot.key(pygame.K_k)
    assert scene.study.tree.comments[scene.table.node] == "Quiet"
    assert [mark.sign for mark in scene.study.tree.marks[scene.table.node]] == [Sign.CROSS]
    pilot.key(pygame.K_s)
    assert "study.txt" in scene._message


def test_what_was_tried_is_still_there_when_the_game_is_explored_again(pilot: Pilot) -> None:
    scene = scene_of(pilot)
    pilot.click(at_cell(scene, "c3"))
    pilot.frames(10)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(3)
    assert isinstance(pilot.scene, ReplayScene)
    pilot.key(pygame.K_x)
    pilot.frames(3)
    assert scene_of(pilot).study is scene.study


def at_cell(scene: ExploreScene, name: str) -> tuple[float, float]:
    return scene.board.layout.centre(scene.match.state.geometry.cell(name))


def test_the_games_with_an_explored_position_are_found_and_the_engine_reads_on_afterwards(pilot: Pilot) -> None:
    scene, prover = scene_of(pilot), pilot.app.services.prover
    before = len(prover.asked)
    pilot.key(pygame.K_F3)
    assert isinstance(pilot.scene, LibraryScene)
    assert pilot.scene._position is not None
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(3)
    assert pilot.scene is scene
    assert len(prover.asked) == before + 1


def test_a_file_that_is_dropped_on_an_explored_position_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "found.sgf"
    path.write_text("(;FF[4]GM[4]SZ[15];B[hh];W[ih])", encoding="utf-8")
    pilot.drop(path)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press("Open it")
    assert isinstance(pilot.scene, ReplayScene)
