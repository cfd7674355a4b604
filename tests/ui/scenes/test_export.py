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
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.save_chooser import SaveChooser
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


def choosing(seat: Peer, folder: Path, kind: str = "sgf") -> Pilot:
    """The scene where the player chooses folder and name, in this folder."""
    pilot = exporting(seat)
    pilot.scene.select(kind)
    pilot.press("Save as…")
    assert isinstance(pilot.scene, SaveChooser)
    pilot.scene.go_into(folder)
    return pilot


def named(pilot: Pilot, words: str) -> None:
    pilot.scene._entry.show(words)
    pilot.scene._type(words)
    pilot.press("Save")


def test_save_as_writes_where_the_player_wants_and_begins_there_next_time(seat: Peer, tmp_path: Path) -> None:
    pilot = choosing(seat, tmp_path)
    assert pilot.scene._entry.words.endswith(".sgf"), "a name is proposed"
    named(pilot, "my game")
    pilot.until(lambda: pilot.scene._message != "", "the file")
    assert pilot.scene._message == f"The file is saved as “my game.sgf” in {tmp_path}."
    assert len(open_file(tmp_path / "my game.sgf", pilot.app.services.catalogue.rulesets).studies) == 1
    assert not folders.exports_folder().exists()
    pilot.scene.select("picture")
    pilot.press("Save as…")
    assert pilot.scene.folder == tmp_path
    named(pilot, str(tmp_path / "board.PNG"))
    assert Image.open(tmp_path / "board.png").size == (1080, 1080)


def test_save_as_replaces_a_file_only_after_a_question(seat: Peer, tmp_path: Path) -> None:
    (tmp_path / "there.sgf").write_text("mine")
    pilot = choosing(seat, tmp_path)
    named(pilot, "there")
    assert isinstance(pilot.scene, QuestionScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, SaveChooser)
    assert (tmp_path / "there.sgf").read_text() == "mine"
    pilot.press("Save")
    pilot.press("Replace")
    pilot.until(lambda: pilot.scene._message != "", "the file")
    assert (tmp_path / "there.sgf").read_text().startswith("(;")


@pytest.mark.parametrize(
    ("words", "trouble"),
    [
        ("", "The name is empty."),
        ("con", "The name 'con' is reserved on Windows."),
        ("what?", "The name 'what?' contains '?', which can't be used in a file name."),
        ("missing/x", "missing' does not exist."),
    ],
)
def test_save_as_says_what_is_wrong_with_a_name(seat: Peer, tmp_path: Path, words: str, trouble: str) -> None:
    pilot = choosing(seat, tmp_path)
    named(pilot, words)
    assert isinstance(pilot.scene, SaveChooser)
    assert pilot.scene.trouble.endswith(trouble)


def test_save_as_into_a_folder_that_cannot_be_written_says_so(
    seat: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    pilot = choosing(seat, tmp_path)
    monkeypatch.setattr("game.storage.folders.write_file", refuse)
    named(pilot, "mine")
    pilot.until(lambda: pilot.scene._message != "", "the file")
    assert pilot.scene._message == "The file could not be saved: the disk is write-protected."
    assert list(tmp_path.glob("*.sgf")) == []


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
