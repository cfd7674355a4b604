"""An evening in the halls of a keeper and members: coming, telling, crashes, and people who mean harm."""

import os
import secrets
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.core.model import Reason
from game.network.club.messages import ResultReport, TournamentUpdate, pack_member, pack_organiser
from game.network.club.tournament import Claim, PairingResult, PairingSystem
from game.network.club.tournament_file import (
    OpenedClub,
    club_files,
    club_writer,
    delete_club_file,
    open_club_file,
)
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.encryption.member_links import MemberLink
from game.network.wire_format import to_text
from tools.network.club.clubs import KEYS, Club

OLD = Path(__file__).parents[2] / "data" / "without_checksums"


@pytest.fixture
def club(tmp_path):
    club = Club(tmp_path)
    yield club
    club.close()


def test_an_evening_is_played_from_the_first_knock_to_the_last_result(club):
    club.organiser.organiser.join("Kim")
    club.all_come("Ann", "Ben", "Cleo")
    for _round in range(3):
        club.next_round()
        club.tell_all()
    assert club.organiser.organiser.next_round() is None
    club.until(club.all_know)
    assert club.tournament.is_over
    assert [member.name for member in club.members["Ann"].tournament.members] == ["Kim", "Ann", "Ben", "Cleo"]
    assert sorted(club.members["Ann"].here) == [0, 1, 2, 3]


def test_both_sides_of_a_pairing_make_the_same_keys_and_nobody_else_does(club):
    club.all_come("Ann", "Ben", "Cleo", "Dora")
    club.next_round()
    keys = [lobby.own_table() for lobby in club.members.values()]
    assert len({each.keys.secret for each in keys}) == 2
    one, two = (club.lobby_of(number).own_table() for number in club.tournament.tables[0].sides)
    assert one.keys == two.keys
    assert {one.side, two.side} == {one.side, one.side.other}
    assert isinstance(club.organiser.own_table(), Reason)


def test_two_people_with_one_name_are_two_members(club):
    club.all_come("Ann", "Ben")
    second = club._begun
    club.members["Ann again"] = club.opened(second("ann", club.members["Ann"].head.role))
    club.until(lambda: club.members["Ann again"].own_number is not None)
    assert sorted(member.name for member in club.tournament.members) == ["Ann", "Ben", "ann 2"]


def test_the_keepers_window_is_killed_and_the_evening_goes_on(club):
    club.all_come("Ann", "Ben", "Cleo", "Dora")
    club.next_round()
    one = club.tournament.tables[0].one
    club.lobby_of(one).claim(1, Claim.WON)
    club.until(lambda: club.tournament.tables[0].reported_one is Claim.WON)
    before = club.tournament
    club.kill_organiser()
    two = club.tournament.tables[0].two
    club.lobby_of(two).claim(1, Claim.LOST)
    club.organiser_returns()
    assert club.tournament == before
    club.until(lambda: club.tournament.tables[0].result is PairingResult.ONE)
    club.tell_all()
    club.next_round()
    club.until(club.all_know)


def test_a_member_whose_window_was_closed_comes_back_to_the_same_place(club):
    club.all_come("Ann", "Ben")
    number = club.members["Ann"].own_number
    club.next_round()
    club.members["Ann"].claim(1, Claim.DREW)
    path = club.members["Ann"].path
    club.until(lambda: club.members["Ann"]._file.is_written)
    club.members.pop("Ann").close()
    club.members["Ann"] = club.opened(path)
    assert club.members["Ann"].tournament is not None
    club.members["Ben"].claim(1, Claim.DREW)
    club.until(lambda: club.tournament.tables[0].result is PairingResult.DRAW)
    assert club.members["Ann"].own_number == number


def test_who_goes_home_is_not_paired_any_more_and_may_come_back(club):
    club.all_come("Ann", "Ben", "Cleo")
    gone = club.members.pop("Ann")
    gone.poll()
    gone.leave_tournament()
    gone.close()
    club.until(lambda: len(club.tournament.present) == 2)
    club.pass_time(60_000)
    assert len(club.tournament.present) == 2
    club.members["Ann"] = club.opened(gone.path)
    club.until(lambda: len(club.tournament.present) == 3)


def test_somebody_who_is_taken_out_does_not_come_back_by_staying_there(club):
    club.all_come("Ann", "Ben", "Cleo")
    club.organiser.organiser.take_out(0)
    club.pass_time(60_000)
    assert club.tournament.present == (1, 2)
    club.until(club.all_know)


def test_who_is_not_heard_any_more_is_not_here_but_in(club):
    club.all_come("Ann", "Ben")
    club.members["Ann"]._channel.close()
    club.pass_time(40_000)
    club.until(lambda: club.organiser.here == (club.members["Ben"].own_number,))
    assert club.tournament.present == (0, 1)
    assert "organiser" in club.members["Ann"].problem


def test_the_seventeenth_is_told_that_the_evening_is_full(club):
    club.all_come(*(f"M{number}" for number in range(16)))
    late = club.comes("Late game")
    club.until(lambda: "full" in late.problem)
    assert late.own_number is None


def test_an_evening_is_found_again_in_its_folder(club):
    club.all_come("Ann")
    (opened,) = club_files(club.organiser_path.parent).values()
    assert opened.kept.tournament == club.tournament
    assert club_files(club.members["Ann"].path.parent)


def test_a_torn_file_goes_on_from_the_last_record_that_can_be_read(club):
    club.all_come("Ann", "Ben")
    club.kill_organiser()
    with club.organiser_path.open("ab") as file:
        file.write(b'evening {"kind":"evening","tit')
    torn = club.organiser_path.read_bytes()
    club.organiser_returns()
    assert len(club.tournament.members) == 2
    aside = club.organiser_path.with_name(f"{club.organiser_path.name}.damaged-1")
    assert aside.read_bytes() == torn
    assert "is damaged. The tournament continues from the last intact line." in club.organiser.repaired


def test_records_after_a_damaged_line_still_count(club):
    club.all_come("Ann", "Ben")
    club.kill_organiser()
    head, *lines = club.organiser_path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    changed = b"".join((head, lines[0], lines[1].replace(b"Ann", b"Enn"), lines[2]))
    club.organiser_path.write_bytes(changed)
    club.organiser_returns()
    assert [member.name for member in club.tournament.members] == ["Ann", "Ben"]
    assert club.organiser_path.with_name(f"{club.organiser_path.name}.damaged-1").read_bytes() == changed


def test_an_evening_of_an_earlier_version_is_opened_and_continued(tmp_path):
    path = tmp_path / "old.evening"
    path.write_bytes((OLD / "evening.evening").read_bytes())
    opened = open_club_file(path)
    assert isinstance(opened, OpenedClub)
    assert [member.name for member in opened.kept.tournament.members] == ["Ann", "Ben"]
    opened.release()
    file = club_writer(path)
    file.note(f"evening {to_text(replace(opened.kept.tournament, revision=9))}")
    file.close()
    again = open_club_file(path)
    assert (again.head, again.kept.tournament.revision, again.repaired) == (opened.head, 9, "")
    again.release()


def test_an_evening_is_open_in_one_window_only_and_the_second_is_told_so(club):
    refused = open_club_file(club.organiser_path)
    assert isinstance(refused, Reason)
    assert "another window" in refused.message
    assert isinstance(delete_club_file(club.organiser_path), Reason)
    club.kill_organiser()
    club.organiser_returns()


def test_an_evening_that_is_forgotten_leaves_nothing(club):
    path = club.comes("Ann").path
    club.members.pop("Ann").close()
    assert delete_club_file(path) is None
    assert list(path.parent.iterdir()) == []
    assert delete_club_file(path) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_the_keys_of_an_evening_are_closed_to_others_from_the_first_byte(tmp_path, monkeypatch):
    modes = []
    monkeypatch.setattr(
        os, "fsync", lambda _file: modes.extend(each.stat().st_mode for each in tmp_path.rglob("*") if each.is_file())
    )
    club = Club(tmp_path)
    club.kill_organiser()
    club.organiser_returns()
    club.close()
    assert {stat.S_IMODE(mode) for mode in modes} == {0o600}


# Harm


def test_nobody_tells_the_result_of_somebody_else(club):
    """Cleo has the invitation, and knows the number by which Ann is known: she does not have Ann's key."""
    club.all_come("Ann", "Ben", "Cleo", "Dora")
    club.next_round()
    ann, cleo = club.members["Ann"], club.members["Cleo"]
    forger = MemberLink(KEYS, cleo.head.own, cleo._end._door.organiser)
    forger._tag = ann.head.own.shown[:8]
    forger._line._own_id = ann.head.own.shown[:16]
    before = club.tournament
    forger._line._peer_id = ann._end._door._line._peer_id
    for frame in (*forger.tick(0, is_well=False)[1:], forger.seal(pack_member(ResultReport(1, Claim.LOST)))):
        cleo._channel.send(frame)
    club.pass_time(3_000)
    assert club.tournament == before


def test_what_was_recorded_and_is_sent_again_changes_nothing(club):
    club.all_come("Ann", "Ben")
    club.next_round()
    club.tell_all()
    club.next_round()
    before, recorded = club.tournament, list(club.hub.passed)
    for side, frame in recorded:
        club.hub.carry(side, frame)
    club.pass_time(5_000)
    assert club.tournament == before
    assert club.all_know()


def test_nothing_of_an_evening_can_be_read_by_who_carries_it(club):
    club.all_come("Ann", "Ben")
    club.next_round()
    everything = b"".join(frame for _side, frame in club.hub.passed)
    assert not any(word in everything for word in (b"Ann", b"Tuesday", b"evening", club.members["Ann"].head.own.shown))


def test_a_stranger_without_the_invitation_is_not_heard(club):
    club.all_come("Ann")
    stranger = MemberLink(TableKeys(b"x" * 32), KeyAgreement())
    for frame in (
        *stranger.tick(0, is_well=False),
        secrets.token_bytes(60),
        b"",
        b"\x20",
        b"\x22" * 9,
        b"\x21" * 33_000,
    ):
        club.hub.channels[1].send(frame)
        club.hub.channels[0].send(frame)
    club.pass_time(2_000)
    assert len(club.tournament.members) == 1
    assert len(club.organiser._end._door._lines) == 1


def test_a_flood_of_knocks_keeps_members_in_and_memory_bounded(club):
    club.all_come("Ann", "Ben")
    for _number in range(300):
        club.members["Ann"]._channel.send(MemberLink(KEYS, KeyAgreement()).tick(0, is_well=False)[0])
    club.pass_time(5_000)
    assert len(club.organiser._end._door._lines) <= 2 + 16
    club.next_round()
    club.tell_all()


def test_a_member_who_changes_their_word_for_ever_fills_no_disk(club):
    club.all_come("Ann", "Ben")
    club.next_round()
    ann = club.members["Ann"]
    size = club.organiser_path.stat().st_size
    for number in range(200):
        claim = Claim.WON if number % 2 else Claim.DREW
        ann._channel.send(ann._end._door.seal(pack_member(ResultReport(1, claim))))
        club.poll()
    club.until(lambda: club.organiser._file.is_written)
    assert club.organiser_path.stat().st_size - size < 16 * 2_000
    club.organiser.organiser.set_result(club.tournament.tables[0], PairingResult.TWO)
    club.until(club.all_know)


def test_a_keeper_who_tells_what_cannot_be_is_not_believed(club):
    club.all_come("Ann", "Ben")
    club.next_round()
    ann, before = club.members["Ann"], club.tournament
    table = before.tables[0]
    for wrong in (
        replace(table, one=9),
        replace(table, two=table.one),
        replace(table, two=-1),
        replace(table, round=2),
    ):
        told = replace(before, pairings=(wrong,), revision=before.revision + 9)
        frame = club.organiser._end._door.seal(ann.head.own.shown, pack_organiser(TournamentUpdate(told, (15,))))
        club.organiser._channel.send(frame)
    club.pass_time(2_000)
    assert ann.tournament == before


@pytest.mark.parametrize("system", list(PairingSystem))
def test_a_late_member_is_paired_from_the_next_round_on(tmp_path, system):
    club = Club(tmp_path, system)
    club.all_come("Ann", "Ben", "Cleo")
    club.next_round()
    club.comes("Late game")
    club.until(lambda: club.members["Late game"].own_number is not None)
    club.tell_all()
    club.next_round()
    assert club.members["Late game"].own_pairing is not None
    club.close()
