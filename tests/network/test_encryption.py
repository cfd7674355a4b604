"""Nobody without the key reads, forges or replays a frame; a program that starts again is met anew."""

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.network.encryption.cipher import Cipher, Decrypted, PlaceTaken, SessionBegun
from game.network.encryption.key_agreement import OpenLobby
from game.network.encryption.keys import KeyAgreement, TableKeys, new_room
from game.network.sides import Side

KEYS = TableKeys(b"k" * 32)
HOST_ID, GUEST_ID, OTHER_ID = b"h" * 16, b"g" * 16, b"o" * 16


def ends(keys=KEYS):
    return Cipher(keys, Side.HOST, HOST_ID), Cipher(keys, Side.GUEST, GUEST_ID)


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
    assert guest.open(frame) == (Decrypted(b"a move"), b"")
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
    assert all(isinstance(each, Decrypted) for each in opened)
    assert all(guest.open(frame)[0] is None for frame in frames)


def test_a_stranger_says_nothing():
    host, guest = ends()
    meet(host, guest)
    stranger = Cipher(TableKeys(b"x" * 32), Side.HOST, HOST_ID)
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
    guest = Cipher(KEYS, Side.GUEST, GUEST_ID, HOST_ID)
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
    host = Cipher(KEYS, Side.HOST, HOST_ID, GUEST_ID)
    meet(host, guest)
    assert guest.open(old_greeting)[0] is None
    assert guest.open(old_frame)[0] is None
    assert isinstance(guest.open(host.seal(b"new"))[0], Decrypted)


def test_who_sat_down_first_keeps_the_seat():
    host, guest = ends()
    meet(host, guest)
    second = Cipher(KEYS, Side.GUEST, OTHER_ID)
    told = meet(host, second)
    assert PlaceTaken(True) in told
    assert PlaceTaken(False) in told
    assert isinstance(host.open(guest.seal(b"still here"))[0], Decrypted)
    assert not second.is_met or host.bound_to == GUEST_ID


def test_whoever_has_the_seat_comes_back_after_a_restart():
    host, guest = ends()
    meet(host, guest)
    guest = Cipher(KEYS, Side.GUEST, GUEST_ID, HOST_ID)
    meet(host, guest)
    assert isinstance(host.open(guest.seal(b"back"))[0], Decrypted)


# A table that is open to anybody nearby


def sits_down(host, guest, now=0):
    """A guest knocks and says all that it has to say; what the host said last."""
    host.tick(now)
    said, answer = guest.tick(now), b""
    while said:
        answer = host.receive(said)
        said = guest.receive(answer)
    return answer


def test_a_host_and_the_first_who_sits_down_agree_on_keys():
    room = new_room()
    host, guest, late = OpenLobby(Side.HOST, room), OpenLobby(Side.GUEST, room), OpenLobby(Side.GUEST, room)
    sits_down(host, guest)
    assert host.keys == guest.keys
    assert host.keys is not None
    assert host.keys.room_name == room
    sits_down(host, late, 5_000)
    assert late.is_too_late
    assert late.keys is None


def test_whatever_is_lost_on_the_way_is_said_again():
    room = new_room()
    for lost in range(4):
        host, guest = OpenLobby(Side.HOST, room), OpenLobby(Side.GUEST, room)
        flying, sent = deque(), 0
        for now in range(0, 6_000, 500):
            host.tick(now)
            flying.append((host, guest.tick(now)))
            while flying:
                end, frame = flying.popleft()
                sent += bool(frame)
                if frame and sent != lost + 1:
                    flying.append((guest if end is host else host, end.receive(frame)))
        assert host.keys == guest.keys
        assert guest.keys is not None


def test_a_host_shows_its_key_only_to_who_is_bound_and_each_guest_another_one():
    room, host = new_room(), OpenLobby(Side.HOST, new_room())
    guests = [OpenLobby(Side.GUEST, room) for _guest in range(3)]
    shown = []
    for number, guest in enumerate(guests):
        host.tick(1_000 * number)
        shown.append(host.receive(guest.tick(0))[1:33])
    assert len(set(shown)) == 3
    assert host.receive(b"\x12" + KeyAgreement().shown) == b""
    assert host.keys is None


def test_knocks_beyond_ten_a_second_are_not_answered_and_only_the_last_guests_are_kept():
    host = OpenLobby(Side.HOST, "room")
    answered = 0
    for now in range(1_000):
        host.tick(now)
        answered += bool(host.receive(OpenLobby(Side.GUEST, "room").tick(0)))
    assert answered == 10
    guest = OpenLobby(Side.GUEST, "room")
    host.tick(2_000)
    guest_says = guest.receive(host.receive(guest.tick(0)))
    for now in range(3_000, 20_000, 1_000):
        host.tick(now)
        host.receive(OpenLobby(Side.GUEST, "room").tick(0))
    assert host.receive(guest_says) == b""


def test_a_guest_takes_the_first_key_that_it_is_shown():
    room = new_room()
    guest = OpenLobby(Side.GUEST, room)
    bound = guest.tick(0)[1:]
    first, second = KeyAgreement(), KeyAgreement()
    guest.receive(b"\x11" + first.shown + bound)
    guest.receive(b"\x11" + second.shown + bound)
    guest.receive(b"\x13" + bound)
    shown = guest._part._meeting.shown
    assert guest.keys == first.keys_with(Side.HOST, shown, room)


def test_who_stands_between_is_told_by_the_words():
    room = new_room()
    host, guest = KeyAgreement(), KeyAgreement()
    between = KeyAgreement()
    with_host = host.keys_with(Side.HOST, between.shown, room)
    with_guest = guest.keys_with(Side.GUEST, between.shown, room)
    assert with_host.compared_words != with_guest.compared_words


@pytest.mark.parametrize("shown", [bytes(32), b"\x01" + bytes(31), b"short", b""])
def test_what_is_no_public_key_makes_no_keys(shown):
    assert KeyAgreement().keys_with(Side.HOST, shown, "room") is None


@given(st.binary(max_size=80))
def test_no_frame_of_anybody_nearby_raises_anything(frame):
    for side in Side:
        OpenLobby(side, "room").receive(frame)
