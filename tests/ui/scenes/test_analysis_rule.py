"""The rule of a game on the analysis board: a file that does not name it is read again under the chosen one."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.library.formats.reading import open_file
from game.storage import folders
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.open_study import show_study
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

#: Black makes a double three with the ninth move.
_DOUBLE_THREE = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ac];B[gi];W[ae];B[gj];W[ag];B[gh])"


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    return seat("", "gomoku")


def opened(pilot: Pilot, tmp_path: Path, text: str) -> AnalysisScene:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    show_study(pilot.app, open_file(path, pilot.app.services.catalogue.rulesets).studies[0], path)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def choose(pilot: Pilot, rule: str) -> None:
    pilot.key(pygame.K_v)
    pilot.frames(2)
    pilot.press(rule)
    pilot.frames(3)


def undo(pilot: Pilot) -> None:
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    pilot.frames(3)


def test_the_board_says_which_move_breaks_the_chosen_rule_and_stops_before_it(pilot: Pilot, tmp_path: Path) -> None:
    scene = opened(pilot, tmp_path, _DOUBLE_THREE)
    assert scene.table.step == 9
    choose(pilot, "Renju")
    assert scene.table.study.options["variant"] == "renju"
    assert "Move 9, G8, breaks the rules" in scene._message
    assert scene.table.step == 8


def test_the_rule_is_named_on_its_button(pilot: Pilot, tmp_path: Path) -> None:
    opened(pilot, tmp_path, _DOUBLE_THREE)
    assert any(button.label == "Freestyle" for button in pilot.scene.controls.buttons)
    choose(pilot, "Caro 5")
    assert any(button.label == "Caro 5" for button in pilot.scene.controls.buttons)


def test_a_game_that_was_played_here_keeps_its_rule(seat: Peer) -> None:
    pilot = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    pilot.press("Results")
    pilot.key(pygame.K_a)
    pilot.frames(3)
    board = pilot.scene
    pilot.key(pygame.K_v)
    pilot.frames(2)
    assert pilot.scene is board


def test_the_chosen_rule_of_a_study_is_saved_with_it(pilot: Pilot, tmp_path: Path) -> None:
    scene = opened(pilot, tmp_path, "(;GM[4]SZ[15];B[hh](;W[aa])(;W[ac]))")
    choose(pilot, "Renju")
    click(pilot, "j10")
    pilot.until(lambda: scene.table.editor.file is not None and scene.table.editor.file.is_written, "the file")
    (path,) = folders.studies_folder().iterdir()
    study = open_file(path, pilot.app.services.catalogue.rulesets).studies[0]
    assert study.options["variant"] == "renju"


def test_undo_returns_to_the_rule_before(pilot: Pilot, tmp_path: Path) -> None:
    opened(pilot, tmp_path, "(;GM[4]SZ[15];B[hh](;W[aa])(;W[ac]))")
    click(pilot, "h8")
    click(pilot, "j10")
    choose(pilot, "Renju")
    undo(pilot)
    assert pilot.scene.table.match.options["variant"] == "freestyle"
    assert len(pilot.scene.table.study.tree) == 4
    undo(pilot)
    assert len(pilot.scene.table.study.tree) == 3, "the edit before the choice is undone, too"


def test_undo_makes_the_game_of_a_file_whole_again(pilot: Pilot, tmp_path: Path) -> None:
    opened(pilot, tmp_path, _DOUBLE_THREE)
    choose(pilot, "Renju")
    assert pilot.scene.subject_of_board.game is None
    undo(pilot)
    assert pilot.scene.subject_of_board.game is not None
    assert any(button.label == "Freestyle" for button in pilot.scene.controls.buttons)
    assert pilot.scene._message == ""
