"""Two windows on one network: found, connected, delayed, stalled, cut; strangers who come by change nothing."""

import os
import socket
import time

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from game.core.model import Reason
from game.core.request import PlayerRequest
from game.network.encryption.cipher import MOST_FRAME
from game.network.encryption.invitation import ServerAddress
from game.network.encryption.key_agreement import OpenLobby
from game.network.encryption.keys import new_room
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session_file import open_session_file
from game.network.sides import Side
from game.network.transport.announcing import Announcement, NearbyTables, local_addresses
from game.network.transport.finding import NearbyTable
from game.network.transport.nearby_channel import NearbyGuest, NearbyHost
from tools.network.bad_line import BadLine
from tools.network.ends import KEYS, TINY, Ends, begin_looking, free_port, wait_for

HERE = "127.0.0.1"


class Nearby:
    """The channels of both ends, with a bad line between them."""

    def __init__(self) -> None:
        self.port = free_port()
        self.line = BadLine((HERE, self.port))

    def connect(self, side):
        room = KEYS.room_name
        if side is Side.GUEST:
            return NearbyGuest(room, lambda: [(HERE, self.line.port)])
        channel = NearbyHost(room)
        assert channel.listen(HERE, self.port) is None
        return channel


@pytest.fixture
def nearby():
    nearby = Nearby()
    yield nearby
    nearby.line.close()


@pytest.fixture
def ends(tmp_path, nearby):
    ends = Ends(tmp_path, nearby.connect)
    yield ends
    ends.close()


def test_a_game_is_played_between_two_windows(ends):
    ends.begin()
    ends.play(4)
    assert ends.plies == 4
    first, second = ends.journals()
    assert first == second


@pytest.mark.slow
def test_a_slow_line_changes_nothing(ends, nearby):
    nearby.line.delay = 0.1
    ends.begin()
    ends.play(3)
    assert ends.plies == 3


def test_a_line_that_is_cut_is_tied_again_and_the_move_arrives(ends, nearby):
    ends.begin()
    ends.play(2)
    nearby.line.cut()
    ends.until(lambda: not any(table.channel_state.is_connected for table in ends.tables.values()))
    ends.play_one()
    assert not ends.are_alike()
    nearby.line.mend()
    ends.until(ends.are_alike)
    ends.play(1)
    assert ends.plies == 4


def test_a_guest_that_has_tried_for_long_finds_a_host_that_is_announced_elsewhere_at_once():
    places = [(HERE, 9)]
    guest = NearbyGuest(KEYS.room_name, lambda: list(places))
    pauses = []
    guest._worker.stops.wait = lambda seconds: pauses.append(seconds) or time.sleep(0.01)
    wait_for(lambda: len(pauses) > 100)
    host = NearbyHost(KEYS.room_name)
    assert host.listen(HERE, 0) is None
    places[:] = [(HERE, host.port)]
    seen = len(pauses)
    wait_for(lambda: guest.state.is_connected)
    assert len(pauses) - seen < 10
    guest.close()
    host.close()


def test_a_line_that_stalls_delivers_later(ends, nearby):
    ends.begin()
    nearby.line.is_stalled = True
    ends.play_one()
    for _ in range(50):
        ends.poll()
    assert not ends.are_alike()
    nearby.line.mend()
    ends.until(ends.are_alike)


@pytest.mark.parametrize("side", Side)
def test_a_program_that_is_started_again_goes_on(ends, side):
    ends.begin()
    ends.play(2)
    ends.restart(side)
    ends.play(2)
    assert ends.plies == 4


def test_a_wish_is_asked_and_answered(ends):
    ends.begin()
    ends.play(2)
    ends.seats[0].ask(PlayerRequest.DRAW)
    ends.until(lambda: ends.seats[1].received_request is PlayerRequest.DRAW)
    ends.seats[1].answer(is_yes=True)
    ends.until(lambda: all(seat.match.outcome is not None for seat in ends.seats))


def test_a_draw_offer_lapses_when_the_other_side_starts_again(ends):
    """Before, it stayed lit after the other program had crashed."""
    ends.begin()
    ends.play(2)
    ends.seats[0].ask(PlayerRequest.DRAW)
    ends.until(lambda: ends.seats[1].received_request is PlayerRequest.DRAW)
    ends.restart(Side.GUEST)
    ends.until(lambda: ends.seats[0].asked is None)
    assert any("draw offer expired" in sentence for sentence in ends.told[Side.HOST])


def test_who_leaves_says_so(ends):
    ends.begin()
    guest = ends.tables.pop(Side.GUEST)
    guest.leave()
    guest.close()
    ends.until(lambda: any("Guest has left" in sentence for sentence in ends.told[Side.HOST]))


def test_a_second_person_with_the_same_words_is_told_and_the_first_plays_on(ends, nearby, tmp_path):
    ends.begin()
    path = new_session(tmp_path / "other", Side.GUEST, "Eve", KEYS, ServerAddress())
    second = RemoteConnection(open_session_file(path), path, {"tiny": TINY}, nearby.connect(Side.GUEST))
    told = []

    def is_told() -> bool:
        told.extend(news.sentence for news in second.poll() if hasattr(news, "sentence"))
        return any("already joined" in sentence for sentence in told)

    ends.until(is_told)
    ends.until(lambda: any("tried to join" in sentence for sentence in ends.told[Side.HOST]))
    ends.play(2)
    assert ends.plies == 2
    assert second.peer.tournament is None
    second.close()


def test_strangers_at_the_door_change_nothing(ends, nearby):
    ends.begin()
    crowd = [NearbyGuest(KEYS.room_name, lambda: [(HERE, nearby.port)]) for _ in range(12)]
    for number in range(40):
        for stranger in crowd:
            stranger.send(os.urandom(1 + number * 700))
        ends.poll()
    ends.play(2)
    assert ends.plies == 2
    for stranger in crowd:
        stranger.close()


def test_what_is_no_websocket_is_turned_away(ends, nearby):
    ends.begin()
    for hello in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 500, b"GET /" + b"a" * 9000):
        with socket.create_connection((HERE, nearby.port), timeout=5) as stranger:
            stranger.sendall(hello)
    with socket.create_connection((HERE, nearby.port), timeout=5) as _silent:
        ends.play(2)


def test_a_page_in_a_browser_is_turned_away(nearby):
    channel = nearby.connect(Side.HOST)
    with pytest.raises(InvalidStatus):
        _visited(nearby, KEYS.room_name, origin="http://example.org")
    with pytest.raises(InvalidStatus):
        _visited(nearby, "another-room")
    channel.close()


def test_a_giant_message_ends_its_connection_alone(ends, nearby):
    ends.begin()
    with connect(f"ws://{HERE}:{nearby.port}/{KEYS.room_name}", proxy=None) as stranger:
        stranger.send(b"x" * (MOST_FRAME + 1))
        wait_for(lambda: not _stands(stranger))
    ends.play(2)


def _stands(connection) -> bool:
    try:
        connection.recv(timeout=0.05)
    except TimeoutError:
        return True
    except WebSocketException:
        return False
    return True


def _visited(nearby, room, **told) -> None:
    with connect(f"ws://{HERE}:{nearby.port}/{room}", proxy=None, **told):
        pass


def test_a_port_that_is_taken_is_told(nearby):
    first, second = NearbyHost("room"), NearbyHost("room")
    assert first.listen(HERE, nearby.port) is None
    refused = second.listen(HERE, nearby.port)
    assert isinstance(refused, Reason)
    assert str(nearby.port) in refused.message
    first.close()


def test_a_table_is_found_by_its_announcement_and_is_gone_with_it():
    room = new_room()
    announcement, tables = Announcement([HERE]), NearbyTables([HERE])
    told = NearbyTable(room, "Anna\u202e", "tiny", True, ((HERE, 47_100),))
    begin_looking(tables)
    announcement.announce(told)
    wait_for(lambda: any(table.room == room for table in tables.tables()))
    found = next(table for table in tables.tables() if table.room == room)
    assert found == NearbyTable(room, "Anna", "tiny", True, ((HERE, 47_100),))
    assert list(tables.addresses_of(room)) == [(HERE, 47_100)]
    announcement.close()
    wait_for(lambda: not list(tables.addresses_of(room)))
    tables.close()
    assert all(not address.startswith("127.") for address in local_addresses())


def test_one_click_brings_both_to_the_same_keys(nearby):
    room = new_room()
    host, guest = NearbyHost(room), NearbyGuest(room, lambda: [(HERE, nearby.line.port)])
    assert host.listen(HERE, nearby.port) is None
    seats = {host: OpenLobby(Side.HOST, room), guest: OpenLobby(Side.GUEST, room)}
    now = 0

    def have_met() -> bool:
        nonlocal now
        now += 10
        for channel, seat in seats.items():
            if knock := seat.tick(now):
                channel.send(knock)
            for frame in channel.receive(10):
                if answer := seat.receive(frame):
                    channel.send(answer)
        return seats[guest].keys is not None

    wait_for(have_met)
    assert seats[host].keys == seats[guest].keys
    host.close()
    guest.close()
