"""What two sides of a far table say to each other: a small closed set, and its one form as text.

Whatever comes in is read by ``parse_message``, which turns anything that is no message into a value with a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, ValidationError, field

from game.core.language import _
from game.network.phrases import Phrase
from game.network.refusals import RefusalCode
from game.network.sides import PeerRequest, Side
from game.network.sync.entries import MOST_SPENT, PlayerName, SharedLine
from game.network.sync.terms import Hash, TableTerms
from game.network.wire_format import WireRecord, from_text, spelled, to_text

#: The version of these messages; sides of different versions say so and do not play.
PROTOCOL = 2
#: The most bytes of a message.
MOST_BYTES = 32_000
#: The most lines of a journal, and the most that one message carries.
MOST_LINES, LINES_A_MESSAGE = 50_000, 64
_CONSENT = r"[0-9a-f]{24}"
JournalLength = Annotated[int, Meta(ge=0, le=MOST_LINES)]


class Hello(WireRecord, frozen=True, tag="hello"):
    """Who sits there; the host's one has the terms of the table, the guest's none."""

    version: Annotated[int, Meta(ge=1, le=9999)] = field(name="version")
    name: PlayerName = field(name="name")
    terms: Annotated[tuple[TableTerms, ...], Meta(max_length=1)] = field(name="terms")


class TossCommit(WireRecord, frozen=True, tag="commit"):
    """A side binds itself to what it drew, without showing it."""

    commitment: Hash = field(name="commitment")


class TossReveal(WireRecord, frozen=True, tag="reveal"):
    """What a side drew, once both are bound."""

    share: Hash = field(name="share")


class LogMark(WireRecord, frozen=True, tag="mark"):
    """The hash of a journal after so many lines."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")


class LogSummary(WireRecord, frozen=True, tag="summary"):
    """How long a side's journal is, its hash, and hashes further and further back, to find where two part."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")
    marks: Annotated[tuple[LogMark, ...], Meta(max_length=24)] = field(name="marks")


class LogPart(WireRecord, frozen=True, tag="part"):
    """Lines of a side's journal after its first ``length``, which have the hash; a new move comes so, too."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")
    lines: Annotated[tuple[SharedLine, ...], Meta(min_length=1, max_length=LINES_A_MESSAGE)] = field(name="lines")


class LineRefused(WireRecord, frozen=True, tag="refused"):
    """The line that led to this hash is not taken; its writer goes back to before it."""

    length: JournalLength = field(name="length")
    """How many lines come before it."""
    hash: Hash = field(name="hash")
    code: RefusalCode = field(name="code")


class TableRefused(WireRecord, frozen=True, tag="no table"):
    """A side cannot play at this table."""

    code: RefusalCode = field(name="code")


class RequestSent(WireRecord, frozen=True, tag="ask"):
    """A side asks for something, or tells that it gives up; its consent is good for this one position."""

    wish: PeerRequest = field(name="wish")
    hash: Hash = field(name="hash")
    consent: Annotated[str, spelled(_CONSENT)] = field(name="consent")


class RequestReplied(WireRecord, frozen=True, tag="reply"):
    """The answer to what the other side asked for; a consent where it is yes, as long as nothing moves on."""

    wish: PeerRequest = field(name="wish")
    hash: Hash = field(name="hash")
    is_yes: bool = field(name="is_yes")
    consent: Annotated[str, spelled(f"(?:{_CONSENT})?")] = field(name="consent")


class ClockReport(WireRecord, frozen=True, tag="clock"):
    """How long the side on turn has thought, as it counts itself, in milliseconds."""

    length: JournalLength = field(name="length")
    spent: Annotated[int, Meta(ge=0, le=MOST_SPENT)] = field(name="spent")


class PhraseSaid(WireRecord, frozen=True, tag="phrase"):
    """One of the ready-made phrases or faces."""

    phrase: Phrase = field(name="phrase")
    number: Annotated[int, Meta(ge=0, le=10**6)] = field(name="number")
    """Counts up, so that one that comes twice is told once."""


class Bye(WireRecord, frozen=True, tag="bye"):
    """A side leaves the table for now."""

    side: Side = field(name="side")


Message = (
    Hello
    | TossCommit
    | TossReveal
    | LogSummary
    | LogPart
    | LineRefused
    | TableRefused
    | RequestSent
    | RequestReplied
    | ClockReport
    | PhraseSaid
    | Bye
)


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    """Something that came in and is no message, with a sentence about it."""

    sentence: str


def format_message(message: Message) -> bytes:
    """A message as it is sent."""
    return to_text(message).encode("ascii")


def parse_message(received: bytes) -> Message | UnreadableMessage:
    """Read a message of bytes that may hold anything."""
    if len(received) > MOST_BYTES:
        return UnreadableMessage(_("The other side sent something that is too long to be read."))
    try:
        return from_text(Message, received.decode("utf-8"))
    except (ValidationError, UnicodeDecodeError):
        return UnreadableMessage(_("The other side sent something that cannot be read."))
