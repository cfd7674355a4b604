"""The text encoding of a file on the analysis board: the file is read again with the one that the player chooses."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.analysis.board.subject import ReadFile
from game.library.formats.reading import open_file
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.open_study import show_study
from tools.pilot.pilot import Peer, Pilot

#: Two names in Cyrillic letters, which are too short for a sure guess, with a comment in a variation.
_GAME = "(;GM[4]SZ[15]PB[Ли]PW[Ян];B[hh](;W[ii]C[Так])(;W[hi]))"


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    return seat("", "gomoku")


def opened(pilot: Pilot, path: Path) -> AnalysisScene:
    found = open_file(path, pilot.app.services.catalogue.rulesets)
    show_study(pilot.app, found.studies[0], path, ReadFile(path, 0, found.encoding))
    return board(pilot)


def board(pilot: Pilot) -> AnalysisScene:
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def test_a_file_is_read_again_with_the_chosen_encoding(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(_GAME.encode("cp1251"))
    scene = opened(pilot, path)
    assert scene.table.study.players != ("Ли", "Ян")
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_t)
    pilot.frames(2)
    pilot.press("Cyrillic (Windows 1251)")
    pilot.until(
        lambda: isinstance(pilot.scene, AnalysisScene) and pilot.scene.table.study.players == ("Ли", "Ян"), "it"
    )
    scene = board(pilot)
    assert scene.table.step == 1
    assert "Так" in scene.table.study.tree.comments.values()
    assert any(button.label == "CP1251" for button in pilot.scene.controls.buttons)


def test_a_text_in_utf_8_needs_no_button(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(_GAME, encoding="utf-8")
    opened(pilot, path)
    assert not any(button.label.startswith(("UTF", "CP")) for button in pilot.scene.controls.buttons)
