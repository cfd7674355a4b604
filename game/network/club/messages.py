"""Messages between the organiser and the members of a club tournament, in compressed form."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, ValidationError, field

from game.network.club.tournament import MOST_MEMBERS, MOST_ROUNDS, Claim, ClubTournament, MemberNumber
from game.network.messages import packed, unpacked
from game.network.sync.entries import PlayerName
from game.network.wire_format import WireRecord, from_text, spelled, to_text

#: The version of these messages.
PROTOCOL = 1
_Here = Annotated[tuple[MemberNumber, ...], Meta(max_length=MOST_MEMBERS)]
_Revision = Annotated[int, Meta(ge=-1, le=10**6)]


class EntryRefusalCode(Enum):
    """The reasons why a person is not admitted to a club tournament."""

    FULL = "full"
    OVER = "over"
    OTHER_VERSION = "other version"


class MemberHello(WireRecord, frozen=True, tag="here"):
    """A member's greeting to the organiser, with the revision of its copy of the tournament (-1 for none)."""

    version: Annotated[int, Meta(ge=1, le=9999)] = field(name="version")
    name: PlayerName = field(name="name")
    revision: _Revision = field(name="revision")


class ResultReport(WireRecord, frozen=True, tag="result"):
    """A member's report of the result of its own game in a round. Members cannot report for others."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = field(name="round")
    claim: Claim = field(name="claim")


class MemberLeft(WireRecord, frozen=True, tag="left"):
    """A member's message that it drops out of the club tournament."""

    why: Annotated[str, spelled("home")] = field(name="why", default="home")


class TournamentUpdate(WireRecord, frozen=True, tag="evening"):
    """The organiser's message with the complete tournament and the members that are connected."""

    tournament: ClubTournament = field(name="evening")
    here: _Here = field(name="here")


class OrganiserHello(WireRecord, frozen=True, tag="nod"):
    """The organiser's short greeting: connected members, and the tournament's revision number."""

    revision: _Revision = field(name="revision")
    here: _Here = field(name="here")


class EntryRefused(WireRecord, frozen=True, tag="not in"):
    """The organiser's message that the receiver cannot join this club tournament."""

    code: EntryRefusalCode = field(name="code")


FromMember = MemberHello | ResultReport | MemberLeft
FromOrganiser = TournamentUpdate | OrganiserHello | EntryRefused


def pack_member(message: FromMember) -> bytes:
    """Compress a member's message before it is encrypted."""
    return packed(to_text(message))


def pack_organiser(message: FromOrganiser) -> bytes:
    """Compress an organiser's message before it is encrypted."""
    return packed(to_text(message))


def unpack_member(received: bytes) -> FromMember | None:
    """Parse an untrusted message of a member. Return None if the message is invalid."""
    try:
        return from_text(FromMember, unpacked(received))
    except ValidationError:
        return None


def unpack_organiser(received: bytes) -> FromOrganiser | None:
    """Parse an untrusted message of the organiser. Return None if it or the tournament in it is invalid."""
    try:
        message: FromOrganiser = from_text(FromOrganiser, unpacked(received))
    except ValidationError:
        return None
    return message if not isinstance(message, TournamentUpdate) or message.tournament.is_sound else None
