"""Games with people at other machines, and the evening of a club."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from game.core.match import Command
from game.network.club.lobby import ClubLobby, open_lobby
from game.network.club.points import standings
from game.network.club.tournament import Claim, PairingResult
from game.network.remote_connection import RemoteConnection
from game.network.session.club_tournaments import club_folder, stored_club_tournaments
from game.network.session.resumable_games import sessions_folder
from game.network.session.saved_remote_games import resumable_tables
from game.network.session_file import OpenedSession, open_session_file
from game.network.sides import FirstSeat, Side
from game.session.services import Services
from tests.old_data.contents import DATA, until, words
from tools.network.club.clubs import Hub


def far_table(services: Services, path: Path, hub: Hub, side: Side) -> RemoteConnection:
    opened = open_session_file(path)
    assert isinstance(opened, OpenedSession), opened
    assert opened.repaired == ""
    return RemoteConnection(opened, path, services.catalogue.rulesets, hub.open(side))


def test_a_table_elsewhere_goes_on_between_the_old_files_of_both_sides(services, tmp_path):
    other = shutil.copytree(DATA / "other_side", tmp_path / "other")
    (kept,) = resumable_tables(services.catalogue.rulesets, sessions_folder())
    assert (kept.head.name, kept.peer_name, kept.ruleset_id, len(kept.lines)) == ("Anna", "Ben", "gomoku", 11)
    terms = kept.terms
    assert (terms.best_of, terms.clock, terms.first) == (3, "900 seconds a game + 10 a turn", FirstSeat.TOSS)
    assert kept.head.invitation == "lantern penguin marble tulip orchard comet 48210"
    hub, (guest_path,) = Hub(), other.iterdir()
    tables = (far_table(services, kept.path, hub, Side.HOST), far_table(services, guest_path, hub, Side.GUEST))
    host, guest = (table.peer for table in tables)
    assert [words(game.match) for game in host.tournament.games] == ["h8 i9 h9 black", "g7 h8 i9 white"]
    assert tables[0].watched == "watch lantern penguin marble tulip orchard comet 12345"
    assert host.match.spent == 30_050
    assert (host.peer_name, guest.peer_name, host.hash == guest.hash) == ("Ben", "Anna", True)

    def are_alike() -> bool:
        for table in tables:
            table.poll()
        return host.is_alike and guest.is_alike

    until(are_alike)
    assert host.is_own_turn
    move = next(host.match.ruleset.legal_moves(host.match.state))
    assert isinstance(host.carry_out(Command(host.match.revision, (move,))), tuple)
    until(lambda: are_alike() and guest.length == 12)
    assert words(guest.match) == "g7 h8 i9 white a15"
    for table in tables:
        table.close()
    added = kept.path.read_text(encoding="utf-8").splitlines()[-1]
    assert re.match(
        r'line \{"consent":"","entry":\{"kind":"turn","position":"\w+","spent":\d+,"words":\["a15"\]\}', added
    )


def test_the_clubs_evening_has_its_table_of_results_and_goes_on(services):
    evenings = {each.is_organiser: each for each in stored_club_tournaments(club_folder())}
    assert (len(evenings), evenings[True].title, evenings[True].opened.head.name) == (2, "Tuesday", "Kim")
    assert evenings[False].opened.kept.reported == (2, Claim.LOST)
    old = evenings[True].path.read_text(encoding="utf-8").splitlines()
    hub = Hub()
    halls = {is_organiser: open_lobby(each.path, lambda _opened, side=side: hub.open(side))
             for (is_organiser, each), side in zip(evenings.items(), _sides(evenings), strict=True)}  # fmt: skip
    organiser, member = halls[True], halls[False]
    assert isinstance(organiser, ClubLobby)
    assert isinstance(member, ClubLobby)
    assert [each.name for each in organiser.tournament.members] == ["Anna", "Ben", "Cleo", "Dora"]
    table = [(row.place, row.number, row.halves) for row in standings(organiser.tournament)]
    assert table == [(1, 1, 2), (2, 2, 1), (2, 3, 1), (4, 0, 0)]
    assert (organiser.tournament.rounds, organiser.tournament.round, member.own_number) == (3, 2, 0)
    assert organiser.tournament.table_of(0).result_reported_by(0) is Claim.LOST
    # A file is written again when it is opened, with what counts: its head and its last evening.
    new = evenings[True].path.read_text(encoding="utf-8").splitlines()
    assert [line.rpartition("}")[0] for line in new] == [line.rpartition("}")[0] for line in (old[0], old[-1])]
    for each in organiser.tournament.tables:
        assert organiser.organiser.set_result(each, PairingResult.TWO) is None
    assert organiser.organiser.next_round() is None
    until(lambda: not any(lobby.poll() for lobby in halls.values()) and member.tournament == organiser.tournament)
    assert member.tournament.round == 3
    for lobby in halls.values():
        lobby.close()


def _sides(evenings: dict[bool, object]) -> list[Side]:
    return [Side.HOST if is_organiser else Side.GUEST for is_organiser in evenings]
