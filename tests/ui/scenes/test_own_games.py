"""*Copy my games* in the settings: copying everything to a file, and restoring it in another installation."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.session.game_session import open_local_session
from game.storage import folders
from game.storage.database import Database
from game.storage.portable.parts import MANIFEST
from game.ui.library.file_opening import open_path
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.settings import own_games
from game.ui.settings.own_games import CopyChooser
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.save_chooser import SaveChooser
from tests.ui.scenes.test_backups import opened, played
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.tournaments import new_tournament


@pytest.fixture
def windows() -> Iterator[list[Pilot]]:
    opened_ones: list[Pilot] = []
    yield opened_ones
    for window in opened_ones:
        window.app.close()


@pytest.fixture
def another_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """A function that leaves the first home for a new one, as another installation has."""

    def move() -> Path:
        other = tmp_path / "elsewhere"
        shutil.copytree(home / "cache", other / "cache", symlinks=True)
        monkeypatch.setenv("STONE_FAIR_HOME", str(other))
        return other

    return move


def in_settings(window: Pilot, button: str) -> None:
    window.app.push(SettingsScene(window.app))
    window.frames(3)
    window.press("Copy my games")
    window.press(button)
    window.frames(3)


def asked(window: Pilot) -> str:
    window.until(lambda: isinstance(window.scene, QuestionScene), "a question")
    return str(window.scene._text)


def answers(window: Pilot) -> list[str]:
    return [button.label for button in window.scene.controls.buttons]


def type_in(window: Pilot, words: str) -> None:
    """Replace the text of the field by words, as a player who types does."""
    window.scene._entry.show(words)
    window.scene._type(words)


def copied(windows: list[Pilot], folder: Path) -> Path:
    """A copy of Anna's three games, a save, a study and a picture, made by the buttons."""
    database = Database(folders.database_file())
    played(database, 3)
    database.file.close()
    for path in ("saves/Friday.txt", "studies/Swap2.study", "pictures/board.png"):
        (folders.data_folder() / path).parent.mkdir(parents=True, exist_ok=True)
        (folders.data_folder() / path).write_text(path)
    window = opened(windows)
    in_settings(window, "Copy my games to…")
    text = asked(window)
    assert text.startswith("The copy takes along 1 saved game, 1 study, 1 picture, your records and your settings: ")
    assert "Left out: passwords, online games in progress" in text
    window.press("Choose a folder…")
    assert isinstance(window.scene, SaveChooser)
    window.scene.go_into(folder)
    type_in(window, "mine")
    window.press("Save")
    assert asked(window).startswith(f"Your games are copied to {folder / 'mine.zip'}: ")
    window.press("All right")
    assert isinstance(window.scene, SettingsScene)
    windows.pop().close()
    return folder / "mine.zip"


def test_games_copied_here_are_restored_elsewhere(
    windows: list[Pilot], tmp_path: Path, another_home: Callable[[], Path]
) -> None:
    archive = copied(windows, tmp_path)
    other = another_home()
    window = opened(windows)
    in_settings(window, "Restore a copy…")
    assert isinstance(window.scene, CopyChooser)
    window.scene.take(archive)
    text = asked(window)
    assert "by Stone Fair " in text
    assert ": 1 saved game, 1 study, 1 picture." in text
    assert "Its records become yours: 1 player, 3 games." in text
    assert not (other / "saves").exists(), "nothing is restored before the answer"
    assert answers(window) == ["Restore", "Cancel"]
    window.press("Restore")
    assert asked(window).startswith("3 files were added. Restored: 1 player, 3 games. The previous records are saved")
    window.press("All right")
    assert isinstance(window.scene, MenuScene)
    assert "Anna" in answers(window)
    assert (other / "saves" / "Friday.txt").read_text() == "saves/Friday.txt"
    assert len(window.app.services.database.file.holding().games) == 3


def test_records_that_are_here_can_stay(windows: list[Pilot], tmp_path: Path, another_home: Callable[[], Path]) -> None:
    archive = copied(windows, tmp_path)
    other = another_home()
    database = Database(folders.database_file())
    played(database, 5)
    database.file.close()
    window = opened(windows)
    open_path(window.app, archive)
    assert "Your records (1 player, 5 games) are replaced by 1 player, 3 games, and kept: see Settings" in asked(window)
    assert answers(window) == ["Restore", "All but the records", "Cancel"]
    window.press("All but the records")
    assert asked(window) == "3 files were added."
    window.press("All right")
    assert len(window.app.services.database.file.holding().games) == 5
    open_path(window.app, archive)
    asked(window)
    window.press("Restore")
    assert asked(window).startswith("0 files were added. 3 were here already. Restored: 1 player, 3 games.")
    window.press("All right")
    backups = window.app.services.database.file.backups.backups()
    assert any(len(backup.holding.games) == 5 for backup in backups), "the records of before can be restored"
    assert not list(other.glob("*.writing"))


def test_a_cancelled_restore_changes_nothing(windows: list[Pilot], tmp_path: Path) -> None:
    archive = copied(windows, tmp_path)
    window = opened(windows)
    before = sorted(folders.data_folder().rglob("*"))
    open_path(window.app, archive)
    asked(window)
    window.press("Cancel")
    assert sorted(folders.data_folder().rglob("*")) == before
    assert isinstance(window.scene, MenuScene)


def test_a_copy_that_cannot_be_restored_is_told(windows: list[Pilot], tmp_path: Path) -> None:
    archive = tmp_path / "newer.zip"
    with zipfile.ZipFile(archive, "w") as found:
        found.writestr(MANIFEST, '{"format": "stone fair games", "version": 2, "program": "3.0.0", "made": ""}')
    window = opened(windows)
    window.app._open_file(window.app, archive)
    expected = "newer.zip cannot be restored: it is of Stone Fair 3.0.0; this program cannot read it."
    assert asked(window) == expected


def test_a_copy_that_cannot_be_written_is_told(
    windows: list[Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object, **_: object) -> None:
        raise OSError(28, "No space left on device")

    window = opened(windows)
    in_settings(window, "Copy my games to…")
    asked(window)
    window.press("Choose a folder…")
    window.scene.go_into(tmp_path)
    type_in(window, "mine")
    monkeypatch.setattr("game.storage.portable.copying.new_temporary", full)
    window.press("Save")
    assert asked(window) == f"Your games could not be copied to {tmp_path / 'mine.zip'}: the disk is full."


@pytest.mark.parametrize("has_window", [True, False])
def test_the_settings_say_where_games_are_saved(
    windows: list[Pilot], monkeypatch: pytest.MonkeyPatch, has_window: bool
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(own_games, "show_folder", lambda folder: shown.append(folder) or has_window)
    folders.saves_folder().mkdir(parents=True)
    window = opened(windows)
    in_settings(window, "Open the folder")
    assert window.scene.rows.places[0].setting.about == str(Path("…", *folders.saves_folder().parts[-2:]))
    assert shown == [folders.saves_folder()]
    assert (str(folders.saves_folder()) in window.app._toast.words) is not has_window


def test_the_first_save_says_where_it_is_and_the_second_does_not(windows: list[Pilot]) -> None:
    window = opened(windows)
    for title, words in (("first", f"Your games are saved in {folders.saves_folder()}."), ("second", "")):
        window.app._toast.words = ""
        tournament = new_tournament(window.app.services.catalogue.rulesets["gomoku"])
        session = open_local_session(window.app.services, tournament, title, saved=False)
        window.app.push(PlayScene(window.app, session))
        window.frames(3)
        click(window, "h8")
        window.app.services.autosave.wait()
        window.scene.finish(None)
        assert window.app._toast.words == words


@pytest.mark.parametrize(
    ("folder", "shown"),
    [
        (Path.home() / "games" / "saves", str(Path("~", "games", "saves"))),
        (Path("/fair/saves"), str(Path("/fair/saves"))),
        (Path("/a-rather-deep-folder/of-some-disk/of-many/stone-fair/saves"), str(Path("…", "stone-fair", "saves"))),
    ],
)
def test_a_path_is_shown_in_one_line(folder: Path, shown: str) -> None:
    assert own_games._short_path(folder) == shown
