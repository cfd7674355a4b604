"""An invitation is read however it is written down, and says what is wrong with it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.model import Reason
from game.network.encryption.invitation import (
    DIGITS,
    WORDS,
    Invitation,
    ServerAddress,
    Transport,
    format_invitation,
    invitation_words,
    new_invitation,
    parse_invitation,
)
from game.network.encryption.keys import KeyJob, TableKeys, invited_keys
from tools.network.ends import wait_for

PLACES = [
    ServerAddress(),
    ServerAddress(Transport.NEARBY, "192.168.1.20:47100"),
    ServerAddress(Transport.BROKER, "broker.example.org"),
    ServerAddress(Transport.BROKER, "[2001:db8::1]:8883"),
]


def differ_in(first: str, second: str) -> int:
    """Letters to be changed, taken out or put in."""
    row = list(range(len(second) + 1))
    for number, letter in enumerate(first, start=1):
        before, row = row, [number]
        for place, other in enumerate(second, start=1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other)))
    return row[-1]


def test_an_invitation_cannot_be_guessed():
    words = invitation_words()
    assert len(set(words)) == 512
    assert WORDS * math.log2(len(words)) + DIGITS * math.log2(10) >= 64


def test_one_wrong_letter_never_makes_another_word():
    words = invitation_words()
    close = [
        (first, second)
        for number, first in enumerate(words)
        for second in words[number + 1 :]
        if abs(len(first) - len(second)) < 2 and sum(a != b for a, b in zip(first, second, strict=False)) < 9
        if first[:2] == second[:2] or first[-2:] == second[-2:]
        if differ_in(first, second) < 2
    ]
    assert close == []


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_an_invitation_is_read_as_it_was_written(place):
    invitation = new_invitation(place)
    assert parse_invitation(format_invitation(invitation)) == invitation


@given(st.sampled_from([" ", "-", " - ", ", ", "\n", "   ", "_", "\u3000", "."]), st.booleans(), st.booleans())
def test_spaces_hyphens_and_capitals_make_no_difference(between, is_upper, spells_digits):
    invitation = new_invitation(ServerAddress())
    words = format_invitation(invitation).split()
    if spells_digits:
        words = [*words[:-1], *words[-1]]
    text = between.join(words)
    assert parse_invitation(f"  {text.upper() if is_upper else text}. ") == invitation


def test_a_mistyped_word_is_named_with_the_one_that_was_meant():
    text = format_invitation(new_invitation(ServerAddress())).split()
    text[2] = "lanturn"
    read = parse_invitation(" ".join(text))
    assert isinstance(read, Reason)
    assert "lanturn" in read.message
    assert "lantern" in read.message


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "6 words"),
        ("lantern penguin 12345", "2 words"),
        ("lantern " * 300, "too long"),
        ("rm -rf / by broker", "rm"),
        ("lantern by user@host", "user@host"),
        ("lantern at 10.0.0.1:99999", "99999"),
        ("lantern \x1b[31mx\u202e", "is not used in invitation codes"),
        ("٣٤٥", "3 digits"),
    ],
)
def test_what_is_no_invitation_gets_a_sentence(text, named):
    read = parse_invitation(text)
    assert isinstance(read, Reason)
    assert named in read.message
    assert "\x1b" not in read.message


def test_a_wrong_digit_is_told():
    told = 0
    for _ in range(50):
        text = format_invitation(new_invitation(ServerAddress()))
        digit = str((int(text[-1]) + 1) % 10)
        told += isinstance(parse_invitation(text[:-1] + digit), Reason)
    assert told == 50


@given(st.text(max_size=200))
def test_no_text_raises_anything(text):
    assert isinstance(parse_invitation(text), Reason | Invitation)


def test_the_same_words_make_the_same_keys_and_others_make_others():
    invitation = Invitation(("lantern",) * WORDS, "1234", ServerAddress())
    keys = invited_keys(invitation)
    assert keys == invited_keys(Invitation(invitation.words, "1234", PLACES[1]))
    other = invited_keys(Invitation(invitation.words, "1235", ServerAddress()))
    assert keys.room_name != other.room_name
    assert "lantern" not in keys.room_name
    assert keys.secret.hex() not in repr(keys)
    making = KeyJob(invitation)
    wait_for(lambda: making.poll() is not None)
    assert making.poll() == keys


def test_keys_that_cannot_be_made_are_not_waited_for_for_ever(monkeypatch) -> None:
    def make(invitation: Invitation) -> TableKeys:
        raise MemoryError(invitation.phrase)

    monkeypatch.setattr("game.network.encryption.keys.invited_keys", make)
    making = KeyJob(new_invitation(ServerAddress()))
    with pytest.raises(MemoryError):
        wait_for(lambda: making.poll() is not None)
