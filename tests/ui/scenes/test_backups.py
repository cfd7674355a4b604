"""Backups in the window: offered when something is missing, restored by a button, and a file that was replaced."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.core.tournament import Participant
from game.session.preferences import Preferences
from game.storage.database import Database
from game.storage.finished_games import PlayedGame
from game.storage.folders import database_file
from game.storage.players import Player
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.theme import Theme
from game.ui.settings import restore_scene
from game.ui.settings.database_watch import watch_database
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.scene import Scene
from tests.storage.unwritable import locked
from tests.ui.held import Held
from tools.pilot.pilot import Pilot

GAME = PlayedGame("gomoku", "line", (None, None), 17, "Friday", 7, 1)


def played(database: Database, count: int, first: int = 0) -> None:
    anna = database.players.find("Anna") or database.players.create("Anna")
    assert isinstance(anna, Player)
    for number in range(first, first + count):
        database.games.add(anna, Participant("Pip", "engine_newcomer"), "won", replace(GAME, number=number))


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:3000] = os.urandom(2900)
    path.write_bytes(bytes(data))


@pytest.fixture
def path(home: Path) -> Path:
    """Where the database is; Anna's 41 games are in a backup."""
    database = Database(database_file())
    played(database, 41)
    Preferences(database.settings).theme = "day_fair"
    database.file.close()
    return database.file.path


@pytest.fixture
def windows() -> Iterator[list[Pilot]]:
    opened: list[Pilot] = []
    yield opened
    for window in opened:
        window.app.close()


def opened(windows: list[Pilot], size: tuple[int, int] = (1280, 800)) -> Pilot:
    """A window with the menu, as the program opens it."""
    window = Pilot(size)
    windows.append(window)
    watch_database(window.app)
    window.open(MenuScene(window.app))
    window.until(lambda: not window.app.services.backup_keeper.is_busy, "the backup")
    window.frames(3)
    return window


def closed(windows: list[Pilot]) -> None:
    windows.pop().close()


def title(window: Pilot) -> str:
    return str(getattr(window.scene, "_title", type(window.scene).__name__))


def words(window: Pilot) -> str:
    return str(window.scene._text)


def labels(window: Pilot) -> list[str]:
    return [button.label for button in window.scene.controls.buttons]


def restored(window: Pilot) -> None:
    window.until(lambda: isinstance(window.scene, restore_scene.RestoreScene) is False, "the copy")
    window.until(lambda: title(window) in {"Your records", "The backup was not restored"}, "the outcome")


def test_after_a_damage_the_copy_is_offered_before_a_name_is_asked_for(path: Path, windows: list[Pilot]) -> None:
    damage(path)
    window = opened(windows)
    assert title(window) == "Your records"
    assert "a new file was created." in words(window)
    window.press("All right")
    window.frames(3)
    assert title(window) == "Restore your records?"
    assert "Your records are empty." in words(window)
    restore, keep = labels(window)
    assert restore.startswith("Restore ")
    assert restore.endswith(": 41 games")
    assert keep == "Keep the current records"
    window.press(restore)
    restored(window)
    assert words(window).startswith(
        "Restored: 1 player, 41 games. The previous records are saved as stone-fair.sqlite3.before-"
    )
    window.press("All right")
    window.frames(5)
    assert isinstance(window.scene, MenuScene)
    assert "Anna" in labels(window)
    assert (window.app.preferences.theme, window.app.theme.title) == ("day_fair", Theme.load("day_fair").title)


def test_a_copy_that_was_passed_over_is_not_offered_at_the_next_start(path: Path, windows: list[Pilot]) -> None:
    path.unlink()
    window = opened(windows)
    window.press("Keep the current records")
    window.app.services.database.players.create("Ben")
    closed(windows)
    window = opened(windows)
    assert isinstance(window.scene, MenuScene)


def test_going_back_on_purpose_is_not_asked_about_again(path: Path, windows: list[Pilot]) -> None:
    database = Database(path)
    played(database, 4, first=41)
    database.file.close()
    window = opened(windows)
    window.app.push(SettingsScene(window.app))
    window.press("Backups")
    older = [b for b in window.scene.controls.buttons if b.label == "Restore"][-1]
    window.click(older.rect.center)
    window.press(next(label for label in labels(window) if label.endswith(": 41 games")))
    restored(window)
    window.press("All right")
    closed(windows)
    window = opened(windows)
    assert isinstance(window.scene, MenuScene)
    assert len(window.app.services.database.file.holding().games) == 41


def test_the_settings_list_the_copies_and_a_cancelled_restore_changes_nothing(path: Path, windows: list[Pilot]) -> None:
    window = opened(windows)
    window.app.push(SettingsScene(window.app))
    window.press("Backups")
    rows = [place.setting for place in window.scene.rows.places]
    assert rows[0].title == "Your current records: 1 player, 41 games"
    assert rows[1].title.startswith("Backup from ")
    assert "1 player, 41 games · " in rows[1].about
    window.press("Restore")
    assert title(window) == "Restore this backup?"
    window.press("Cancel")
    assert isinstance(window.scene, SettingsScene)
    assert not list(path.parent.glob("*before-restoring*"))


def test_a_second_window_is_told_that_the_first_one_has_the_records_open(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore_scene, "_PATIENCE", 0.1)
    other = Database(path)
    window = opened(windows)
    window.app.push(SettingsScene(window.app))
    window.press("Backups")
    window.press("Restore")
    window.press(labels(window)[0])
    restored(window)
    assert title(window) == "The backup was not restored"
    expected = "stone-fair.sqlite3 is open in another Stone Fair window or another program. Close the file there first."
    assert words(window) == expected
    assert not list(path.parent.glob("*.writing"))
    played(other, 1, first=50)
    other.file.close()


def test_a_restore_waits_for_a_change_that_is_not_saved_yet(path: Path, windows: list[Pilot]) -> None:
    window = opened(windows)
    with locked(window.app.services.database):
        window.app.preferences.reduced_motion = True
        window.app.push(SettingsScene(window.app))
        window.press("Backups")
        window.press("Restore")
        window.press(labels(window)[0])
        window.frames(20)
        assert isinstance(window.scene, restore_scene.RestoreScene)
    restored(window)
    assert title(window) == "Your records"


def test_a_new_file_that_cannot_be_opened_is_not_tried_again_at_every_look(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        tries.append(time.monotonic())
        raise sqlite3.OperationalError("database or disk is full")

    tries: list[float] = []
    window = opened(windows)
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.sqlite.replaced_file.vacuum_into", fail)
        path.unlink()
        window.until(lambda: title(window) == "Your records", "the notice")
        window.press("All right")
        until = time.monotonic() + 0.7
        window.until(lambda: time.monotonic() > until, "some looks")
        assert len(tries) == 1


def test_a_replaced_database_is_told_in_the_game_and_opened_on_the_menu(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = Database(path.parent / "elsewhere" / "stone-fair.sqlite3")
    carl = elsewhere.players.create("Carl")
    assert isinstance(carl, Player)
    elsewhere.file.close()
    window = opened(windows)
    scene: Scene[None] = Scene(window.app)
    window.app.push(scene)
    elsewhere.file.path.replace(path)
    window.until(lambda: "Another program replaced or deleted" in window.app._toast.words, "the word")
    played(window.app.services.database, 1, first=60)
    scene.finish(None)
    window.until(lambda: title(window) == "Your records", "the notice")
    assert "Your previous records are saved as" in words(window)
    window.press("All right")
    assert [player.name for player in window.app.services.database.players.all()] == ["Carl"]
    window.until(lambda: title(window) == "Restore your records?", "the offer")
    assert any(label.endswith(": 42 games") for label in labels(window))


def test_a_deleted_database_is_written_again(path: Path, windows: list[Pilot]) -> None:
    window = opened(windows)
    path.unlink()
    window.until(lambda: title(window) == "Your records", "the notice")
    assert words(window) == "stone-fair.sqlite3 was deleted while it was open. All its contents were restored."
    assert len(window.app.services.database.file.holding().games) == 41
    assert path.exists()


def test_a_backup_that_fails_is_told(path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    database = Database(path)
    played(database, 1, first=70)
    database.file._connection.close()
    monkeypatch.setattr("game.storage.sqlite.backups.vacuum_into", fail)
    window = opened(windows)
    assert title(window) == "Backup failed"
    assert words(window) == "stone-fair.sqlite3 could not be backed up: database or disk is full."


def test_the_window_does_not_wait_for_the_backup(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(*_arguments: object) -> None:
        time.sleep(1)

    monkeypatch.setattr("game.storage.sqlite.backups.vacuum_into", sleep)
    window = Pilot()
    began = time.monotonic()
    watch_database(window.app)
    window.open(MenuScene(window.app))
    assert time.monotonic() - began < 0.9
    assert window.app.services.backup_keeper.is_busy
    monkeypatch.undo()
    window.app.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_of_the_program_while_a_copy_is_read_is_not_called_lack_of_memory(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise ValueError("a defect")

    window = opened(windows)
    monkeypatch.setattr("game.storage.sqlite.restoring.vacuum_into", fail)
    window.app.push(SettingsScene(window.app))
    window.press("Backups")
    window.press("Restore")
    with contextlib.suppress(ValueError):
        window.press(labels(window)[0])
        restored(window)
    assert "memory" not in str(getattr(window.scene, "_text", ""))


# A disk that takes its time


STEPS_OF_RESTORING = ("game.storage.sqlite.open_file.put_in_place", "game.storage.sqlite.open_file.open_database")


@pytest.mark.parametrize("step", STEPS_OF_RESTORING)
def test_the_window_goes_on_while_a_copy_is_put_in_place_and_opened(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    window = opened(windows)
    held = Held(monkeypatch, step)
    restore_newest(window)
    window.until(held.is_reached.is_set, "the copy")
    window.frames(40)
    assert isinstance(window.scene, restore_scene.RestoreScene)
    held.go.set()
    restored(window)
    assert words(window).startswith("Restored: 1 player, 41 games.")


def restore_newest(window: Pilot) -> None:
    window.app.push(SettingsScene(window.app))
    window.press("Backups")
    window.press("Restore")
    window.press(labels(window)[0])


def test_the_window_goes_on_while_records_are_kept_in_a_game(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(windows)
    window.app.push(Scene(window.app))
    held = Held(monkeypatch, "game.storage.sqlite.replaced_file.vacuum_into")
    path.unlink()
    window.until(held.is_reached.is_set, "the copy")
    window.frames(40)
    assert title(window) == "Saving…"
    held.go.set()
    window.until(lambda: "Your records are saved as" in window.app._toast.words, "the word")
    assert type(window.scene) is Scene


def test_what_is_written_after_records_were_kept_is_kept_too(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.sqlite.replaced_file._PAUSE", 0.0)
    window = opened(windows)
    window.app.push(Scene(window.app))
    path.unlink()
    window.until(lambda: "Your records are saved as" in window.app._toast.words, "the word")
    database = window.app.services.database
    write = database.settings.set("key", 7)
    assert not write.is_saved
    window.until(lambda: not database.file.is_busy and write.is_saved, "the next copy")


@pytest.mark.parametrize("step", ["game.storage.sqlite.replaced_file.vacuum_into", STEPS_OF_RESTORING[1]])
def test_the_window_goes_on_while_a_new_file_is_opened(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    window = opened(windows)
    held = Held(monkeypatch, step)
    path.unlink()
    window.until(held.is_reached.is_set, "the new file")
    window.frames(40)
    assert title(window) == "Saving…"
    held.go.set()
    window.until(lambda: title(window) == "Your records", "the notice")
    assert len(window.app.services.database.file.holding().games) == 41


def test_a_window_that_is_closed_while_a_copy_is_put_in_place_waits_for_it(
    path: Path, windows: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(windows)
    played(window.app.services.database, 2, first=60)
    held = Held(monkeypatch, STEPS_OF_RESTORING[0])
    restore_newest(window)
    window.until(held.is_reached.is_set, "the copy")
    threading.Timer(0.2, held.go.set).start()
    closed(windows)
    database = Database(path)
    assert len(database.file.holding().games) == 41
    assert {len(each.holding.games) for each in database.file.backups.backups()} == {41, 43}
    database.file.close()
