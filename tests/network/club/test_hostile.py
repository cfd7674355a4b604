"""A part of ``python -m tools.network.club.hostile``, and what is packed to burst: refusals, and bounded memory."""

import tracemalloc
import zlib

import pytest

from game.network.club.messages import unpack_member, unpack_organiser
from tools.network.club.hostile import attack


@pytest.mark.parametrize("seed", range(3))
def test_mutated_messages_raise_nothing_and_change_no_table_of_others(seed):
    counts = attack(1_500, seed)
    assert counts["unreadable"] > 100
    assert counts["TournamentUpdate"] > 10


def test_a_small_message_that_unpacks_to_a_giant_one_is_refused_without_being_unpacked():
    bomb = zlib.compress(b'"' + b"a" * 60_000_000)
    tracemalloc.start()
    assert unpack_member(bomb) is None
    assert unpack_organiser(bomb) is None
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("junk", [b"", b"\x78\x9c", zlib.compress(b""), zlib.compress(b"[" * 5000), b"x" * 40_000])
def test_what_is_no_message_is_none(junk):
    assert unpack_member(junk) is None
    assert unpack_organiser(junk) is None
