"""What the keeper of an evening and its members say to each other: a small closed set, packed."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, ValidationError, field

from game.network.club.tournament import MOST_MEMBERS, MOST_ROUNDS, Claim, ClubTournament, MemberNumber
from game.network.packed_text import packed, unpacked
from game.network.sync.entries import PlayerName
from game.network.wire_format import WireRecord, from_text, spelled, to_text

#: The version of these messages.
PROTOCOL = 1
_Here = Annotated[tuple[MemberNumber, ...], Meta(max_length=MOST_MEMBERS)]
_Revision = Annotated[int, Meta(ge=-1, le=10**6)]


class EntryRefusalCode(Enum):
    """Why somebody is not let in."""

    FULL = "full"
    OVER = "over"
    OTHER_VERSION = "other version"


class MemberHello(WireRecord, frozen=True, tag="here"):
    """A member is there, and knows the evening up to a revision, -1 for not at all."""

    version: Annotated[int, Meta(ge=1, le=9999)] = field(name="version")
    name: PlayerName = field(name="name")
    revision: _Revision = field(name="revision")


class ResultReport(WireRecord, frozen=True, tag="result"):
    """How the table of this member ended in a round. It names no table: nobody can tell of somebody else's."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = field(name="round")
    claim: Claim = field(name="claim")


class MemberLeft(WireRecord, frozen=True, tag="left"):
    """This member goes home."""

    why: Annotated[str, spelled("home")] = field(name="why", default="home")


class TournamentUpdate(WireRecord, frozen=True, tag="evening"):
    """The keeper tells all of the evening, and who is there."""

    evening: ClubTournament = field(name="evening")
    here: _Here = field(name="here")


class OrganiserHello(WireRecord, frozen=True, tag="nod"):
    """The keeper is there; who else is, and at which revision the evening stands."""

    revision: _Revision = field(name="revision")
    here: _Here = field(name="here")


class EntryRefused(WireRecord, frozen=True, tag="not in"):
    """Somebody cannot be a member of this evening."""

    code: EntryRefusalCode = field(name="code")


FromMember = MemberHello | ResultReport | MemberLeft
FromKeeper = TournamentUpdate | OrganiserHello | EntryRefused


def pack_member(message: FromMember) -> bytes:
    """A member's message as it is sealed."""
    return packed(to_text(message))


def pack_keeper(message: FromKeeper) -> bytes:
    """A keeper's message as it is sealed."""
    return packed(to_text(message))


def unpack_member(received: bytes) -> FromMember | None:
    """Read what a member has sent, which may hold anything; None where it is no message."""
    try:
        return from_text(FromMember, unpacked(received))
    except ValidationError:
        return None


def unpack_keeper(received: bytes) -> FromKeeper | None:
    """Read what a keeper has sent, which may hold anything; None where it is no message, or tells what cannot be."""
    try:
        message: FromKeeper = from_text(FromKeeper, unpacked(received))
    except ValidationError:
        return None
    return message if not isinstance(message, TournamentUpdate) or message.evening.is_sound else None
