"""Portable copies: all that is the player's goes along and comes back, and an archive made to do harm does none."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game.storage.background import Cancelled
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.portable import copying, portable_copy
from game.storage.portable.archived_records import ArchivedRecords, read_records
from game.storage.portable.copying import find_files, write_copy
from game.storage.portable.parts import MANIFEST, RECORDS, begins_as_copy, player_parts
from game.storage.portable.placing import PlacedFiles, place_files
from game.storage.portable.portable_copy import PortableCopy, open_copy
from game.storage.secrets.broker_accounts import FOLDER, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring

ROOT = Path(__file__).parents[2]
#: What a player has, by path in the home folder.
FILES = {
    "saves/Friday.txt": b"a tournament",
    "saves/Friday.txt.journal": b"a stone",
    "saves/Friday.txt.previous": b"before",
    "saves/\u91d1\u66dc.txt": b"another",
    "studies/Swap2.study": b"a study",
    "library/games.sgf": b"(;GM[4])",
    "rulesets/falling_four.toml": b"key",
    "sheets/falling_four_0123abcd.toml": b"key",
    "exports/game.psq": b"Piskvorky",
    "pictures/board.png": b"\x89PNG",
    "unrated/" + 32 * "a": b"",
}
#: What stays: code, secrets, caches, locks, backups and what others have put there.
LEFT_OUT = {
    "rulesets/game.py": b"import os",
    "tables/table.seat": b"key of a table",
    "evenings/evening.club": b"key of an evening",
    "cache/compiled/x.nbi": b"code",
    "reports/crash.txt": b"a crash",
    "windows/0-1.txt": b"secret of a window",
    "library.db": b"an index",
    "stone-fair-2026-11-22-0007.sqlite3": b"a backup",
    "saves/README.md": b"about the folder",
    "saves/.hidden.txt": b"hidden",
    "saves/.1-01234567.writing": b"half",
    "studies/inner/deep.study": b"deeper",
}


class Home:
    """A home folder with its database."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self._monkeypatch = path, monkeypatch
        path.mkdir()
        self.enter()
        self.database = Database(path / "stone-fair.sqlite3")

    def enter(self) -> None:
        self._monkeypatch.setenv("STONE_FAIR_HOME", str(self.path))

    def put(self, files: dict[str, bytes]) -> None:
        for name, contents in files.items():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_bytes(contents)

    def copy(self, target: Path, step: Callable[[int, int], None] = lambda _done, _of: None) -> Path:
        self.enter()
        file = self.database.file
        write_copy(find_files(player_parts(self.path / "rulesets"), file.path, file.identity), target, step)
        return target

    def checked(self, archive: Path, **own: object) -> tuple[PortableCopy, ArchivedRecords]:
        """The archive and its records, after all checks that come before the player is asked."""
        self.enter()
        copy = open_copy(archive, player_parts(self.path / "rulesets"))
        copy.check(lambda _done, _of: None)
        records = read_records(copy, self.database.file.path, own, lambda _done, _of: None)
        assert records is not None
        return copy, records

    def restore(self, archive: Path) -> PlacedFiles:
        copy, records = self.checked(archive)
        records.discard()
        return place_files(copy)

    def records(self, archive: Path, **own: object) -> Path:
        return self.checked(archive, **own)[1].path

    def files(self, *, with_records: bool = False) -> dict[str, bytes]:
        found = {str(path.relative_to(self.path)): path for path in self.path.rglob("*") if path.is_file()}
        return {name: path.read_bytes() for name, path in found.items() if with_records or "stone-fair.sql" not in name}


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Home, Home]]:
    """Two installations: the first has files and records, the second is new."""
    first, second = Home(tmp_path / "first", monkeypatch), Home(tmp_path / "second", monkeypatch)
    first.put({**FILES, **LEFT_OUT})
    first.database.players.create("Anna")
    yield first, second
    for home in (first, second):
        home.database.file.close()


@pytest.fixture
def archive(homes: tuple[Home, Home], tmp_path: Path) -> Path:
    return homes[0].copy(tmp_path / "copy.zip")


def rewritten(archive: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The archive with its files changed; a file may be bytes or an entry with its bytes."""
    with zipfile.ZipFile(archive) as old:
        files: dict[str, Any] = {name: old.read(name) for name in old.namelist()}
    change(files)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for name, contents in files.items():
            new.writestr(*(contents if isinstance(contents, tuple) else (name, contents)))
    return archive


def refused(home: Home, archive: Path) -> str:
    """Why the archive is refused; nothing was written, in the home folder or beside it."""
    before = set(home.path.parent.rglob("*"))
    with pytest.raises(StoreError) as error:
        home.checked(archive)
    assert set(home.path.parent.rglob("*")) == before
    return str(error.value)


# From one installation to another


def test_all_that_is_the_players_comes_back_in_another_installation(homes: tuple[Home, Home], archive: Path) -> None:
    placed = homes[1].restore(archive)
    assert homes[1].files() == FILES
    assert (placed.added, placed.same, placed.renamed) == (len(FILES) - 2, 0, [])


def test_records_and_settings_come_back(homes: tuple[Home, Home], archive: Path) -> None:
    first, second = homes
    first.database.settings.set("theme", "day_fair")
    second.database.file.put_in_place(second.records(first.copy(archive)))
    assert [player.name for player in second.database.players.all()] == ["Anna"]
    assert second.database.settings.get("theme", "") == "day_fair"
    assert second.database.file.holding() == first.database.file.holding()


def test_the_archive_is_an_ordinary_zip_whose_layout_can_be_read(archive: Path) -> None:
    with zipfile.ZipFile(archive) as found:
        assert found.testzip() is None
        assert set(found.namelist()) == {MANIFEST, RECORDS, *FILES}
        about = json.loads(found.read(MANIFEST))
    assert (about["format"], about["version"], about["files"]["saves"]) == ("stone fair games", 1, 2)
    assert datetime.fromisoformat(about["made"]).tzinfo is not None
    assert begins_as_copy(archive)


def test_no_secret_and_no_code_goes_along(homes: tuple[Home, Home], archive: Path) -> None:
    homes[0].enter()
    accounts = BrokerAccounts(homes[0].path / FOLDER, SystemKeyring(lambda: None))
    accounts.set_password("broker.example", 8883, "open sesame")
    assert any(b"open sesame" in contents for contents in homes[0].files().values())
    homes[0].database.file._connection.execute("INSERT INTO settings VALUES ('old', 'open sesame')")
    homes[0].database.file._connection.execute("DELETE FROM settings WHERE key = 'old'")
    archive = homes[0].copy(archive)
    with zipfile.ZipFile(archive) as found:
        everything = b"".join(found.read(name) for name in found.namelist())
    assert b"open sesame" not in everything
    assert [text for text in (b"key of", b"import os", b"secret of", b"code") if text in everything] == []
    assert stat.S_IMODE(archive.stat().st_mode) & 0o077 == 0


def test_the_database_is_copied_while_it_is_written(homes: tuple[Home, Home], archive: Path) -> None:
    with contextlib.closing(sqlite3.connect(homes[0].database.file.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO settings VALUES ('half', '1')")
        archive = homes[0].copy(archive)
        other.rollback()
    with contextlib.closing(sqlite3.connect(homes[1].records(archive))) as copied:
        assert copied.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert copied.execute("SELECT count(*) FROM settings WHERE key = 'half'").fetchone()[0] == 0


def test_an_earlier_copy_among_the_files_is_left_out(homes: tuple[Home, Home], archive: Path) -> None:
    shutil.copy(archive, homes[0].path / "exports" / "copy.zip")
    with zipfile.ZipFile(homes[0].copy(archive)) as found:
        assert "exports/copy.zip" not in found.namelist()


# What is there already


def test_existing_games_are_kept_and_the_same_ones_passed_over(homes: tuple[Home, Home], archive: Path) -> None:
    homes[1].put({"saves/Friday.txt": b"mine", "studies/Swap2.study": b"a study", "rulesets/falling_four.toml": b"own"})
    placed = homes[1].restore(archive)
    files = homes[1].files()
    assert files["saves/Friday.txt"] == b"mine"
    assert files["saves/Friday 2.txt"] == b"a tournament"
    assert files["saves/Friday 2.txt.journal"] == b"a stone"
    assert files["rulesets/falling_four.toml"] == b"own"
    assert files["rulesets/falling_four_2.toml"] == b"key"
    assert placed.same == 1
    assert placed.renamed == ["Friday 2.txt", "falling_four_2.toml"]


def test_a_name_in_other_letters_counts_as_taken(homes: tuple[Home, Home], archive: Path) -> None:
    homes[1].put({"saves/FRIDAY.txt": b"mine"})
    homes[1].restore(archive)
    assert {"saves/FRIDAY.txt", "saves/Friday 2.txt"} <= set(homes[1].files())


def test_a_save_with_more_moves_in_its_journal_is_not_the_same(homes: tuple[Home, Home], archive: Path) -> None:
    homes[1].put({"saves/Friday.txt": b"a tournament", "saves/Friday.txt.journal": b"two stones"})
    homes[1].restore(archive)
    assert homes[1].files()["saves/Friday.txt.journal"] == b"two stones"
    assert homes[1].files()["saves/Friday 2.txt.journal"] == b"a stone"


def test_restoring_twice_adds_nothing(homes: tuple[Home, Home], archive: Path) -> None:
    homes[1].put({"saves/Friday.txt": b"mine"})
    homes[1].restore(archive)
    before = homes[1].files()
    assert homes[1].restore(archive).added == 0
    assert homes[1].files() == before


def test_a_file_keeps_the_time_of_its_last_change(homes: tuple[Home, Home], tmp_path: Path) -> None:
    os.utime(homes[0].path / "saves" / "Friday.txt", (1_700_000_000, 1_700_000_000))
    homes[1].restore(homes[0].copy(tmp_path / "copy.zip"))
    assert (homes[1].path / "saves" / "Friday.txt").stat().st_mtime == pytest.approx(1_700_000_000, abs=2)


def test_a_restore_that_is_killed_can_be_repeated(homes: tuple[Home, Home], archive: Path) -> None:
    """The process is killed in the middle; what is there is whole, and the next time adds the rest."""
    many = {f"saves/{number}.txt": os.urandom(2000) for number in range(60)}
    homes[0].put(many)
    homes[0].copy(archive)
    homes[1].put({"saves/7.txt": b"mine"})
    homes[1].enter()
    program = (
        "import sys; from pathlib import Path; from game.storage.portable.parts import player_parts;"
        "from game.storage.portable.placing import place_files;"
        "from game.storage.portable.portable_copy import open_copy;"
        "copy = open_copy(Path(sys.argv[1]), player_parts(Path(sys.argv[2])));"
        "print('begun', flush=True); place_files(copy)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(archive), str(homes[1].path / "rulesets")], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        until = time.monotonic() + 20
        while len(list((homes[1].path / "saves").glob("*.txt"))) < 12 and time.monotonic() < until:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    found = {name: text for name, text in homes[1].files().items() if name.endswith(".txt")}
    assert 1 < len(found) < 62
    assert all(text == (b"mine" if name == "saves/7.txt" else {**FILES, **many}[name.replace("7 2.", "7.")])
               for name, text in found.items())  # fmt: skip
    homes[1].restore(archive)
    expected = {**FILES, **many, "saves/7.txt": b"mine", "saves/7 2.txt": many["saves/7.txt"]}
    assert {name: text for name, text in homes[1].files().items() if not name.endswith(".writing")} == expected


# Writing that fails


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(homes: tuple[Home, Home], tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="you have no permission to write there"):
        homes[0].copy(folder / "copy.zip")


def test_a_full_disk_leaves_the_copy_that_was_there(
    homes: tuple[Home, Home], archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = archive.read_bytes()
    monkeypatch.setattr(copying, "_write_file", full)
    with pytest.raises(StoreError, match=r"could not be copied to .*copy\.zip: the disk is full\."):
        homes[0].copy(archive)
    assert archive.read_bytes() == before
    assert not list(archive.parent.glob("*.writing"))


def test_a_copy_that_is_cancelled_leaves_nothing_behind(homes: tuple[Home, Home], tmp_path: Path) -> None:
    def stop(done: int, _of: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        homes[0].copy(tmp_path / "copy.zip", stop)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "second"]
    assert not list(homes[0].path.glob("*.writing"))


# Archives made to do harm


@pytest.mark.parametrize(
    "name", ["saves/../../evil.txt", "/tmp/evil.txt", "..\\evil.txt", "saves\\..\\..\\evil.txt", "C:/evil.txt"]
)
def test_a_name_that_leads_out_refuses_the_archive(homes: tuple[Home, Home], archive: Path, name: str) -> None:
    def add(files: dict[str, Any]) -> None:
        files[name] = b"evil"

    assert "cannot be one of yours" in refused(homes[1], rewritten(archive, add))


def test_a_link_in_the_archive_refuses_it(homes: tuple[Home, Home], archive: Path) -> None:
    def add(files: dict[str, Any]) -> None:
        link = zipfile.ZipInfo("saves/link.txt")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        files["saves/link.txt"] = (link, b"/etc/passwd")

    assert "'saves/link.txt' in it cannot be one of yours" in refused(homes[1], rewritten(archive, add))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_refuses_the_archive(homes: tuple[Home, Home], archive: Path) -> None:
    with zipfile.ZipFile(archive, "a") as found:
        found.writestr("saves/Friday.txt", b"another")
    assert "'saves/Friday.txt' in it cannot be one of yours" in refused(homes[1], archive)


def test_files_that_are_none_of_ours_are_passed_over(homes: tuple[Home, Home], archive: Path) -> None:
    strange = ["tables/x.seat", "accounts/x.json", "saves/x.exe", "saves/.x.txt", "saves/a/b.txt", "rulesets/evil.py"]
    strange += ["saves/lonely.txt.journal", "unrated/short", "__MACOSX/._x"]

    def add(files: dict[str, Any]) -> None:
        files.update(dict.fromkeys(strange, b"evil"))

    homes[1].restore(rewritten(archive, add))
    assert homes[1].files() == FILES
    assert open_copy(archive, player_parts(Path("none"))).passed_over == len(strange)


def test_a_name_that_another_system_refuses_is_changed(homes: tuple[Home, Home], archive: Path) -> None:
    def add(files: dict[str, Any]) -> None:
        files.update({"library/con.sgf": b"1", "library/a:b.sgf": b"2", f"library/{90 * 'x'}.sgf": b"3"})

    homes[1].restore(rewritten(archive, add))
    names = {name for name in homes[1].files() if name.startswith("library/")}
    assert names == {"library/games.sgf", "library/Tournament con.sgf", "library/a b.sgf", f"library/{72 * 'x'}.sgf"}


@pytest.mark.parametrize(("limit", "words"), [("LARGEST", "is larger than"), ("MOST_BYTES", "unpacks to more than")])
def test_an_archive_that_unpacks_to_too_much_is_refused(
    homes: tuple[Home, Home], archive: Path, monkeypatch: pytest.MonkeyPatch, limit: str, words: str
) -> None:
    def add(files: dict[str, Any]) -> None:
        files["pictures/bomb.png"] = bytes(30_000_000)

    rewritten(archive, add)
    assert archive.stat().st_size < 200_000
    monkeypatch.setattr(portable_copy, limit, 20_000_000)
    assert words in refused(homes[1], archive)


def test_a_size_that_an_archive_tells_is_not_trusted(homes: tuple[Home, Home], archive: Path) -> None:
    with zipfile.ZipFile(archive) as found:
        size = found.getinfo("studies/Swap2.study").file_size
    contents = archive.read_bytes()
    at = contents.rindex(b"studies/Swap2.study") - 46
    assert contents[at : at + 4] == b"PK\x01\x02"
    archive.write_bytes(contents[: at + 24] + (size + 5).to_bytes(4, "little") + contents[at + 28 :])
    homes[1].restore(archive)
    assert homes[1].files()["studies/Swap2.study"] == b"a study"


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.99])
def test_a_truncated_archive_is_refused(homes: tuple[Home, Home], archive: Path, share: float) -> None:
    contents = archive.read_bytes()
    archive.write_bytes(contents[: round(len(contents) * share)])
    assert refused(homes[1], archive) == "copy.zip cannot be restored: the archive is damaged."


def test_damage_in_one_file_is_found_before_anything_is_restored(homes: tuple[Home, Home], archive: Path) -> None:
    with zipfile.ZipFile(archive) as found:
        at = found.getinfo("studies/Swap2.study").header_offset + 30 + len("studies/Swap2.study")
    contents = bytearray(archive.read_bytes())
    contents[at + 1] ^= 0xFF
    archive.write_bytes(bytes(contents))
    assert "studies/Swap2.study in it is damaged" in refused(homes[1], archive)


def test_too_many_files_are_refused(homes: tuple[Home, Home], archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portable_copy, "MOST_FILES", 5)
    assert "it has more than 5 files" in refused(homes[1], archive)
    monkeypatch.setattr(portable_copy, "_MOST_OF_LIST", 100)
    assert "the archive is damaged" in refused(homes[1], archive)


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        ('{"format": "stone fair games", "version": 2, "program": "3.1.0", "made": ""}', "it is of Stone Fair 3.1.0"),
        ('{"format": "other", "version": 1, "program": "1", "made": ""}', "is damaged"),
        ("[" * 100_000, "is damaged"),
        ("{", "is damaged"),
        (" " * 200_000, "is larger than"),
        (None, "it is not a copy of your games"),
    ],
)
def test_another_format_is_refused_in_a_sentence(
    homes: tuple[Home, Home], archive: Path, manifest: str | None, words: str
) -> None:
    def change(files: dict[str, Any]) -> None:
        del files[MANIFEST]
        if manifest is not None:
            files[MANIFEST] = manifest.encode()

    assert words in refused(homes[1], rewritten(archive, change))


# Records made to do harm


def with_records(archive: Path, change: Callable[[sqlite3.Connection], object]) -> Path:
    """The archive with its database changed."""

    def replace(files: dict[str, Any]) -> None:
        path = archive.with_suffix(".sqlite3")
        path.write_bytes(files[RECORDS])
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            change(connection)
        files[RECORDS] = path.read_bytes()
        path.unlink()

    return rewritten(archive, replace)


def run(statement: str) -> Callable[[sqlite3.Connection], object]:
    return lambda connection: connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM players; END", "not of Stone Fair"),
        ("CREATE VIEW v AS SELECT * FROM players", "not of Stone Fair"),
        ("DROP TABLE results", "no results"),
        ("PRAGMA user_version = 999", "from a newer version of Stone Fair"),
    ],
)
def test_records_that_are_not_ours_are_refused(
    homes: tuple[Home, Home], archive: Path, statement: str, words: str
) -> None:
    assert words in refused(homes[1], with_records(archive, run(statement)))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_damaged_records_are_refused(homes: tuple[Home, Home], archive: Path, size: int) -> None:
    def damage(files: dict[str, Any]) -> None:
        files[RECORDS] = files[RECORDS][:size] + os.urandom(20_000)

    words = refused(homes[1], rewritten(archive, damage))
    assert words.startswith("copy.zip c")
    assert homes[1].database.file.holding().is_empty


def test_programs_of_engines_stay_those_of_this_computer(homes: tuple[Home, Home], archive: Path) -> None:
    evil = """INSERT INTO settings VALUES ('engines', '[{"command": "/tmp/evil"}]')"""
    checked = homes[1].records(with_records(archive, run(evil)), engines=[{"command": "mine"}])
    with contextlib.closing(sqlite3.connect(checked)) as connection:
        found = connection.execute("SELECT value FROM settings WHERE key = 'engines'").fetchall()
    assert found == [('[{"command": "mine"}]',)]


def test_records_are_replaced_only_after_the_present_ones_were_set_aside(
    homes: tuple[Home, Home], archive: Path
) -> None:
    second = homes[1]
    second.database.players.create("Ben")
    outcome = second.database.file.put_in_place(second.records(archive))
    assert outcome.previous == "stone-fair.sqlite3.before-restoring-1"
    (kept,) = second.database.file.backups.backups()
    assert kept.path.name == outcome.previous
    second.database.file.put_in_place(shutil.copy(kept.path, second.path / "again"))
    assert [player.name for player in second.database.players.all()] == ["Ben"]
