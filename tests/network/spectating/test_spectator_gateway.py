"""A single table is watched by words that both sides wanted; an older program is asked in vain, and plays on."""

import pytest
from msgspec.structs import replace

from game.core.model import Reason
from game.core.request import PlayerRequest
from game.network.encryption.invitation import (
    Invitation,
    ServerAddress,
    Transport,
    format_invitation,
    new_invitation,
    parse_invitation,
)
from game.network.encryption.keys import KeyAgreement, invited_keys
from game.network.joining import Networks, guest_channel
from game.network.messages import UnreadableMessage, format_message, parse_message
from game.network.outbox import SpectatorsAllowed
from game.network.session_file import read_session_file
from game.network.sides import Side
from game.network.spectating.spectator import Spectator
from game.network.spectating.spectator_gateway import SpectatorGateway
from game.network.transport.announcing import NearbyTables
from game.network.transport.broker_channel import BrokerAccess, BrokerChannel
from tests.network.test_nearby import Nearby
from tools.network.ends import KEYS, MOSQUITTO, TINY, Broker, Ends, begin_looking
from tools.network.pair import Pair

HERE = "127.0.0.1"


class Carol:
    """Somebody who has typed the words for watchers of a door."""

    def __init__(self, door, networks):
        self.invitation = parse_invitation(door.invitation)
        assert isinstance(self.invitation, Invitation)
        keys = invited_keys(self.invitation)
        self.room, self._now = keys.room_name, 0
        channel = guest_channel(self.invitation.place, self.room, networks)
        self.watcher = Spectator(keys, KeyAgreement(), b"", {"tiny": TINY}, channel)

    def plies(self, door):
        """Lets time pass at both ends; how many plies Carol sees."""
        self._now += 100
        door.poll()
        self.watcher.poll(self._now)
        match = self.watcher.replayed.match
        return 0 if match is None else len(match.plies)


def test_people_may_watch_once_the_other_side_agrees_and_no_line_tells_of_it():
    pair = Pair()
    pair.begin()
    before = pair.host.hash
    assert pair.guest.ask(PlayerRequest.WATCH) is None
    pair.run(500)
    assert pair.host.received_request is PlayerRequest.WATCH
    assert any("allow spectators" in sentence for sentence in pair.said(Side.HOST))
    assert pair.host.answer(is_yes=True) is None
    pair.run(500)
    assert SpectatorsAllowed() in pair.updates[Side.GUEST]
    assert SpectatorsAllowed() not in pair.updates[Side.HOST]
    assert pair.host.hash == pair.guest.hash == before


def test_nobody_watches_where_the_other_side_does_not_want_it():
    pair = Pair()
    pair.begin()
    pair.host.ask(PlayerRequest.WATCH)
    pair.run(500)
    pair.guest.answer(is_yes=False)
    pair.run(500)
    assert SpectatorsAllowed() not in pair.updates[Side.HOST]
    assert any("does not allow spectators" in sentence for sentence in pair.said(Side.HOST))


def test_a_wish_that_a_program_does_not_know_is_a_sentence():
    pair = Pair()
    pair.begin()
    pair.host.ask(PlayerRequest.WATCH)
    (asked,) = (
        message for message in pair.host.take_messages() if getattr(message, "wish", None) is PlayerRequest.WATCH
    )
    unknown = format_message(asked).replace(b'"watch"', b'"dance"')
    assert isinstance(parse_message(unknown), UnreadableMessage)


@pytest.mark.parametrize("place", [ServerAddress(), ServerAddress(Transport.BROKER, "broker.example.org")], ids=str)
def test_words_to_watch_are_told_from_those_of_a_seat(place):
    invitation = new_invitation(place, is_to_watch=True)
    text = format_invitation(invitation)
    assert text.startswith("watch ")
    assert parse_invitation(text.upper()) == invitation
    seat = Invitation(invitation.words, invitation.digits, place)
    assert invited_keys(seat).room_name != invited_keys(invitation).room_name


def test_a_mistyped_watch_is_named():
    read = parse_invitation(
        format_invitation(new_invitation(ServerAddress(), is_to_watch=True)).replace("watch", "wattch")
    )
    assert isinstance(read, Reason)
    assert "watch" in read.message


@pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")
def test_a_table_is_watched_by_a_broker_also_after_its_window_was_opened_again(tmp_path):
    broker = Broker(tmp_path)
    networks = Networks(NearbyTables())
    place = ServerAddress(Transport.BROKER, f"{HERE}:{broker.port}")
    ends = Ends(tmp_path, lambda side: BrokerChannel(BrokerAccess(HERE, broker.port), KEYS.room_name, side))
    ends.begin()
    ends.play(2)
    host = ends.tables[Side.HOST]
    host.head = replace(host.head, way=place.way, address=place.address)
    door = SpectatorGateway(host, networks)
    assert not door.invitation
    door.admit()
    carol = Carol(door, networks)
    ends.until(lambda: carol.plies(door) == 2)
    ends.play(1)
    ends.until(lambda: carol.plies(door) == 3)
    assert door.watchers == 1
    door.close()
    ends.restart(Side.HOST)
    ends.play(1)
    door = SpectatorGateway(ends.tables[Side.HOST], networks)
    assert door.invitation == format_invitation(carol.invitation)
    ends.until(lambda: carol.plies(door) == 4)
    door.deny_spectators()
    carol.watcher.close()
    ends.close()
    opened = read_session_file(ends.tables[Side.HOST].path)
    assert not isinstance(opened, Reason)
    assert opened.kept.watched == ""
    broker.kill()


def test_a_table_nearby_is_watched_and_its_door_is_on_nobodys_list_of_tables_to_sit_down_at(tmp_path):
    tables = NearbyTables([HERE])
    begin_looking(tables)
    networks, nearby = Networks(tables, listens_on=HERE, interfaces=(HERE,)), Nearby()
    ends = Ends(tmp_path, nearby.connect)
    ends.begin()
    ends.play(1)
    door = SpectatorGateway(ends.tables[Side.HOST], networks)
    door.admit()
    carol = Carol(door, networks)
    ends.until(lambda: carol.plies(door) == 1)
    assert all(table.is_taken for table in tables.tables() if table.room == carol.room)
    door.close()
    carol.watcher.close()
    ends.close()
    nearby.line.close()
    tables.close()
