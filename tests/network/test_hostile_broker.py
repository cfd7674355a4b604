"""A broker that means harm: the channel's thread lives, its memory is bounded, and the player is told."""

import socket
import struct
import threading
import time
import tracemalloc

import pytest

from game.network.sides import Side
from game.network.transport import broker_channel as far_away
from game.network.transport.broker_channel import BrokerAccess, BrokerChannel
from game.network.transport.channel import MOST_WAITING
from tools.network.ends import wait_for
from tools.stress.network.hostile_broker import packet
from tools.stress.network.network_campaign import hostile_broker

HERE, ROOM = "127.0.0.1", "room"
CONNECTED = packet(0x20, b"\0\0")


def text(words: bytes) -> bytes:
    return struct.pack(">H", len(words)) + words


FAR, OWN = text(b"stonefair/room/host"), text(b"stonefair/room/guest/here")
ECHO = packet(0x30, OWN + b"here")


class SpokenBroker:
    """Says given bytes once somebody has subscribed, and stays connected; ``answer`` is what it says at first."""

    def __init__(self, *said: bytes, answer: bytes = CONNECTED) -> None:
        self.said, self.answer = said, answer
        self.listener = socket.create_server((HERE, 0))
        self.port = self.listener.getsockname()[1]
        self.visits = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                guest, _address = self.listener.accept()
            except OSError:
                return
            self.visits += 1
            threading.Thread(target=self._talk, args=(guest,), daemon=True).start()

    def _talk(self, guest: socket.socket) -> None:
        try:
            guest.recv(4096)
            guest.sendall(self.answer)
            guest.recv(4096)
            for words in self.said:
                guest.sendall(words)
            while guest.recv(4096):
                pass
        except OSError:
            pass

    def close(self) -> None:
        self.listener.close()


@pytest.fixture
def at(monkeypatch):
    monkeypatch.setattr(far_away, "_FIRST_PAUSE", 0.05)
    opened = []

    def stay_at(*said: bytes, answer: bytes = CONNECTED) -> tuple[BrokerChannel, SpokenBroker]:
        broker = SpokenBroker(*said, answer=answer)
        channel = BrokerChannel(BrokerAccess(HERE, broker.port), ROOM, Side.GUEST, versions=(4,))
        opened.extend((channel, broker))
        return channel, broker

    yield stay_at
    for each in opened:
        each.close()


def test_a_topic_that_is_no_text_is_dropped_and_the_next_frame_is_heard(at):
    channel, _broker = at(packet(0x30, text(b"\xff\xfe\xfd") + b"here"), ECHO, packet(0x30, FAR + b"frame"))
    wait_for(lambda: channel.state.is_connected)
    heard = []
    wait_for(lambda: heard.extend(channel.receive(8)) or heard == [b"frame"])


@pytest.mark.parametrize(
    "odd",
    [b"\x31\x80\xd0\xb5\x5f" + bytes(100), packet(0x34, FAR + b"\0\1frame"), packet(0x36, FAR), packet(0x90, b"\0")],
    ids=["200 MB", "QoS 2", "QoS 3", "short"],
)
def test_an_odd_packet_ends_its_connection_and_another_is_made(at, odd):
    channel, broker = at(ECHO, odd)
    wait_for(lambda: broker.visits > 2)
    assert channel.is_alive
    wait_for(lambda: "127.0.0.1" in channel.state.problem or "lost" in channel.state.problem)


def test_a_packet_that_claims_to_be_giant_takes_no_memory(at):
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    channel, broker = at(ECHO, b"\x31\x80\xd0\xb5\x5f" + bytes(20_000_000))
    wait_for(lambda: broker.visits > 2)
    # What the broker of this test holds itself counts as well: one copy of its words.
    assert tracemalloc.get_traced_memory()[1] - before < 60_000_000
    tracemalloc.stop()
    assert channel.is_alive


def test_a_flood_of_retained_frames_is_bounded(at):
    channel, _broker = at(ECHO, packet(0x31, FAR + b"retained") * 3_000)
    wait_for(lambda: channel.state.is_connected)
    time.sleep(1.0)
    assert len(channel.receive(10_000)) <= MOST_WAITING


def test_a_broker_that_does_not_answer_is_told(at, monkeypatch):
    monkeypatch.setattr(far_away, "_ANSWER", 0.5)
    channel, broker = at(answer=b"")
    wait_for(lambda: "does not answer" in channel.state.problem)
    wait_for(lambda: broker.visits > 1)


def test_a_broker_that_knows_no_version_is_told(at):
    channel, _broker = at(answer=packet(0x20, b"\0\1"))
    wait_for(lambda: "supports neither" in channel.state.problem)


def test_a_refusal_without_a_meaning_is_told(at):
    channel, _broker = at(answer=packet(0x20, b"\0\3"))
    wait_for(lambda: "Cannot reach the online server" in channel.state.problem)


def test_a_broker_that_reads_nothing_is_given_up(at, monkeypatch):
    monkeypatch.setattr(far_away, "_STALLED", 0.2)
    patience = far_away._Patience(time.monotonic())
    assert not patience.track_stall(wants_to_write=True)
    time.sleep(0.3)
    assert patience.track_stall(wants_to_write=True)
    assert not patience.track_stall(wants_to_write=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_a_broker_says_the_thread_lives_and_the_player_knows(tmp_path, seed):
    assert hostile_broker(seed, tmp_path) == ""
