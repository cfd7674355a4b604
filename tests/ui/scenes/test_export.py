"""Saving a game as a file from the replay and from exploring: formats, a picture, a moving one, what is in the way."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest
from PIL import Image

from game.core.tournament import Participant
from game.library.formats.reading import open_file
from game.storage import folders
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.export.export_scene import FILE_KINDS, ExportScene
from tests.ui.scenes.test_analysis_engine import read_all
from tools.pilot.analysis import analyse
from tools.pilot.fair_life import ended, settle
from tools.pilot.pilot import Peer, Pilot

_GAME = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


def exporting(seat: Peer, moves: str = _GAME, ruleset: str = "gomoku", *, is_reviewed: bool = False) -> Pilot:
    """A finished game, seen again, and the key pressed that saves it as a file."""
    pilot = seat(moves, ruleset)
    pilot.press("Results")
    pilot.key(pygame.K_a)
    if is_reviewed:
        read_all(pilot)
    else:
        pilot.key(pygame.K_a)
    pilot.key(pygame.K_f)
    assert isinstance(pilot.scene, ExportScene)
    return pilot


def saved(pilot: Pilot, kind: str) -> Path:
    """Saves the game as a file of that kind; the file."""
    scene = pilot.scene
    scene.select(kind)
    pilot.press("Save")
    pilot.until(lambda: scene._message != "", "the file")
    assert not scene._went_wrong, scene._message
    name = scene._message.split("“")[1].split("”")[0]
    folder = scene._message.rpartition(" in ")[2].rstrip(".")
    return Path(folder) / name


@pytest.mark.parametrize("kind", [kind.name for kind in FILE_KINDS if kind.format is not None])
def test_every_format_of_games_opens_again_with_the_same_moves(kind: str, seat: Peer) -> None:
    pilot = exporting(seat)
    path = saved(pilot, kind)
    opened = open_file(path, pilot.app.services.catalogue.rulesets)
    tree = opened.studies[0].tree
    assert len(tree.continuation(0)) == 9


def test_a_file_that_is_there_is_never_written_over(seat: Peer) -> None:
    pilot = exporting(seat)
    first, second = saved(pilot, "sgf"), saved(pilot, "sgf")
    assert first != second
    assert first.read_bytes() == second.read_bytes()


def test_a_review_goes_along_in_comments_unless_it_is_switched_off(seat: Peer) -> None:
    pilot = exporting(seat, is_reviewed=True)
    with_review = saved(pilot, "sgf")
    pilot.press("Include the analysis")
    without = saved(pilot, "sgf")
    assert b"Blunder" in with_review.read_bytes()
    assert b"Blunder" not in without.read_bytes()
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.analysis.worker is not None, "the review goes on"


def test_a_moving_picture_has_a_frame_for_each_turn_and_keeps_the_last_one_longest(seat: Peer) -> None:
    pilot = exporting(seat)
    path = saved(pilot, "animation")
    picture = Image.open(io.BytesIO(path.read_bytes()))
    assert picture.n_frames == 10
    pauses = []
    for number in range(picture.n_frames):
        picture.seek(number)
        pauses.append(picture.info["duration"])
    assert pauses[-1] == max(pauses) > pauses[0]
    assert path.stat().st_size < 500_000


def test_leaving_ends_a_moving_picture_that_is_being_made(seat: Peer) -> None:
    pilot = exporting(seat)
    pilot.scene.select("animation")
    pilot.press("Save")
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(30)
    assert not list(folders.pictures_folder().glob("*.gif"))


def test_the_picture_shows_the_position_on_the_board(seat: Peer) -> None:
    pilot = exporting(seat)
    assert Image.open(saved(pilot, "picture")).size == (1080, 1080)


def test_a_format_that_lacks_the_game_says_why_and_cannot_be_saved(seat: Peer) -> None:
    pilot = seat("")
    settle(pilot.app.services)
    sides = Participant("Ann"), Participant("Ben")
    analyse(pilot, ended(pilot.app.services, "threestones", sides, "l", 0))
    pilot.key(pygame.K_f)
    scene = pilot.scene
    scene.select("psq")
    save = scene.controls.buttons[-1]
    assert not save.enabled
    assert save.why.endswith(".")
    scene._save()
    assert not folders.exports_folder().exists()


def test_a_disk_that_is_full_is_told_in_a_sentence(seat: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.storage.folders.write_file", full)
    pilot = exporting(seat)
    pilot.scene.select("sgf")
    pilot.press("Save")
    assert pilot.scene._went_wrong
    assert pilot.scene._message.startswith("The file could not be saved: ")


def test_a_game_with_its_review_is_written_while_the_window_goes_on(seat: Peer) -> None:
    pilot = exporting(seat, is_reviewed=True)
    scene = pilot.scene
    scene.select("study")
    pilot.press("Save")
    assert scene._making is not None or scene._message
    pilot.until(lambda: scene._message != "", "the file")
    assert scene._making is None
    (path,) = folders.studies_folder().iterdir()
    assert "Blunder" in path.read_text(encoding="utf-8")
