"""Nobody without the key reads, forges or replays a frame; a program that starts again is met anew."""

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.apart.sealed.keys import Meeting, TableKeys, new_room
from game.apart.sealed.meeting import OpenSeat
from game.apart.sealed.sealing import FrameOpened, Sealing, SeatTaken, SessionBegun
from game.apart.sides import Side

KEYS = TableKeys(b"k" * 32)
HOST_ID, GUEST_ID, OTHER_ID = b"h" * 16, b"g" * 16, b"o" * 16


def ends(keys=KEYS):
    return Sealing(keys, Side.HOST, HOST_ID), Sealing(keys, Side.GUEST, GUEST_ID)


def meet(first, second):
    """Lets both greet until neither has anything to say; what each was told."""
    flying = deque([(second, first.greeting()), (first, second.greeting())])
    told = []
    for _ in range(20):
        if not flying:
            return told
        end, frame = flying.popleft()
        opened, answer = end.open(frame)
        told.append(opened)
        if answer:
            flying.append((first if end is second else second, answer))
    raise AssertionError("they greet for ever")


def test_two_ends_meet_and_understand_each_other():
    host, guest = ends()
    told = meet(host, guest)
    assert SessionBegun() in told
    assert host.is_met
    assert guest.is_met
    frame = host.seal(b"a move")
    assert guest.open(frame) == (FrameOpened(b"a move"), b"")
    assert b"a move" not in frame


def test_a_frame_that_comes_twice_or_is_sent_back_says_nothing():
    host, guest = ends()
    meet(host, guest)
    frame = host.seal(b"a move")
    guest.open(frame)
    assert guest.open(frame) == (None, b"")
    assert host.open(frame) == (None, b"")


def test_frames_may_come_in_any_order():
    host, guest = ends()
    meet(host, guest)
    frames = [host.seal(str(number).encode()) for number in range(100)]
    opened = [guest.open(frame)[0] for frame in reversed(frames)]
    assert all(isinstance(each, FrameOpened) for each in opened)
    assert all(guest.open(frame)[0] is None for frame in frames)


def test_a_stranger_says_nothing():
    host, guest = ends()
    meet(host, guest)
    stranger = Sealing(TableKeys(b"x" * 32), Side.HOST, HOST_ID)
    assert guest.open(stranger.greeting()) == (None, b"")


@given(st.integers(0, 120), st.integers(1, 255))
@settings(max_examples=200)
def test_a_changed_frame_says_nothing(place, change):
    host, guest = ends()
    meet(host, guest)
    frame = bytearray(host.seal(b"a move of some length"))
    frame[place % len(frame)] ^= change
    assert guest.open(bytes(frame)) == (None, b"")


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything(frame):
    assert ends()[0].open(frame) == (None, b"")


def test_what_was_recorded_before_a_restart_opens_nowhere():
    host, guest = ends()
    meet(host, guest)
    recorded = [host.greeting(), host.seal(b"old"), host.seal(b"older")]
    guest = Sealing(KEYS, Side.GUEST, GUEST_ID, HOST_ID)
    for frame in recorded:
        opened, _answer = guest.open(frame)
        assert opened is None
    assert not guest.is_met
    meet(host, guest)
    assert [guest.open(frame)[0] for frame in recorded] == [None] * 3


def test_an_old_greeting_cannot_bring_back_an_old_session():
    host, guest = ends()
    meet(host, guest)
    old_greeting, old_frame = host.greeting(), host.seal(b"old")
    host = Sealing(KEYS, Side.HOST, HOST_ID, GUEST_ID)
    meet(host, guest)
    assert guest.open(old_greeting)[0] is None
    assert guest.open(old_frame)[0] is None
    assert isinstance(guest.open(host.seal(b"new"))[0], FrameOpened)


def test_who_sat_down_first_keeps_the_seat():
    host, guest = ends()
    meet(host, guest)
    second = Sealing(KEYS, Side.GUEST, OTHER_ID)
    told = meet(host, second)
    assert SeatTaken(True) in told
    assert SeatTaken(False) in told
    assert isinstance(host.open(guest.seal(b"still here"))[0], FrameOpened)
    assert not second.is_met or host.bound_to == GUEST_ID


def test_whoever_has_the_seat_comes_back_after_a_restart():
    host, guest = ends()
    meet(host, guest)
    guest = Sealing(KEYS, Side.GUEST, GUEST_ID, HOST_ID)
    meet(host, guest)
    assert isinstance(host.open(guest.seal(b"back"))[0], FrameOpened)


# A table that is open to anybody nearby


def test_a_host_and_the_first_who_sits_down_agree_on_keys():
    room = new_room()
    host, guest, late = OpenSeat(Side.HOST, room), OpenSeat(Side.GUEST, room), OpenSeat(Side.GUEST, room)
    guest.hear(host.hear(guest.tick(0)))
    assert host.keys == guest.keys
    assert host.keys is not None
    assert host.keys.room_name == room
    late.hear(host.hear(late.tick(0)))
    assert late.is_too_late
    assert late.keys is None
    # The welcome was lost: knocking again brings the same keys.
    assert guest.hear(host.hear(b"\x10" + guest._meeting.shown)) == b""
    assert host.keys == guest.keys


def test_who_stands_between_is_told_by_the_words():
    room = new_room()
    host, guest = Meeting(), Meeting()
    between = Meeting()
    with_host = host.keys_with(Side.HOST, between.shown, room)
    with_guest = guest.keys_with(Side.GUEST, between.shown, room)
    assert with_host.compared_words != with_guest.compared_words


@pytest.mark.parametrize("shown", [bytes(32), b"\x01" + bytes(31), b"short", b""])
def test_what_is_no_public_key_makes_no_keys(shown):
    assert Meeting().keys_with(Side.HOST, shown, "room") is None


@given(st.binary(max_size=80))
def test_no_frame_of_anybody_nearby_raises_anything(frame):
    for side in Side:
        OpenSeat(side, "room").hear(frame)
