"""Strangers at a table nearby: how many are taken in, for how long, and what no error and no flood ends."""

import contextlib
import errno
import os
import socket
import threading
import time

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from game.network.sides import Side
from game.network.transport.admission import MOST_OF_ADDRESS, MOST_RETURNING, MOST_STRANGERS, Admission
from game.network.transport.listener import ConnectionListener
from game.network.transport.nearby_channel import NearbyGuest, NearbyHost
from game.network.transport.worker import Worker
from tools.network.ends import KEYS, Ends, wait_for
from tools.stress.network.network_campaign import flood
from tools.stress.network.strangers import HANDSHAKE

HERE = "127.0.0.1"


# Places


def entered(admission: Admission, host: str, count: int) -> int:
    """How many of so many connections from an address are taken in."""
    return sum(admission.enter(host) is not None for _connection in range(count))


def test_one_address_has_few_places():
    assert entered(Admission(), "10.0.0.1", 50) == MOST_OF_ADDRESS


def test_strangers_have_few_places_in_all():
    admission = Admission()
    assert sum(entered(admission, f"10.0.0.{number}", 50) for number in range(50)) == MOST_STRANGERS


def test_a_network_of_ipv6_counts_as_one_address():
    admission = Admission()
    assert sum(entered(admission, f"fe80::{number:x}%eth0", 1) for number in range(50)) == MOST_OF_ADDRESS


def test_a_guest_comes_back_in_however_many_strangers_there_are():
    admission = Admission()
    guest = admission.enter("10.0.1.1")
    admission.recognise(guest)
    for number in range(50):
        entered(admission, f"10.0.0.{number}", 50)
    admission.leave(guest)
    assert entered(admission, "10.0.1.1", 50) == MOST_RETURNING


def test_who_has_proved_to_know_the_table_takes_no_strangers_place():
    admission = Admission()
    for _guest in range(30):
        admission.recognise(admission.enter("10.0.0.1"))
    assert admission.strangers == 0


def test_a_place_that_is_given_back_is_free():
    admission = Admission()
    for _round in range(20):
        admission.leave(admission.enter("10.0.0.1"))
    assert entered(admission, "10.0.0.1", 50) == MOST_OF_ADDRESS


def test_a_flood_is_told_and_forgotten():
    now = 0.0
    admission = Admission(lambda: now)
    entered(admission, "10.0.0.1", 20)
    assert not admission.is_flooded
    entered(admission, "10.0.0.1", 80)
    assert admission.is_flooded
    now = 60.0
    assert not admission.is_flooded


# The listener


class FailingSocket(socket.socket):
    """A listening socket whose accept fails as it is told."""

    errors: list[int]

    def accept(self):
        if self.errors:
            code = self.errors.pop(0)
            raise OSError(code, os.strerror(code))
        return super().accept()


def is_heard(listener: ConnectionListener, heard: threading.Event) -> bool:
    """Whether the listener has a connection to it, which is tried here."""
    try:
        socket.create_connection((HERE, listener.port), timeout=1).close()
    except OSError:
        return False
    return heard.wait(0.2)


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENFILE, errno.ECONNABORTED, errno.EPROTO, errno.EBADF])
def test_no_error_of_accept_ends_the_listener(monkeypatch, code):
    errors = [code] * 2
    heard = threading.Event()
    made = socket.create_server

    def failing(where, **told):
        with made(where, **told) as listening:
            failing = FailingSocket(fileno=os.dup(listening.fileno()))
        failing.errors = errors
        return failing

    monkeypatch.setattr("game.network.transport.listener.socket.create_server", failing)
    listener = ConnectionListener(Admission(), lambda *_visit: heard.set(), lambda: None)
    listener.open(HERE, 0)
    listener.start()
    wait_for(lambda: is_heard(listener, heard))
    listener.close()
    assert errors == []


def test_a_listener_that_falls_listens_again_and_it_is_told(monkeypatch):
    monkeypatch.setattr("threading.excepthook", lambda _error: None)
    heard, told = threading.Event(), []
    admission = Admission()
    enter = admission.enter
    admission.enter = lambda _host: 1 // 0
    listener = ConnectionListener(admission, lambda *_visit: heard.set(), lambda: told.append(1))
    listener.open(HERE, 0)
    listener.start()
    with socket.create_connection((HERE, listener.port), timeout=5):
        wait_for(lambda: told)
    admission.enter = enter
    wait_for(lambda: is_heard(listener, heard))
    listener.close()


def test_a_worker_that_raises_is_reported_once_and_begins_again(monkeypatch):
    reported, failed, done = [], [], threading.Event()
    monkeypatch.setattr("threading.excepthook", reported.append)

    def work() -> None:
        if len(failed) < 3:
            raise KeyError("odd")
        done.set()

    worker = Worker("odd", work, lambda: failed.append(1), first_pause=0.01)
    worker.start()
    assert done.wait(10)
    assert (len(failed), [each.exc_type for each in reported]) == (3, [KeyError])
    worker.stop(5)
    assert not worker.is_alive


# Connections


@pytest.fixture
def host():
    host = NearbyHost("room")
    assert host.listen(HERE, 0) is None
    yield host
    host.close()


def ended_after(connection: socket.socket, patience: float = 10.0) -> float:
    """The seconds until the other end ends a connection."""
    begun = time.monotonic()
    connection.settimeout(patience)
    while connection.recv(4096):
        pass
    return time.monotonic() - begun


@pytest.mark.parametrize("words", [b"", b"GET /room HTTP/1.1\r\nHost: h"], ids=["silent", "half a request"])
def test_a_connection_without_a_handshake_is_dropped(host, words):
    with socket.create_connection((HERE, host.port), timeout=5) as stranger:
        stranger.sendall(words)
        assert ended_after(stranger) < 5
    wait_for(lambda: host._admission.strangers == 0)


@pytest.mark.parametrize("talks", [False, True])
def test_a_connection_that_proves_nothing_is_dropped(host, talks):
    with connect(f"ws://{HERE}:{host.port}/room", proxy=None) as stranger:
        begun = time.monotonic()
        while is_open(stranger) and time.monotonic() - begun < 20:
            if talks:
                with contextlib.suppress(WebSocketException):
                    stranger.send(b"x" * 100)
        assert time.monotonic() - begun < 8
    wait_for(lambda: host._admission.strangers == 0)


def is_open(connection) -> bool:
    try:
        connection.recv(timeout=0.1)
    except TimeoutError:
        return True
    except WebSocketException:
        return False
    return True


def test_a_stranger_who_does_not_read_is_dropped_with_all_threads(host):
    before = threading.active_count()
    with socket.create_connection((HERE, host.port), timeout=5) as stranger:
        stranger.sendall(HANDSHAKE.format(room="room").encode())
        wait_for(lambda: host._lines)
        # More than the machine holds for somebody who does not read.
        for _frame in range(400):
            host.send(bytes(60_000))
            time.sleep(0.001)
        wait_for(lambda: not host._lines, 12)
    wait_for(lambda: threading.active_count() <= before)


def test_a_host_that_proves_nothing_does_not_keep_a_guest_from_the_real_one(tmp_path, monkeypatch):
    monkeypatch.setattr("game.network.transport.nearby_channel._PROOF_OF_HOST", 0.5)
    false, channels = NearbyHost(KEYS.room_name), {}
    assert false.listen(HERE, 0) is None

    def connect_side(side):
        if side is Side.GUEST:
            return NearbyGuest(KEYS.room_name, lambda: [(HERE, false.port), (HERE, channels[Side.HOST].port)])
        channels[side] = NearbyHost(KEYS.room_name)
        assert channels[side].listen(HERE, 0) is None
        return channels[side]

    ends = Ends(tmp_path, connect_side)
    ends.begin()
    ends.play(2)
    ends.close()
    false.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2], ids=["guest at the table", "guest to come"])
def test_a_flood_cuts_nobody_keeps_nobody_out_and_leaves_nothing(tmp_path, seed):
    assert flood(seed, tmp_path) == ""
