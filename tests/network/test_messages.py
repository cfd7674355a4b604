"""What comes in is read strictly: every message survives its text, and nothing else is a message."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.request import PlayerRequest
from game.network.messages import (
    MOST_BYTES,
    Bye,
    ChatPhrase,
    ClockReport,
    Hello,
    LogPart,
    LogSummary,
    RequestSent,
    UnreadableMessage,
    format_message,
    parse_message,
)
from game.network.sides import Phrase, Side, phrase_text
from game.network.sync.entries import (
    NO_LINES,
    OwnSecret,
    RequestAccepted,
    SharedLine,
    TurnPlayed,
    line_text,
    parse_line,
)
from game.network.sync.shared_log import SharedLog
from tools.network.pair import Pair

TURN = TurnPlayed(("a1", "b2"), 1200, "ab" * 16)
LINE = SharedLine(TURN, "0" * 24)
MESSAGES = [
    Hello(1, "Anna", ()),
    LogSummary(0, NO_LINES, ()),
    LogPart(0, NO_LINES, (LINE, SharedLine(RequestAccepted(PlayerRequest.UNDO, Side.GUEST), "1" * 24, "2" * 24))),
    RequestSent(PlayerRequest.DRAW, NO_LINES, "3" * 24),
    ClockReport(3, 500),
    ChatPhrase(Phrase.SMILE, 4),
    Bye(Side.HOST),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_survives_its_text(message):
    assert parse_message(format_message(message)) == message


def test_every_message_of_a_real_table_survives_its_text():
    pair = Pair()
    pair.begin()  # asserts that each can be read


def test_a_line_survives_its_text():
    assert parse_line(line_text(LINE)) == LINE


BAD = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "no object": b"[1,2]",
    "another kind": b'{"kind":"shell","command":"rm"}',
    "no kind": b'{"version":1}',
    "kind is a list": b'{"kind":[]}',
    "a field too much": b'{"kind":"bye","side":"host","more":1}',
    "a field twice": b'{"kind":"bye","side":"host","side":"guest"}',
    "a field too little": b'{"kind":"bye"}',
    "a fraction": b'{"kind":"clock","length":1.0,"spent":1}',
    "not a number": b'{"kind":"clock","length":NaN,"spent":1}',
    "infinite": b'{"kind":"clock","length":1,"spent":1e999}',
    "below zero": b'{"kind":"clock","length":1,"spent":-5}',
    "true for one": b'{"kind":"clock","length":true,"spent":1}',
    "ten thousand digits": b'{"kind":"clock","length":1,"spent":' + b"9" * 10_000 + b"}",
    "deep": b'{"kind":"bye","side":' + b"[" * 15_000 + b"]" * 15_000 + b"}",
    "deep and open": b"[" * 30_000,
    "giant": b'{"kind":"bye","side":"' + b"a" * MOST_BYTES + b'"}',
    "a name of nothing that can be drawn": json.dumps(
        {"kind": "hello", "version": 1, "name": "\u200b\x07", "terms": []}
    ).encode(),
    "a hash with a line end": b'{"kind":"commit","commitment":"' + b"a" * 32 + b'\\n"}',
    "digits of another script": b'{"kind":"commit","commitment":"' + ("٣" * 32).encode() + b'"}',
    "no lines": b'{"kind":"part","length":0,"hash":"' + b"0" * 32 + b'","lines":[]}',
}


@pytest.mark.parametrize("received", BAD.values(), ids=BAD.keys())
def test_what_is_no_message_becomes_a_sentence(received):
    read = parse_message(received)
    assert isinstance(read, UnreadableMessage)
    assert read.sentence


def test_brackets_within_a_text_are_no_depth():
    hello = json.dumps({"kind": "hello", "version": 1, "name": '[[[[{{{{"[[[', "terms": []}).encode()
    assert isinstance(parse_message(hello), Hello)


def test_a_name_with_control_characters_is_cleaned():
    hello = json.dumps({"kind": "hello", "version": 1, "name": "An\x1b[31mna\u202e\ud800", "terms": []}).encode()
    read = parse_message(hello)
    assert isinstance(read, Hello)
    assert read.name == "An[31mna"


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything(received):
    assert parse_message(received) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=10), each, max_size=4),
)


@given(st.sampled_from(MESSAGES), st.data())
def test_no_changed_field_raises_anything(message, data):
    values = json.loads(format_message(message))
    values[data.draw(st.sampled_from(sorted(values)))] = data.draw(JSON)
    parse_message(json.dumps(values).encode())


def test_a_summary_of_a_long_journal_finds_the_last_common_line():
    lines = [SharedLine(TurnPlayed((f"a{number}",), 0, "ab" * 16), "0" * 24) for number in range(300)]
    ours, theirs = SharedLog(lines), SharedLog(lines[:200])
    assert ours.common_with(theirs.summary()) == 200
    theirs.append(lines[0])
    assert 150 <= ours.common_with(theirs.summary()) <= 200
    assert len(format_message(ours.summary())) < 3_000


def test_a_part_of_a_journal_fits_a_message_however_long_its_lines():
    turn = TurnPlayed(tuple(f"a{number}=bcdefghijklmnopq" for number in range(60)), 0, "ab" * 16)
    journal = SharedLog([SharedLine(turn, "0" * 24)] * 64)
    assert len(format_message(journal.part_from(0))) < MOST_BYTES


def test_a_consent_is_good_for_one_wish_in_one_position():
    secret = OwnSecret(b"s" * 32)
    given_word = secret.consent(PlayerRequest.UNDO, Side.HOST, "a" * 32)
    assert secret.agreed(PlayerRequest.UNDO, Side.HOST, "a" * 32, given_word)
    assert not secret.agreed(PlayerRequest.DRAW, Side.HOST, "a" * 32, given_word)
    assert not secret.agreed(PlayerRequest.UNDO, Side.GUEST, "a" * 32, given_word)
    assert not secret.agreed(PlayerRequest.UNDO, Side.HOST, "b" * 32, given_word)
    assert not OwnSecret(b"t" * 32).agreed(PlayerRequest.UNDO, Side.HOST, "a" * 32, given_word)


def test_every_phrase_has_words():
    assert all(phrase_text(phrase) for phrase in Phrase)
