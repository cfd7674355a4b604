"""What members say of their tables, names, points and what parts those who stand alike."""

import random

import pytest

from game.network.club.points import standings
from game.network.club.replayed_tournament import claimed, ended, joined, with_result, with_round
from game.network.club.tournament import (
    MOST_MEMBERS,
    MOST_ROUNDS,
    Claim,
    ClubMember,
    ClubPairing,
    ClubTournament,
    PairingResult,
    PairingSystem,
)
from game.network.messages import MOST_BYTES
from game.network.sides import FirstSeat
from game.network.sync.terms import TableTerms
from game.network.wire_format import from_text, to_text
from tools.network.club.club_tournaments import TERMS, club_tournament_of, member_id, play_on, record_result


def test_two_people_with_one_name_are_told_apart():
    tournament = club_tournament_of(0)
    for number, name in enumerate(("Ann", "ann", "Ann")):
        tournament = joined(tournament, member_id(number), name)
    assert [member.name for member in tournament.members] == ["Ann", "ann 2", "Ann 3"]


def test_longest_names_that_are_alike_stay_names():
    tournament = club_tournament_of(0)
    for number in range(MOST_MEMBERS):
        tournament = joined(tournament, member_id(number), "W" * 40)
    assert len({member.name for member in tournament.members}) == MOST_MEMBERS
    assert all(len(member.name) <= 40 for member in tournament.members)
    assert joined(tournament, member_id(30), "More").code == "full"


def test_a_result_holds_once_both_sides_have_told_the_same():
    tournament = with_round(club_tournament_of(2))
    one, two = tournament.tables[0].sides
    tournament = claimed(tournament, one, 1, Claim.WON)
    assert tournament.tables[0].is_open
    tournament = claimed(tournament, two, 1, Claim.WON)
    assert tournament.tables[0].differ
    tournament = claimed(tournament, two, 1, Claim.LOST)
    assert tournament.tables[0].result is PairingResult.ONE


def test_what_is_told_of_another_round_or_too_late_changes_nothing():
    tournament = with_round(club_tournament_of(2))
    one = tournament.tables[0].one
    assert claimed(tournament, one, 2, Claim.WON) == tournament
    over = record_result(tournament, one, Claim.DREW)
    assert claimed(over, one, 1, Claim.WON) == over


def test_the_keeper_can_set_and_correct_a_result_but_no_bye():
    tournament = with_round(club_tournament_of(3))
    table, bye = tournament.tables
    tournament = with_result(tournament, table, PairingResult.TWO)
    assert tournament.tables[0].result is PairingResult.TWO
    tournament = with_result(tournament, tournament.tables[0], PairingResult.DRAW)
    assert tournament.tables[0].result is PairingResult.DRAW
    assert with_result(tournament, bye, PairingResult.ONE) == tournament
    assert with_result(tournament, tournament.tables[0], PairingResult.BYE) == tournament


def test_what_is_open_when_the_evening_ends_counts_for_nobody():
    tournament = ended(with_round(club_tournament_of(4)))
    assert {table.result for table in tournament.tables} == {PairingResult.NEITHER}
    assert all(row.halves == 0 for row in standings(tournament))


def crossed(system: PairingSystem, *tables: tuple[int, int, int, PairingResult]) -> ClubTournament:
    members = tuple(ClubMember(member_id(number), f"M{number}") for number in range(4))
    pairings = tuple(ClubPairing(n, one, two, result=result) for n, one, two, result in tables)
    return ClubTournament("Known", TERMS, system, 3, 1, members, pairings)


def test_points_buchholz_and_sonneborn_berger_as_counted_by_hand():
    one, draw = PairingResult.ONE, PairingResult.DRAW
    tournament = crossed(
        PairingSystem.SWISS, (1, 0, 1, one), (1, 2, 3, one), (2, 0, 2, draw), (2, 1, 3, one),
        (3, 2, 1, one), (3, 0, 3, draw),
    )  # fmt: skip
    rows = {row.number: row for row in standings(tournament)}
    # In halves: M0 has 2 + 1 + 1, M1 has 2, M2 has 2 + 1 + 2, M3 has 1.
    assert [rows[number].halves for number in range(4)] == [4, 2, 5, 1]
    assert [rows[number].buchholz for number in range(4)] == [8, 10, 7, 11]
    assert [rows[number].berger for number in range(4)] == [2 * 2 + 5 + 1, 2 * 1, 2 * 1 + 4 + 2 * 2, 4]
    assert [row.number for row in standings(tournament)] == [2, 0, 1, 3]


def test_a_bye_counts_in_a_swiss_evening_and_not_in_a_round_robin():
    bye = (1, 2, -1, PairingResult.BYE)
    played = (1, 0, 1, PairingResult.ONE)
    swiss = {row.number: row for row in standings(crossed(PairingSystem.SWISS, played, bye))}
    assert (swiss[2].halves, swiss[2].buchholz) == (2, 2)
    robin = {row.number: row for row in standings(crossed(PairingSystem.ROUND_ROBIN, played, bye))}
    assert robin[2].halves == 0


def test_those_who_cannot_be_parted_share_a_place():
    rows = standings(club_tournament_of(3))
    assert [row.place for row in rows] == [1, 1, 1]


@pytest.mark.parametrize("system", list(PairingSystem))
def test_an_evening_is_the_same_after_it_was_written_and_read(system):
    tournament = play_on(club_tournament_of(7, system), random.Random(3))
    assert from_text(ClubTournament, to_text(tournament)) == tournament


def test_the_largest_evening_fits_into_one_message():
    options = {f"option_{number:02}": "a value of some letters" for number in range(40)}
    terms = TableTerms("t" * 60, options, 7, "300 seconds a game + 3 a turn", FirstSeat.HOST, "a" * 32)
    members = tuple(ClubMember(f"{number:064x}", f"{number:02}" + "界" * 38) for number in range(MOST_MEMBERS))
    pairings = tuple(
        ClubPairing(1 + n // 8, n % 8 + 2, 15, Claim.WON, Claim.WON, PairingResult.ONE_UNPLAYED)
        for n in range(MOST_ROUNDS * 8)
    )
    tournament = ClubTournament(
        "界" * 40, terms, PairingSystem.ROUND_ROBIN, 20, 2**31 - 1, members, pairings, True, 10**6
    )
    assert len(to_text(tournament)) < MOST_BYTES - 1_000
