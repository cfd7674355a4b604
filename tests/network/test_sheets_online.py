"""A game by a rule sheet that only the host has: the guest is shown the sheet, and plays once it is accepted."""

from __future__ import annotations

import base64
import zlib

import pytest

from game.core.ruleset import Ruleset
from game.network.messages import (
    MOST_BYTES,
    SheetSent,
    UnreadableMessage,
    format_message,
    parse_message,
    sheet_message,
)
from game.network.outbox import SheetReceived
from game.network.sides import Side
from game.plugins.sheet_files import carried_sheet
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet
from tools.network.pair import Pair, Weather

SHEET = read_sheet('title = "Mine"\nline.length = 4\nboard.columns = 6\n', "mine", lambda _key: None)


class SheetPair(Pair):
    """A host with the game of a rule sheet, and a guest who accepts it when the test says so."""

    def __post_init__(self) -> None:
        self.accepted: dict[str, Ruleset] = {}
        super().__post_init__()

    def rulesets_of(self, side: Side) -> dict[str, Ruleset]:
        return {self.ruleset.info.id: self.ruleset} if side is Side.HOST else self.accepted

    def received(self) -> list[SheetReceived]:
        return [each for each in self.updates[Side.GUEST] if isinstance(each, SheetReceived)]

    def accept(self) -> None:
        (sent,) = self.received()
        game = SheetGame(carried_sheet(sent.ruleset, sent.text), LEVELS)
        self.accepted[game.info.id] = game


def pair_of_sheet(**weather: float) -> SheetPair:
    return SheetPair(SheetGame(SHEET, LEVELS), weather=Weather(**weather))


def test_the_guest_is_shown_the_sheet_and_plays_once_it_is_accepted() -> None:
    pair = pair_of_sheet()
    pair.run(5_000)
    assert pair.guest.tournament is None
    pair.accept()
    pair.run(8_000)
    pair.play(Side.HOST, 5)
    pair.run(500)
    pair.play(Side.GUEST, 5)
    pair.run(500)
    pair.assert_alike()
    assert pair.guest.match.state.board[5:7] == ("b", "w")
    assert any("sees its rules now" in sentence for sentence in pair.said(Side.HOST))


def test_the_sheet_arrives_although_messages_are_lost() -> None:
    pair = pair_of_sheet(loss=0.4, doubling=0.3, delay=300)
    pair.run(60_000)
    pair.accept()
    pair.run(60_000)
    pair.assert_alike()


def test_the_sheet_is_sent_no_more_while_the_guest_reads_it() -> None:
    pair, sent = pair_of_sheet(), []
    pair.on_sent = lambda frame: sent.append(frame) if b'"sheet"' in frame else None
    pair.run(120_000)
    assert len(sent) == 1


def test_a_guest_who_has_the_sheet_is_sent_none() -> None:
    pair, sent = pair_of_sheet(), []
    pair.on_sent = lambda frame: sent.append(frame) if b'"sheet"' in frame else None
    pair.accepted.update(pair.rulesets_of(Side.HOST))
    pair.run(8_000)
    pair.assert_alike()
    assert sent == []


def code_of(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content)).decode()


HOSTILE = {
    "ten million bytes": code_of(b"a" * 10_000_000),
    "one byte too many": code_of(b"a" * 65_537),
    "not compressed": base64.b64encode(b"a").decode(),
    "not Base64": "a",
    "not text": code_of(b"\xff\xff"),
}


@pytest.mark.parametrize("code", HOSTILE.values(), ids=HOSTILE)
def test_a_sheet_that_cannot_be_read_is_a_sentence(code: str) -> None:
    pair = pair_of_sheet()
    pair.host._greeting._send_sheet = lambda: True
    pair.run(5_000)
    pair.guest.receive(SheetSent(SHEET.id, code))
    pair.run(5_000)
    assert pair.received() == []
    assert "The other player sent rules that cannot be read." in pair.said(Side.GUEST)


def test_a_sheet_of_another_game_and_one_that_nobody_asked_for_are_ignored() -> None:
    pair = pair_of_sheet()
    pair.guest.receive(sheet_message(SHEET.id, "before it was proposed"))
    pair.host._greeting._send_sheet = lambda: True
    pair.run(5_000)
    pair.guest.receive(sheet_message("gomoku", "of another game"))
    pair.host.receive(sheet_message(SHEET.id, "to the host"))
    pair.run(1_000)
    assert pair.received() == []


def test_the_longest_sheet_fits_into_a_message_or_is_not_sent() -> None:
    message = sheet_message("x" * 60, "a" * 65_536)
    assert message is not None
    assert len(format_message(message)) <= MOST_BYTES
    assert sheet_message(SHEET.id, "a" * 65_537) is None
    assert sheet_message(SHEET.id, "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))) is None


def test_a_message_with_too_long_a_sheet_is_refused() -> None:
    message = SheetSent(SHEET.id, "a" * 30_001)
    assert isinstance(parse_message(format_message(message)), UnreadableMessage)
