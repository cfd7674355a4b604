"""A part of ``python -m tools.network.hostile``, and floods: a sentence or silence, no exception, bounded memory."""

import time
import tracemalloc

import pytest

from game.core.request import PlayerRequest
from game.network.encryption.cipher import MOST_FRAME
from game.network.messages import ChatPhrase, Hello, LogPart, RequestSent, TossCommit
from game.network.sides import Phrase, Side
from game.network.transport.channel import MOST_WAITING, FrameQueue, frames_for_now
from tools.network.hostile import attack
from tools.network.memory_channel import MemoryEnd
from tools.network.pair import Pair


@pytest.mark.parametrize("seed", range(3))
def test_mutated_messages_raise_nothing_and_take_no_stone(seed):
    counts = attack(700, seed)
    assert counts["unreadable"] > 50
    assert len(counts) > 8


def test_a_flood_of_the_one_who_has_the_key_is_bounded():
    pair = Pair()
    pair.begin()
    part = pair.host._exchange.journal.part_from(0)
    forged = LogPart(1, pair.host.hash, part.lines * 64)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(3_000):
        pair.host.receive(ChatPhrase(Phrase.OOPS, number % 10**6))
        pair.host.receive(RequestSent(PlayerRequest.DRAW, pair.host.hash, f"{number:024}"))
        pair.host.receive(forged)
        pair.host.receive(Hello(1, f"Ben {number}", ()))
        pair.host.receive(TossCommit("a" * 32))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2_000_000
    assert pair.host.length == 1
    assert len(pair.host.take_messages()) <= 256
    assert len(pair.host.take_updates()) <= 128
    assert len(pair.records[Side.HOST]) < 10


def test_a_channels_queue_is_bounded_in_number_and_size():
    queue = FrameQueue()
    queue.put(b"x" * (MOST_FRAME + 1))
    queue.put("text")
    queue.put(b"")
    assert queue.take(10) == []
    for number in range(1_000):
        queue.put(str(number).encode())
    taken = queue.take(10_000)
    assert len(taken) == MOST_WAITING
    assert taken[-1] == b"999"


def test_a_look_at_a_channel_ends_soon_however_long_its_frames_take():
    channel = MemoryEnd()
    channel.frames = [b"frame"] * 64
    read = 0
    for _frame in frames_for_now(channel):
        time.sleep(0.005)
        read += 1
    assert read < 8
    assert len(channel.frames) == 64 - read
