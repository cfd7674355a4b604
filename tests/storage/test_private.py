"""The data folder is for its owner alone, and so is each file in it that holds a secret, whatever the user's umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.library.index.index_file import open_index
from game.network.session.network_settings import NetworkSettings
from game.storage import folders
from game.storage.crash_reports.report_folder import ReportFolder
from game.storage.database import Database
from game.storage.private import begin_private, make_data_folder_private, make_private
from game.storage.sqlite.erased_secrets import OldPasswords

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def umask() -> Iterator[None]:
    """Lets the test set the umask."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def live() -> None:
    """A session: the database and its log, a copy, an account, the library's index, a crash report."""
    make_data_folder_private()
    database = Database(folders.database_file())
    database.players.create("Anna")
    accounts = NetworkSettings(database).accounts
    accounts.change("broker.example.org", 8883, user="club")
    accounts.set_password("broker.example.org", 8883, "secret")
    open_index(folders.data_folder() / "library.sqlite3").close()
    ReportFolder(folders.reports_folder()).keep("report", datetime.now(UTC))
    database.file.write("INSERT INTO settings VALUES ('a', '1')", ())
    assert_private()
    database.file.close()
    assert_private()


def assert_private() -> None:
    assert mode(folders.data_folder()) == 0o700
    files = {each: mode(each) for each in folders.data_folder().rglob("*") if each.is_file()}
    assert files
    assert {each.name: oct(found) for each, found in files.items() if found != 0o600} == {}


@pytest.mark.parametrize("bits", [0o022, 0o000, 0o077], ids=oct)
@pytest.mark.usefixtures("umask")
def test_after_a_session_every_file_is_for_its_owner_alone(home, bits):
    os.umask(bits)
    live()
    assert len(list(home.rglob("*"))) >= 5


@pytest.mark.usefixtures("umask")
def test_what_an_earlier_version_made_is_tightened_at_the_next_start(home):
    home.mkdir(mode=0o755)
    path = folders.database_file()
    Database(path).file.close()
    copy = path.with_name("stone-fair-2026-11-01.sqlite3")
    copy.write_bytes(path.read_bytes())
    for each in home.iterdir():
        each.chmod(0o644)
    make_data_folder_private()
    assert mode(home) == 0o700
    database = Database(path)
    database.file.close()
    assert OldPasswords(path, database.file.identity).wait(30)
    assert mode(path) == mode(copy) == 0o600


@pytest.mark.usefixtures("umask")
def test_a_folder_that_the_player_opens_to_others_later_stays_so(home):
    live()
    home.chmod(0o750)
    make_data_folder_private()
    assert mode(home) == 0o750


def test_the_users_home_and_a_folder_for_all_are_left_as_they_are(tmp_path, monkeypatch):
    for folder, bits in ((tmp_path / "user", 0o755), (tmp_path / "temporary", 0o1777)):
        folder.mkdir()
        folder.chmod(bits)
        monkeypatch.setenv("STONE_FAIR_HOME", str(folder))
        monkeypatch.setenv("HOME", str(tmp_path / "user"))
        make_data_folder_private()
        assert mode(folder) == bits


def test_a_file_that_others_can_read_is_never_widened_nor_emptied(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"contents")
    path.chmod(0o444)
    begin_private(path)
    assert mode(path) == 0o400
    assert path.read_bytes() == b"contents"
    make_private(tmp_path / "none")


def test_a_data_folder_that_cannot_be_made_is_told_by_the_database_alone(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "file" / "home"))
    make_data_folder_private()
    database = Database(folders.database_file())
    assert "cannot be used" in database.file.notice
    database.file.close()
