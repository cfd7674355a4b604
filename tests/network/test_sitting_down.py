"""The ways to sit down, as the window goes them: a click nearby, an invitation, a file from last night."""

import pytest

from game.core.clock import UNTIMED
from game.core.model import Reason
from game.core.record.checked_lines import checked_line
from game.core.ruleset import complete_options
from game.network.encryption.invitation import ServerAddress, Transport, new_invitation
from game.network.encryption.keys import invited_keys
from game.network.joining import (
    Networks,
    channel_of,
    host_walk_in_table,
    join_walk_in_table,
    open_connection,
    why_unplayable,
)
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session_file import open_session_file, session_files
from game.network.sides import FirstSeat, Side
from game.network.sync.terms import offered_terms
from game.network.transport.announcing import NearbyTables
from game.network.transport.nearby_channel import NearbyHost
from tools.network.ends import MOSQUITTO, TINY, Broker, begin_looking, free_port, wait_for
from tools.network.pair import Pair

HERE = "127.0.0.1"
RULESETS = {"tiny": TINY}
TERMS = offered_terms(TINY, complete_options(TINY.info, {}), best_of=0, time_control=UNTIMED, first=FirstSeat.TOSS)


@pytest.fixture
def networks():
    tables = NearbyTables([HERE])
    begin_looking(tables)
    yield Networks(tables, listens_on=HERE, interfaces=(HERE,))
    tables.close()


def play_together(*tables: RemoteConnection) -> None:
    """Lets two tables find together, and closes them."""

    def have_met() -> bool:
        for table in tables:
            table.poll()
        return len({table.peer.hash for table in tables}) == 1 and tables[0].peer.tournament is not None

    wait_for(have_met)
    assert [table.peer.peer_name for table in tables] == ["Ben", "Anna"]
    for table in tables:
        table.close()


@pytest.mark.slow
def test_one_click_sits_down_at_a_table_nearby(tmp_path, networks):
    host = host_walk_in_table("Anna", "tiny", networks)
    wait_for(lambda: any(table.is_open and table.host == "Anna" for table in networks.tables.tables()))
    (announced,) = [table for table in networks.tables.tables() if table.host == "Anna"]
    guest = join_walk_in_table(announced, networks)
    found = {}
    waiting = {"Anna": host, "Ben": guest}

    def have_met() -> bool:
        for name, open_table in waiting.items():
            keys = open_table.poll()
            if keys is not None and name not in found:
                path = new_session(tmp_path / name, open_table.side, name, keys, ServerAddress())
                found[name] = open_table.open_connection(path, RULESETS)
        return len(found) == 2

    wait_for(have_met)
    assert found["Anna"].compared_words == found["Ben"].compared_words
    assert found["Anna"].peer.offer(TERMS) is None
    late = join_walk_in_table(announced, networks)

    def is_told() -> bool:
        late.poll()
        found["Anna"].poll()
        return late.is_too_late

    wait_for(is_told)
    late.close()

    def is_taken() -> bool:
        for table in found.values():
            table.poll()
        return all(table.is_taken for table in networks.tables.tables() if table.room == announced.room)

    # What is taken is not offered to others any more.
    wait_for(is_taken)
    play_together(found["Anna"], found["Ben"])


def seats(tmp_path, place):
    invitation = new_invitation(place)
    keys = invited_keys(invitation)
    return [
        new_session(tmp_path / side.value, side, name, keys, invitation)
        for side, name in zip(Side, ("Anna", "Ben"), strict=True)
    ]


@pytest.mark.slow
def test_an_invitation_is_found_nearby_without_an_address(tmp_path, networks):
    host, guest = (open_connection(path, RULESETS, networks) for path in seats(tmp_path, ServerAddress()))
    host.peer.offer(TERMS)
    play_together(host, guest)


@pytest.mark.slow
def test_an_invitation_with_an_address_needs_no_announcement(tmp_path, networks):
    networks.port = free_port()
    place = ServerAddress(Transport.NEARBY, f"{HERE}:{networks.port}")
    host, guest = (open_connection(path, RULESETS, networks) for path in seats(tmp_path, place))
    host.peer.offer(TERMS)
    play_together(host, guest)


@pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")
def test_a_table_at_a_broker_goes_on_from_its_files_after_a_night(tmp_path, networks):
    broker = Broker(tmp_path)
    paths = seats(tmp_path, ServerAddress(Transport.BROKER, f"{HERE}:{broker.port}"))
    host, guest = (open_connection(path, RULESETS, networks) for path in paths)
    host.peer.offer(TERMS)
    play_together(host, guest)
    assert [head.side for path in paths for head in session_files(path.parent).values()] == list(Side)
    host, guest = (open_connection(path, RULESETS, networks) for path in paths)
    assert host.peer.tournament is not None
    play_together(host, guest)
    broker.kill()


def test_a_port_that_is_taken_is_a_sentence(tmp_path, networks):
    networks.port = free_port()
    other = NearbyHost("other")
    other.listen(HERE, networks.port)
    assert isinstance(open_connection(seats(tmp_path, ServerAddress())[0], RULESETS, networks), Reason)
    assert isinstance(host_walk_in_table("Anna", "tiny", networks), Reason)
    other.close()


def test_the_usual_port_is_taken_where_it_is_free_and_another_one_beside_it(tmp_path, networks, monkeypatch):
    usual = free_port()
    monkeypatch.setattr("game.network.joining.USUAL_PORT", usual)
    first, second = (host_walk_in_table(name, "tiny", networks) for name in ("Anna", "Ben"))
    assert first._channel.port == usual
    assert second._channel.port not in (0, usual)
    first.close()
    second.close()


def test_a_guest_who_was_told_an_address_also_looks_where_the_host_is_announced_by_now(tmp_path, networks):
    head = open_session_file(seats(tmp_path, ServerAddress(Transport.NEARBY, f"{HERE}:9"))[1]).head
    host = NearbyHost(head.keys.room_name)
    assert host.listen(HERE, 0) is None
    networks.tables.addresses_of = lambda room: [(HERE, host.port)] if room == host.room else []
    guest = channel_of(head, networks)
    wait_for(lambda: guest.state.is_connected)
    guest.close()
    host.close()


def test_a_table_whose_game_is_not_installed_stays_as_it_is(tmp_path, networks):
    path = seats(tmp_path, ServerAddress())[0]
    pair = Pair()
    pair.begin()
    pair.play(Side.HOST)
    path.write_bytes(path.read_bytes() + b"".join(map(checked_line, pair.records[Side.HOST])))
    before = path.read_bytes()
    refused = open_connection(path, {}, networks)
    assert isinstance(refused, Reason)
    assert "tiny" in refused.message
    assert path.read_bytes() == before
    assert why_unplayable(open_session_file(path).kept, RULESETS) is None


def test_a_file_that_is_gone_is_a_sentence(tmp_path, networks):
    assert isinstance(open_connection(tmp_path / "none.seat", RULESETS, networks), Reason)
