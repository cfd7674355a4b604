"""A seat's file goes on after a crash, a torn line and a change by hand; what is no such file gets a sentence."""

import pytest

from game.apart.far_table import new_seat
from game.apart.sealed.invitation import MeetingPlace, new_invitation
from game.apart.sealed.keys import invited_keys
from game.apart.seat_file import OpenedSeat, SeatFile, forget_seat, open_seat_file, seat_files
from game.apart.sides import Side
from game.core.model import Reason
from game.session.apart.kept_tables import kept_tables
from tests.apart.pair import Pair


@pytest.fixture
def path(tmp_path):
    invitation = new_invitation(MeetingPlace())
    return new_seat(tmp_path, Side.HOST, "Anna", invited_keys(invitation), invitation)


def records():
    pair = Pair()
    pair.begin()
    pair.play(Side.HOST)
    pair.run(200)
    return pair.records[Side.HOST]


def test_what_was_noted_is_read_again(path):
    file = SeatFile(path)
    for record in records():
        file.note(record)
    file.close()
    opened = open_seat_file(path)
    assert isinstance(opened, OpenedSeat)
    assert opened.head.name == "Anna"
    assert len(opened.kept.lines) == 2
    assert opened.kept.commitment
    assert opened.kept.terms is not None
    assert list(seat_files(path.parent)) == [path]


def test_a_torn_line_is_taken_off_and_the_file_goes_on(path):
    file = SeatFile(path)
    for record in records():
        file.note(record)
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    opened = open_seat_file(path)
    assert len(opened.kept.lines) == 1
    file = SeatFile(path)
    file.note(records()[-1])
    file.close()
    assert path.read_bytes() == whole


def test_only_its_owner_may_read_the_keys(path):
    assert path.stat().st_mode & 0o077 == 0


def test_an_invitation_that_is_typed_again_goes_on_at_its_table(path):
    head = open_seat_file(path).head
    assert new_seat(path.parent, Side.HOST, "Anna", head.keys, head.place) == path
    assert open_seat_file(path).head == head


@pytest.mark.parametrize("contents", [b"", b"{}\n", b"\x00" * 100, b'{"kind":"stone fair seat 1"}\n', b"[" * 9999])
def test_what_is_no_seat_gets_a_sentence(tmp_path, contents):
    path = tmp_path / "x.seat"
    path.write_bytes(contents)
    read = open_seat_file(path)
    assert isinstance(read, Reason)
    assert "x.seat" in read.message
    assert path.read_bytes() == contents
    assert seat_files(tmp_path) == {}


def test_a_disk_that_cannot_be_written_is_told_once_and_nothing_stops(tmp_path):
    file = SeatFile(tmp_path / "nowhere" / "x.seat")
    file.note("spent 1 1")
    file._records.put(None)
    file._writer.join()
    assert file.is_written
    assert "cannot be written" in file.problem()
    assert file.problem() == ""


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "seats").write_text("")
    invitation = new_invitation(MeetingPlace())
    assert isinstance(new_seat(tmp_path / "seats", Side.GUEST, "Ben", invited_keys(invitation), invitation), Reason)


def test_the_list_of_tables_does_not_touch_a_file_that_is_being_written(path):
    whole = path.read_bytes()
    path.write_bytes(whole + b"spent 1 ")
    (table,) = kept_tables(path.parent)
    assert table.head.name == "Anna"
    assert path.read_bytes() == whole + b"spent 1 "


def test_two_programs_at_one_seat_are_one_too_many_and_told_so(path):
    first = open_seat_file(path)
    second = open_seat_file(path)
    assert isinstance(second, Reason)
    assert "another window" in second.message
    assert isinstance(forget_seat(path), Reason)
    first.let_go()
    again = open_seat_file(path)
    assert isinstance(again, OpenedSeat)
    again.let_go()
    assert forget_seat(path) is None
    assert not path.exists()
    assert forget_seat(path) is None
