"""What programs send each other: each message is understood, and said again in the same words."""

from __future__ import annotations

import pytest

from game.network.club.messages import pack_member, pack_organiser, unpack_member, unpack_organiser
from game.network.club.tournament import Claim, ClubTournament, PairingResult
from game.network.messages import Hello, LogPart, UnreadableMessage, format_message, packed, parse_message, unpacked
from game.network.sides import FirstSeat
from game.network.spectating.spectator import NoRoom, SpectatorHello
from game.network.wire_format import from_text, to_text
from tests.old_data.contents import DATA


def messages(name: str) -> list[str]:
    return (DATA / "messages" / f"{name}.txt").read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("text", messages("table"))
def test_a_message_of_a_table_keeps_its_words(text):
    message = parse_message(text.encode())
    assert not isinstance(message, UnreadableMessage), message
    assert format_message(message).decode() == text


@pytest.mark.parametrize("text", messages("member"))
def test_a_message_of_a_member_keeps_its_words(text):
    message = unpack_member(packed(text))
    assert message is not None
    assert unpacked(pack_member(message)) == text


@pytest.mark.parametrize("text", messages("keeper"))
def test_a_message_of_a_keeper_keeps_its_words(text):
    message = unpack_organiser(packed(text))
    assert message is not None
    assert unpacked(pack_organiser(message)) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [(SpectatorHello, text) for text in messages("watcher")]
    + [(LogPart | NoRoom, text) for text in messages("watched")]
    + [(ClubTournament, text) for text in messages("evening")],
)
def test_what_watchers_and_evenings_say_keeps_its_words(kind, text):
    assert to_text(from_text(kind, text)) == text


def test_messages_mean_what_they_meant():
    hello = parse_message(messages("table")[0].encode())
    assert isinstance(hello, Hello)
    terms = hello.terms[0]
    assert (hello.version, hello.name) == (2, "Anna")
    assert (terms.ruleset, dict(terms.options)) == ("gomoku", {"size": "15", "variant": "renju"})
    assert (terms.best_of, terms.clock, terms.first) == (3, "300 seconds a game", FirstSeat.GUEST)
    tournament = from_text(ClubTournament, messages("evening")[0])
    assert [pairing.result for pairing in tournament.pairings] == list(PairingResult)
    assert {pairing.reported_two for pairing in tournament.pairings} == set(Claim)
