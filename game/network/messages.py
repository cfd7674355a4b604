"""What two sides of a far table say to each other: a small closed set, and its one form as text.

Whatever comes in is read by ``parse_message``, which turns anything that is no message into a value with a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from game.core.language import _
from game.network.forms import Flag, KindOf, OneOf, Several, Spelled, SpokenWords, Unfit, Whole, from_text, to_text
from game.network.phrases import Phrase
from game.network.sides import PeerRequest, Side
from game.network.sync.entries import LINE, MOST_SPENT, NAME_LETTERS, SharedLine
from game.network.sync.terms import HASH, TERMS, TableTerms

#: The version of these messages; sides of different versions say so and do not play.
PROTOCOL = 2
#: The most bytes of a message.
MOST_BYTES = 32_000
#: The most lines of a journal, and the most that one message carries.
MOST_LINES, LINES_A_MESSAGE = 50_000, 64
_CONSENT = r"[0-9a-f]{24}"
_LENGTH = Whole(0, MOST_LINES)


class RefusalCode(Enum):
    """Why something is refused; the sentence is made where it is read."""

    NOT_LEGAL = "not legal"
    OTHER_POSITION = "other position"
    NOT_YOURS = "not yours"
    NOT_AGREED = "not agreed"
    OUT_OF_TIME = "out of time"
    OTHER_VERSION = "other version"
    NO_RULESET = "no ruleset"
    OTHER_RULES = "other rules"


@dataclass(frozen=True, slots=True)
class Hello:
    """Who sits there; the host's one has the terms of the table, the guest's none."""

    version: Annotated[int, Whole(1, 9999)]
    name: Annotated[str, SpokenWords(NAME_LETTERS)]
    terms: Annotated[tuple[TableTerms, ...], Several(TERMS, 1)]


@dataclass(frozen=True, slots=True)
class TossCommit:
    """A side binds itself to what it drew, without showing it."""

    commitment: Annotated[str, Spelled(HASH)]


@dataclass(frozen=True, slots=True)
class TossReveal:
    """What a side drew, once both are bound."""

    share: Annotated[str, Spelled(HASH)]


@dataclass(frozen=True, slots=True)
class LogMark:
    """The hash of a journal after so many lines."""

    length: Annotated[int, _LENGTH]
    hash: Annotated[str, Spelled(HASH)]


@dataclass(frozen=True, slots=True)
class LogSummary:
    """How long a side's journal is, its hash, and hashes further and further back, to find where two part."""

    length: Annotated[int, _LENGTH]
    hash: Annotated[str, Spelled(HASH)]
    marks: Annotated[tuple[LogMark, ...], Several(KindOf((("mark", LogMark),)), 24)]


@dataclass(frozen=True, slots=True)
class LogPart:
    """Lines of a side's journal after its first ``length``, which have the hash; a new move comes so, too."""

    length: Annotated[int, _LENGTH]
    hash: Annotated[str, Spelled(HASH)]
    lines: Annotated[tuple[SharedLine, ...], Several(LINE, LINES_A_MESSAGE, 1)]


@dataclass(frozen=True, slots=True)
class LineRefused:
    """The line that led to this hash is not taken; its writer goes back to before it."""

    length: Annotated[int, _LENGTH]
    """How many lines come before it."""
    hash: Annotated[str, Spelled(HASH)]
    code: Annotated[RefusalCode, OneOf(RefusalCode)]


@dataclass(frozen=True, slots=True)
class TableRefused:
    """A side cannot play at this table."""

    code: Annotated[RefusalCode, OneOf(RefusalCode)]


@dataclass(frozen=True, slots=True)
class RequestSent:
    """A side asks for something, or tells that it gives up; its consent is good for this one position."""

    wish: Annotated[PeerRequest, OneOf(PeerRequest)]
    hash: Annotated[str, Spelled(HASH)]
    consent: Annotated[str, Spelled(_CONSENT)]


@dataclass(frozen=True, slots=True)
class RequestReplied:
    """The answer to what the other side asked for; a consent where it is yes, as long as nothing moves on."""

    wish: Annotated[PeerRequest, OneOf(PeerRequest)]
    hash: Annotated[str, Spelled(HASH)]
    is_yes: Annotated[bool, Flag()]
    consent: Annotated[str, Spelled(f"(?:{_CONSENT})?")]


@dataclass(frozen=True, slots=True)
class ClockReport:
    """How long the side on turn has thought, as it counts itself, in milliseconds."""

    length: Annotated[int, _LENGTH]
    spent: Annotated[int, Whole(0, MOST_SPENT)]


@dataclass(frozen=True, slots=True)
class PhraseSaid:
    """One of the ready-made phrases or faces."""

    phrase: Annotated[Phrase, OneOf(Phrase)]
    number: Annotated[int, Whole(0, 10**6)]
    """Counts up, so that one that comes twice is told once."""


@dataclass(frozen=True, slots=True)
class Bye:
    """A side leaves the table for now."""

    side: Annotated[Side, OneOf(Side)]


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
_MESSAGE: KindOf[Message] = KindOf(
    (
        ("hello", Hello),
        ("commit", TossCommit),
        ("reveal", TossReveal),
        ("summary", LogSummary),
        ("part", LogPart),
        ("refused", LineRefused),
        ("no table", TableRefused),
        ("ask", RequestSent),
        ("reply", RequestReplied),
        ("clock", ClockReport),
        ("phrase", PhraseSaid),
        ("bye", Bye),
    )
)


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    """Something that came in and is no message, with a sentence about it."""

    sentence: str


def format_message(message: Message) -> bytes:
    """A message as it is sent."""
    return to_text(_MESSAGE, message).encode("ascii")


def parse_message(received: bytes) -> Message | UnreadableMessage:
    """Read a message of bytes that may hold anything."""
    if len(received) > MOST_BYTES:
        return UnreadableMessage(_("The other side sent something that is too long to be read."))
    try:
        return from_text(_MESSAGE, received.decode("utf-8"))
    except (Unfit, UnicodeDecodeError):
        return UnreadableMessage(_("The other side sent something that cannot be read."))
