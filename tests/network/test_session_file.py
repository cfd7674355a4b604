"""A seat's file goes on after a crash, a torn line and a change by hand; what is no such file gets a sentence."""

import os
import stat
from pathlib import Path

import pytest

from game.core.model import Reason
from game.core.record.checked_lines import checked_line
from game.network.encryption.invitation import ServerAddress, new_invitation
from game.network.encryption.keys import invited_keys
from game.network.remote_connection import new_session
from game.network.session.saved_remote_games import stored_tables
from game.network.session_file import (
    OpenedSession,
    delete_session_file,
    open_session_file,
    session_files,
    session_writer,
)
from game.network.session_record import read_records
from game.network.sides import Side
from game.storage.records import record_file
from tools.network.club.clubs import Hub
from tools.network.ends import Ends, wait_for
from tools.network.pair import Pair

OLD = Path(__file__).parents[1] / "data" / "without_checksums"


@pytest.fixture
def path(tmp_path):
    invitation = new_invitation(ServerAddress())
    return new_session(tmp_path, Side.HOST, "Anna", invited_keys(invitation), invitation)


def records():
    pair = Pair()
    pair.begin()
    pair.play(Side.HOST)
    pair.run(200)
    return pair.records[Side.HOST]


def test_what_was_noted_is_read_again(path):
    file = session_writer(path)
    for record in records():
        file.note(record)
    file.close()
    opened = open_session_file(path)
    assert isinstance(opened, OpenedSession)
    assert opened.head.name == "Anna"
    assert len(opened.kept.lines) == 2
    assert opened.kept.commitment
    assert opened.kept.terms is not None
    assert list(session_files(path.parent)) == [path]


def written(path):
    """A seat's file with all records; its contents."""
    file = session_writer(path)
    for record in records():
        file.note(record)
    file.close()
    return path.read_bytes()


def reopened(path):
    opened = open_session_file(path)
    assert isinstance(opened, OpenedSession), opened
    opened.release()
    return opened


def test_a_torn_line_is_left_out_told_and_kept_in_a_copy_and_the_file_goes_on(path):
    whole = written(path)
    path.write_bytes(whole[:-30])
    opened = reopened(path)
    assert len(opened.kept.lines) == 1
    aside = path.with_name(f"{path.name}.damaged-1")
    assert aside.read_bytes() == whole[:-30]
    assert opened.repaired == (
        f"The last line of {path.name} is incomplete and was left out. The original file is kept as {aside.name}."
    )
    file = session_writer(path)
    file.note(records()[-1])
    file.close()
    assert path.read_bytes() == whole
    assert reopened(path).repaired == ""


@pytest.mark.parametrize("unreadable", ["line {}", "terms {}", "line", "spent 1", "a word of a later version"])
def test_records_are_read_up_to_the_first_that_says_nothing(unreadable):
    kept = read_records(["watched yes", unreadable, "cut 0"])
    assert (kept.watched, kept.readable) == ("yes", 1)


def test_a_changed_byte_costs_the_lines_from_there_on_but_they_are_told_and_kept_in_a_copy(path):
    whole = written(path)
    place = whole.index(b"\nline ") + 40
    changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
    path.write_bytes(changed)
    opened = reopened(path)
    aside = path.with_name(f"{path.name}.damaged-1")
    assert aside.read_bytes() == changed
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    number = changed[:place].count(b"\n") + 1
    assert opened.repaired.startswith(
        f"Line {number} of {path.name} is damaged. The game continues from the line before"
    )
    assert aside.name in opened.repaired
    assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[: number - 1])
    assert list(session_files(path.parent)) == [path]


def test_a_damaged_file_that_cannot_be_copied_stays_as_it_is(path, monkeypatch):
    torn = written(path)[:-30]
    path.write_bytes(torn)

    def full(*_arguments, **_words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record_file, "write_new", full)
    refused = open_session_file(path)
    assert isinstance(refused, Reason)
    assert refused.message.endswith("is damaged, and the file could not be backed up: the disk is full.")
    assert path.read_bytes() == torn


def test_no_record_after_one_that_failed_is_lost_at_the_next_opening(path, monkeypatch):
    """A part of a line that stayed in the file made all later lines unreadable, and they were cut."""

    def full_disk(file, lines):
        file.write(lines[:7])
        raise OSError(28, "No space left on device")

    file = session_writer(path)
    file._retry_seconds = 0.01
    first, *others = records()
    with monkeypatch.context() as patched:
        patched.setattr(record_file, "_write_all", full_disk)
        patched.setattr(record_file, "_take_back", lambda _file, _end: None)
        file.note(first)
        wait_for(lambda: bool(file.problem()))
        assert not file.is_written
    for record in others:
        file.note(record)
    file.close()
    opened = reopened(path)
    assert (len(opened.kept.lines), opened.repaired) == (2, "")


def test_a_file_of_an_earlier_version_is_opened_and_continued(tmp_path):
    path = tmp_path / "table.seat"
    old = (OLD / "table.seat").read_bytes()
    path.write_bytes(old)
    opened = reopened(path)
    assert opened.head.name == "Anna"
    assert len(opened.kept.lines) == 2
    assert opened.kept.terms is not None
    file = session_writer(path)
    file.note("spent 2 700")
    file.close()
    assert path.read_bytes() == old + checked_line("spent 2 700")
    again = reopened(path)
    assert (len(again.kept.lines), again.kept.spent, again.repaired) == (2, (2, 700), "")


def test_only_its_owner_may_read_the_keys_from_the_first_byte(tmp_path, monkeypatch):
    modes = []
    monkeypatch.setattr(os, "fsync", lambda _file: modes.extend(each.stat().st_mode for each in tmp_path.iterdir()))
    invitation = new_invitation(ServerAddress())
    path = new_session(tmp_path, Side.HOST, "Anna", invited_keys(invitation), invitation)
    assert {stat.S_IMODE(mode) for mode in [*modes, path.stat().st_mode]} == {0o600}


def test_an_invitation_that_is_typed_again_goes_on_at_its_table(path):
    head = open_session_file(path).head
    assert new_session(path.parent, Side.HOST, "Anna", head.keys, head.place) == path
    assert open_session_file(path).head == head


@pytest.mark.parametrize("contents", [b"", b"{}\n", b"\x00" * 100, b'{"kind":"stone fair seat 1"}\n', b"[" * 9999])
def test_what_is_no_seat_gets_a_sentence(tmp_path, contents):
    path = tmp_path / "x.seat"
    path.write_bytes(contents)
    read = open_session_file(path)
    assert isinstance(read, Reason)
    assert "x.seat" in read.message
    assert path.read_bytes() == contents
    assert session_files(tmp_path) == {}


def test_nothing_is_sent_before_it_is_on_the_disk_and_a_failure_is_told(tmp_path, monkeypatch):
    ends = Ends(tmp_path, Hub().open)
    ends.begin()
    with monkeypatch.context() as patched:
        patched.setattr(record_file, "_write_all", lambda _file, _lines: (_ for _ in ()).throw(OSError(28, "full")))
        ends.play_one()
        mover = next(side for side, table in ends.tables.items() if len(table.peer.match.plies) == 1)
        ends.until(lambda: any("the disk is full" in told for told in ends.told[mover]))
        assert [len(table.peer.match.plies) for table in ends.tables.values()].count(1) == 1
    ends.until(ends.are_alike)
    assert ends.plies == 1
    ends.close()


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "seats").write_text("")
    invitation = new_invitation(ServerAddress())
    assert isinstance(new_session(tmp_path / "seats", Side.GUEST, "Ben", invited_keys(invitation), invitation), Reason)


def test_the_list_of_tables_does_not_touch_a_file_that_is_being_written(path):
    whole = path.read_bytes()
    path.write_bytes(whole + b"spent 1 ")
    (table,) = stored_tables(path.parent)
    assert table.head.name == "Anna"
    assert path.read_bytes() == whole + b"spent 1 "


def test_two_programs_at_one_seat_are_one_too_many_and_told_so(path):
    first = open_session_file(path)
    second = open_session_file(path)
    assert isinstance(second, Reason)
    assert "another window" in second.message
    assert isinstance(delete_session_file(path), Reason)
    first.release()
    again = open_session_file(path)
    assert isinstance(again, OpenedSession)
    again.release()
    assert delete_session_file(path) is None
    assert not path.exists()
    assert delete_session_file(path) is None
