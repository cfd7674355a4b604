"""Files that would be read for ever: the window goes on meanwhile, and Cancel ends the reading."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from game.library.index.added_files import begin_reading
from game.storage import background
from game.storage.files import StoreError
from game.ui.library import file_opening as file_door
from game.ui.menu.menu_scene import MenuScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.work_scene import WorkScene
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tests.training.daily_puzzle.booth import CATALOGUE
from tools.pilot.libraries import SHORT, save, tournament
from tools.pilot.pilot import Pilot

MAIN = threading.main_thread()


@pytest.fixture
def pilot(monkeypatch: pytest.MonkeyPatch) -> Pilot:
    monkeypatch.setattr(background, "PATIENCE", 0.02)
    made = Pilot()
    made.app.services.database.players.create("Ann")
    made.open(MenuScene(made.app))
    made.frames(5)
    return made


def endless(*_arguments: object) -> None:
    while True:
        sum(range(1_000))


@pytest.mark.parametrize("reader", ["riddles_of", "open_file", "missing_text"])
def test_cancel_ends_the_reading_whatever_reads(
    pilot: Pilot, tmp_path: Path, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_door, reader, endless)
    path = tmp_path / "bomb.txt"
    path.write_text("(;GM[4])")
    pilot.drop(path)
    scene = pilot.scene
    assert isinstance(scene, WorkScene)
    assert not scene.task.is_done
    pilot.frames(30)
    pilot.press("Cancel")
    assert isinstance(pilot.scene, MenuScene)
    assert scene.task.wait(5)


def test_leaving_the_window_ends_the_reading(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_door, "open_file", endless)
    path = tmp_path / "bomb.txt"
    path.write_text("(;GM[4])")
    pilot.drop(path)
    task = pilot.scene.task
    pilot.app.back_to_first()
    assert task.wait(5)


def test_a_file_that_takes_too_long_is_given_up_and_told() -> None:
    reading = begin_reading("slow.sgf", endless, seconds=0.2)
    assert reading.wait(5)
    with pytest.raises(StoreError, match=r"slow\.sgf"):
        reading.take()


def test_an_error_of_the_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    with pytest.raises(StoreError, match="ZeroDivisionError"):
        begin_reading("odd.sgf", lambda: 1 // 0).take()


def test_puzzles_are_read_in_a_thread(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[threading.Thread] = []
    read = file_door.riddles_of
    monkeypatch.setattr(file_door, "riddles_of", lambda path: readers.append(threading.current_thread()) or read(path))
    pilot.drop(next((CATALOGUE.folder("gomoku") / "puzzles").glob("*.txt")))
    pilot.until(lambda: isinstance(pilot.scene, PuzzleScene), "the riddles")
    assert readers
    assert MAIN not in readers


def test_a_tournament_that_goes_on_is_read_in_a_thread_each_time(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []
    adopt = type(pilot.app.services.saves).adopt
    monkeypatch.setattr(
        type(pilot.app.services.saves),
        "adopt",
        lambda saves, path: readers.append(threading.current_thread()) or adopt(saves, path),
    )
    pilot.drop(save(tmp_path, "cup", tournament(SHORT, "h8")))
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press("Play on")
    pilot.until(lambda: type(pilot.scene).__name__ == "PlayScene", "the table")
    assert readers
    assert MAIN not in readers


def test_a_puzzle_file_of_39_kilobytes_is_read_in_moments(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "bomb.txt"
    head = "Stone Fair puzzles, version 1\nRuleset: gomoku\nOption size: 15\n\n"
    path.write_text(f"{head}Puzzle 1\nTheme: {' ' * 39_000}x\n")
    began = time.monotonic()
    pilot.drop(path)
    assert time.monotonic() - began < 5
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the sentence", seconds=15)
