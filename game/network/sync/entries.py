"""Entries of the game journal that both sides of a remote game share, one for each change.

Only the side whose turn it is writes, so two lines never compete. A line's *proof* lets its author recognise it later;
a line that needs the other side's agreement carries that side's *consent*. Both are MACs under a secret that never
leaves the author's machine. Only the author can check them, and that is enough: neither side can attribute a line to
the other.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, field

from game.core.request import PlayerRequest
from game.network.sides import Side
from game.network.sync.terms import Hash, TableTerms
from game.network.wire_format import WireRecord, free_words, from_text, spelled, to_text

#: The maximum length of a player name.
NAME_LETTERS = 40
PlayerName = Annotated[str, free_words(NAME_LETTERS)]
#: A move in notation, or a choice in an opening.
_Word = Annotated[str, spelled(r"[a-z0-9_=]{1,24}")]
#: The maximum number of moves in one line, and of milliseconds in one turn (eleven days).
MOST_WORDS, MOST_SPENT = 64, 10**9
_Spent = Annotated[int, Meta(ge=0, le=MOST_SPENT)]
#: The hash of an empty journal.
NO_LINES = "0" * 32


class TableSet(WireRecord, frozen=True, tag="table"):
    """The first line of a game journal: terms, player names and both random numbers of the toss.

    The host writes it.
    """

    terms: TableTerms = field(name="terms")
    host: PlayerName = field(name="host")
    guest: PlayerName = field(name="guest")
    host_share: Hash = field(name="host_share")
    guest_share: Hash = field(name="guest_share")


class TurnPlayed(WireRecord, frozen=True, tag="turn"):
    """A journal entry for a turn: its moves, its time in milliseconds, and a hash of the new position."""

    words: Annotated[tuple[_Word, ...], Meta(min_length=1, max_length=MOST_WORDS)] = field(name="words")
    spent: _Spent = field(name="spent")
    position: Hash = field(name="position")


class RequestAccepted(WireRecord, frozen=True, tag="granted"):
    """A journal entry for an accepted request, such as an undo or a draw, or for a resignation."""

    wish: PlayerRequest = field(name="wish")
    asker: Side = field(name="asker")


class TimeLost(WireRecord, frozen=True, tag="time"):
    """A journal entry for a loss on time, with the time used for the turn in milliseconds.

    The losing side writes it.
    """

    spent: _Spent = field(name="spent")


SharedEntry = TableSet | TurnPlayed | RequestAccepted | TimeLost


class SharedLine(WireRecord, frozen=True, tag="line"):
    """A line of the game journal: an entry, its author's proof, and the other side's consent if needed."""

    entry: SharedEntry = field(name="entry")
    proof: Annotated[str, spelled(r"[0-9a-f]{24}")] = field(name="proof")
    consent: Annotated[str, spelled(r"(?:[0-9a-f]{24})?")] = field(name="consent", default="")


def line_text(line: SharedLine) -> str:
    """Return the canonical text of a line of the game journal."""
    return to_text(line)


def parse_line(text: str) -> SharedLine:
    """Parse a line of a game journal. Raises ValidationError."""
    return from_text(SharedLine, text)


def hash_after(before: str, line: SharedLine) -> str:
    """Return the hash of a game journal after a line is appended; ``before`` is the hash without it."""
    return hashlib.sha256(f"{before}\n{line_text(line)}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, repr=False)
class OwnSecret:
    """The 32-byte secret of one side of a remote game, which never leaves its machine."""

    key: bytes

    def proof(self, before: str, entry: SharedEntry, consent: str) -> str:
        """Return a MAC for a journal line, by which this side later recognises its own line.

        ``before`` is the hash of the journal without the line.
        """
        return self._mark("line", before, to_text(entry), consent)

    def consent(self, wish: PlayerRequest, asker: Side, before: str) -> str:
        """Return this side's consent to a request of the side ``asker``.

        It is valid only while ``before`` is the hash of the game journal.
        """
        return self._mark("consent", wish.value, asker.value, before)

    def share(self, room: str) -> str:
        """Return this side's random number for the toss, fixed for each room so that a restart cannot change it."""
        return hmac.new(self.key, f"share\n{room}".encode(), hashlib.sha256).hexdigest()[:32]

    def private_key(self, purpose: str) -> bytes:
        """Derive a 32-byte private key; the same purpose always gives the same key."""
        return hmac.new(self.key, f"private\n{purpose}".encode(), hashlib.sha256).digest()

    def wrote(self, before: str, line: SharedLine) -> bool:
        """Return True if this side wrote a journal line; ``before`` is the hash of the journal without the line."""
        return hmac.compare_digest(self.proof(before, line.entry, line.consent), line.proof)

    def agreed(self, wish: PlayerRequest, asker: Side, before: str, consent: str) -> bool:
        """Return True if this side gave ``consent`` to a request of ``asker`` at the journal hash ``before``."""
        return hmac.compare_digest(self.consent(wish, asker, before), consent)

    def _mark(self, *words: str) -> str:
        return hmac.new(self.key, "\n".join(words).encode(), hashlib.sha256).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class SeatKeyOwner:
    """The local player of a remote game: side, name, room, and the secret of this machine."""

    side: Side
    name: str
    room: str
    secret: OwnSecret

    @property
    def share(self) -> str:
        """This side's random number for the toss."""
        return self.secret.share(self.room)


def commitment(side: Side, room: str, share: str) -> str:
    """Return a hash that commits a side to its random number for the toss without revealing it."""
    return hashlib.sha256(f"toss\n{side.value}\n{room}\n{share}".encode()).hexdigest()[:32]


def drawn_seed(table: TableSet) -> int:
    """Return the random seed of the series, derived from both sides' random numbers for the toss."""
    return int(hashlib.sha256(f"seed\n{table.host_share}\n{table.guest_share}".encode()).hexdigest()[:7], 16)


def drawn_first(table: TableSet) -> Side:
    """Return the side that won the toss and is player 1 in the first game."""
    drawn = hashlib.sha256(f"first\n{table.host_share}\n{table.guest_share}".encode()).digest()[0]
    return Side.HOST if drawn % 2 == 0 else Side.GUEST
