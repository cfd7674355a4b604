"""A far table is left at once: what the network is told at the end is sent in threads."""

import threading
import time

import pytest

from game.network.joining import AnnouncedHost, Networks
from game.network.sides import Side
from game.network.transport.admission import Admission
from game.network.transport.announcing import Announcement, NearbyTables
from game.network.transport.broker_channel import BrokerAccess, BrokerChannel
from game.network.transport.line import SocketLine
from game.network.transport.listener import ConnectionListener
from game.network.transport.nearby_channel import NearbyGuest, NearbyHost
from game.network.transport.worker import Worker
from tools.network.ends import free_port, wait_for

HERE = "127.0.0.1"
#: Seconds: what a network may take at the end here, and what the window may be held meanwhile.
SLOW, AT_ONCE = 1.0, 0.3


def seconds_to(close) -> float:
    began = time.monotonic()
    close()
    return time.monotonic() - began


@pytest.fixture
def slow_network(monkeypatch):
    """Make everything that waits for the network at the end take long; return what has ended."""
    ended: list[str] = []

    def slow(name):
        def wait(*_):
            time.sleep(SLOW)
            ended.append(name)

        return wait

    monkeypatch.setattr(Announcement, "close", slow("announcement"))
    monkeypatch.setattr("game.network.transport.nearby_channel.end_lines", slow("lines"))
    return ended


def test_a_listener_that_waits_for_a_connection_is_closed_at_once(monkeypatch):
    monkeypatch.setattr("game.network.transport.listener._LOOK", 5.0)
    listener = ConnectionListener(Admission(), lambda *_: None, lambda: None)
    listener.open(HERE, 0)
    listener.start()
    time.sleep(0.05)
    assert seconds_to(listener.close) < AT_ONCE
    assert not listener.is_alive


def test_a_port_is_free_again_once_its_table_is_closed(slow_network):
    port = free_port()
    for _time in range(3):
        host = NearbyHost("room")
        assert host.listen(HERE, port) is None
        host.close()


def test_a_host_is_closed_at_once_though_farewells_take_long(slow_network):
    host = AnnouncedHost("room", Networks(NearbyTables([HERE]), listens_on=HERE, port=free_port(), interfaces=(HERE,)))
    assert host.listen(HERE, 0) is None
    assert seconds_to(host.close) < AT_ONCE
    wait_for(lambda: sorted(slow_network) == ["announcement", "lines"])


def test_a_guest_is_closed_at_once_though_its_farewell_takes_long(slow_network):
    guest = NearbyGuest("room", list)
    guest._line = SocketLine.__new__(SocketLine)
    assert seconds_to(guest.close) < AT_ONCE
    wait_for(lambda: slow_network == ["lines"])


def test_a_broker_that_is_slow_at_the_end_is_left_at_once(monkeypatch):
    channel = BrokerChannel(BrokerAccess(HERE, free_port()), "room", Side.HOST)
    monkeypatch.setattr(Worker, "stop", lambda worker, seconds: time.sleep(SLOW) or worker.stops.set())
    assert seconds_to(channel.close) < AT_ONCE
    wait_for(lambda: not channel.is_alive)


def test_the_program_waits_for_farewells_before_it_ends(slow_network):
    host = NearbyHost("room")
    assert host.listen(HERE, 0) is None
    before = set(threading.enumerate())
    host.close()
    assert any(not thread.daemon for thread in set(threading.enumerate()) - before)
    wait_for(lambda: slow_network == ["lines"])
