"""What stands in the journal that two sides share: one line for everything that became true at their table.

Each line is written by one side alone, the one whose turn it is to write, so that no two lines can ever compete. Its
proof lets that side know its own line again; what needs the other's word carries the other's consent. Both are made
with a secret that never leaves its machine, and only whoever made one can check it, which is all that is needed:
nobody can be told that he did what he did not do.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, field

from game.network.sides import PeerRequest, Side
from game.network.sync.terms import Hash, TableTerms
from game.network.wire_format import WireRecord, free_words, from_text, spelled, to_text

#: The most letters of a name.
NAME_LETTERS = 40
PlayerName = Annotated[str, free_words(NAME_LETTERS)]
#: A move in our notation, or a word of an opening.
_Word = Annotated[str, spelled(r"[a-z0-9_=]{1,24}")]
#: The most moves that one line holds, and the most milliseconds that one turn takes: eleven days.
MOST_WORDS, MOST_SPENT = 64, 10**9
_Spent = Annotated[int, Meta(ge=0, le=MOST_SPENT)]
#: The hash of a journal without a line.
NO_LINES = "0" * 32


class TableSet(WireRecord, frozen=True, tag="table"):
    """The host has set up the table: the terms, who plays, and what both drew for the toss."""

    terms: TableTerms = field(name="terms")
    host: PlayerName = field(name="host")
    guest: PlayerName = field(name="guest")
    host_share: Hash = field(name="host_share")
    guest_share: Hash = field(name="guest_share")


class TurnPlayed(WireRecord, frozen=True, tag="turn"):
    """Moves of the side on turn, its thinking time in milliseconds, and a hash of the position that they led to."""

    words: Annotated[tuple[_Word, ...], Meta(min_length=1, max_length=MOST_WORDS)] = field(name="words")
    spent: _Spent = field(name="spent")
    position: Hash = field(name="position")


class RequestAccepted(WireRecord, frozen=True, tag="granted"):
    """What one side asked for has become true."""

    wish: PeerRequest = field(name="wish")
    asker: Side = field(name="asker")


class TimeLost(WireRecord, frozen=True, tag="time"):
    """The side on turn has used its time, and says so itself; how much it spent in this turn."""

    spent: _Spent = field(name="spent")


SharedEntry = TableSet | TurnPlayed | RequestAccepted | TimeLost


class SharedLine(WireRecord, frozen=True, tag="line"):
    """An entry with its writer's proof, and the other side's consent where it needs one."""

    entry: SharedEntry = field(name="entry")
    proof: Annotated[str, spelled(r"[0-9a-f]{24}")] = field(name="proof")
    consent: Annotated[str, spelled(r"(?:[0-9a-f]{24})?")] = field(name="consent", default="")


def line_text(line: SharedLine) -> str:
    """A line as text, the same wherever it is written."""
    return to_text(line)


def parse_line(text: str) -> SharedLine:
    """Read a line of a journal; raises ValidationError."""
    return from_text(SharedLine, text)


def hash_after(before: str, line: SharedLine) -> str:
    """The hash of a journal once the line follows what has the hash ``before``."""
    return hashlib.sha256(f"{before}\n{line_text(line)}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, repr=False)
class OwnSecret:
    """The secret of one side, which never leaves its machine; 32 bytes."""

    key: bytes

    def proof(self, before: str, entry: SharedEntry, consent: str) -> str:
        """The mark by which this side knows a line of its own again."""
        return self._mark("line", before, to_text(entry), consent)

    def consent(self, wish: PeerRequest, asker: Side, before: str) -> str:
        """This side's word that it wishes the same, in the position of that journal and in no other."""
        return self._mark("consent", wish.value, asker.value, before)

    def share(self, room: str) -> str:
        """What this side draws for the toss at a table: always the same, so that nobody can draw again."""
        return hmac.new(self.key, f"share\n{room}".encode(), hashlib.sha256).hexdigest()[:32]

    def private_key(self, purpose: str) -> bytes:
        """A private key of this side's, 32 bytes, always the same for the same purpose."""
        return hmac.new(self.key, f"private\n{purpose}".encode(), hashlib.sha256).digest()

    def wrote(self, before: str, line: SharedLine) -> bool:
        """Whether a line is one that this side wrote."""
        return hmac.compare_digest(self.proof(before, line.entry, line.consent), line.proof)

    def agreed(self, wish: PeerRequest, asker: Side, before: str, consent: str) -> bool:
        """Whether this side gave that consent."""
        return hmac.compare_digest(self.consent(wish, asker, before), consent)

    def _mark(self, *words: str) -> str:
        return hmac.new(self.key, "\n".join(words).encode(), hashlib.sha256).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class SeatKeyOwner:
    """Who sits on one side of a table: the side, a name, the room, and the secret that only this machine has."""

    side: Side
    name: str
    room: str
    secret: OwnSecret

    @property
    def share(self) -> str:
        """What this side draws for the toss."""
        return self.secret.share(self.room)


def commitment(side: Side, room: str, share: str) -> str:
    """What a side says of its share before either is shown: it binds, and tells nothing."""
    return hashlib.sha256(f"toss\n{side.value}\n{room}\n{share}".encode()).hexdigest()[:32]


def drawn_seed(table: TableSet) -> int:
    """The seed of a table's games, of what both sides drew."""
    return int(hashlib.sha256(f"seed\n{table.host_share}\n{table.guest_share}".encode()).hexdigest()[:7], 16)


def drawn_first(table: TableSet) -> Side:
    """The side that the toss gives the first seat."""
    drawn = hashlib.sha256(f"first\n{table.host_share}\n{table.guest_share}".encode()).digest()[0]
    return Side.HOST if drawn % 2 == 0 else Side.GUEST
