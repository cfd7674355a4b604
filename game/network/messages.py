"""The messages of a remote game, their text form, and compressed texts in them.

``parse_message`` reads all input. It returns ``UnreadableMessage`` for input that is no message.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, ValidationError, field

from game.core.language import _
from game.core.request import PlayerRequest
from game.network.sides import Phrase, RefusalCode, Side
from game.network.sync.entries import MOST_SPENT, PlayerName, SharedLine
from game.network.sync.terms import Hash, RulesetId, TableTerms
from game.network.wire_format import WireRecord, from_text, spelled, to_text

#: The version of these messages. Sides with different versions report this and do not play.
PROTOCOL = 2
#: The maximum size of a message in bytes.
MOST_BYTES = 32_000
#: The maximum size of a rule sheet in bytes, before it is compressed.
MOST_OF_SHEET = 65_536
#: The maximum number of lines in a journal, and in one message.
MOST_LINES, LINES_A_MESSAGE = 50_000, 64
_CONSENT = r"[0-9a-f]{24}"
JournalLength = Annotated[int, Meta(ge=0, le=MOST_LINES)]


class Hello(WireRecord, frozen=True, tag="hello"):
    """A greeting with the sender's name. The host's greeting also proposes the terms of the game."""

    version: Annotated[int, Meta(ge=1, le=9999)] = field(name="version")
    name: PlayerName = field(name="name")
    terms: Annotated[tuple[TableTerms, ...], Meta(max_length=1)] = field(name="terms")


class TossCommit(WireRecord, frozen=True, tag="commit"):
    """A side's commitment to its random number for the toss: a hash that hides the number."""

    commitment: Hash = field(name="commitment")


class TossReveal(WireRecord, frozen=True, tag="reveal"):
    """A side's random number for the toss, sent once both sides have committed to their numbers."""

    share: Hash = field(name="share")


class LogMark(WireRecord, frozen=True, tag="mark"):
    """The hash of a game journal's first ``length`` lines."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")


class LogSummary(WireRecord, frozen=True, tag="summary"):
    """The length and hash of a game journal, and hashes of shorter parts, to find where two journals differ."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")
    marks: Annotated[tuple[LogMark, ...], Meta(max_length=24)] = field(name="marks")


class LogPart(WireRecord, frozen=True, tag="part"):
    """Consecutive lines of a game journal, with the number and hash of the lines before them.

    A new move is sent this way, too.
    """

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")
    lines: Annotated[tuple[SharedLine, ...], Meta(min_length=1, max_length=LINES_A_MESSAGE)] = field(name="lines")


class LineRefused(WireRecord, frozen=True, tag="refused"):
    """The sender's refusal of a line in the shared game journal; the line's author then removes it."""

    length: JournalLength = field(name="length")
    """Number of lines before the refused one."""
    hash: Hash = field(name="hash")
    code: RefusalCode = field(name="code")


class TableRefused(WireRecord, frozen=True, tag="no table"):
    """A message that the sender cannot play or show this game."""

    code: RefusalCode = field(name="code")


class SheetSent(WireRecord, frozen=True, tag="sheet"):
    """The rule sheet of a game, which a host sends to a guest or spectator who does not have it. It is never code."""

    ruleset: RulesetId = field(name="ruleset")
    packed: Annotated[str, spelled(r"[A-Za-z0-9+/=]{1,30000}")] = field(name="packed")
    """The text of the sheet, compressed and in Base64."""


class RequestSent(WireRecord, frozen=True, tag="ask"):
    """A player's request, such as an undo or a draw, valid only for the current position.

    It includes the player's consent.
    """

    wish: PlayerRequest = field(name="wish")
    hash: Hash = field(name="hash")
    consent: Annotated[str, spelled(_CONSENT)] = field(name="consent")


class RequestReplied(WireRecord, frozen=True, tag="reply"):
    """The answer to a player's request; a yes includes a consent, valid until the game continues."""

    wish: PlayerRequest = field(name="wish")
    hash: Hash = field(name="hash")
    is_yes: bool = field(name="is_yes")
    consent: Annotated[str, spelled(f"(?:{_CONSENT})?")] = field(name="consent")


class ClockReport(WireRecord, frozen=True, tag="clock"):
    """A message with the thinking time of the side to move, in milliseconds, by that side's own clock."""

    length: JournalLength = field(name="length")
    spent: Annotated[int, Meta(ge=0, le=MOST_SPENT)] = field(name="spent")


class ChatPhrase(WireRecord, frozen=True, tag="phrase"):
    """A ready-made chat phrase or an emoji."""

    phrase: Phrase = field(name="phrase")
    number: Annotated[int, Meta(ge=0, le=10**6)] = field(name="number")
    """A counter, so that a phrase that arrives twice is shown once."""


class Bye(WireRecord, frozen=True, tag="bye"):
    """A message that the sender leaves the remote game for now."""

    side: Side = field(name="side")


Message = (
    Hello
    | TossCommit
    | TossReveal
    | LogSummary
    | LogPart
    | LineRefused
    | TableRefused
    | SheetSent
    | RequestSent
    | RequestReplied
    | ClockReport
    | ChatPhrase
    | Bye
)


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    """Received data that is not a valid message, with an error message for the player."""

    sentence: str


def format_message(message: Message) -> bytes:
    """Encode a message of a remote game for sending."""
    return to_text(message).encode("ascii")


def parse_message(received: bytes) -> Message | UnreadableMessage:
    """Decode untrusted bytes as a message of a remote game."""
    if len(received) > MOST_BYTES:
        return UnreadableMessage(_("The other player sent a message that is too long."))
    try:
        return from_text(Message, received.decode("utf-8"))
    except (ValidationError, UnicodeDecodeError):
        return UnreadableMessage(_("The other player sent a message that cannot be read."))


def sheet_message(ruleset_id: str, text: str) -> SheetSent | None:
    """Return the message with the text of a rule sheet, or None if it is too long to be sent."""
    content = text.encode("utf-8", "replace")
    code = base64.b64encode(zlib.compress(content)).decode("ascii")
    return SheetSent(ruleset_id, code) if len(content) <= MOST_OF_SHEET and len(code) <= 30_000 else None


def sheet_text(message: SheetSent) -> str:
    """Return the text of a rule sheet that the other side sent. Raises ValidationError if it is damaged or too long.

    Nobody has checked yet that the text is a rule sheet.
    """
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(base64.b64decode(message.packed, validate=True), MOST_OF_SHEET + 1)
        text = content.decode("utf-8")
    # binascii.Error and UnicodeDecodeError are kinds of ValueError.
    except (zlib.error, ValueError) as error:
        raise ValidationError("no sheet") from error
    if len(content) > MOST_OF_SHEET or not unpacking.eof:
        raise ValidationError("too long or cut off")
    return text


def packed(text: str) -> bytes:
    """Compress an ASCII text, which is encrypted afterwards."""
    return zlib.compress(text.encode("ascii"))


def unpacked(received: bytes) -> str:
    """Decompress a network message's text up to a size limit. Raises ValidationError if it is larger or damaged."""
    try:
        unpacked = zlib.decompressobj().decompress(received[:MOST_BYTES], MOST_BYTES + 1)
        text = unpacked.decode("utf-8")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValidationError("no message") from error
    if len(unpacked) > MOST_BYTES:
        raise ValidationError("too long")
    return text
