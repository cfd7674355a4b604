"""What the keeper of an evening and its members say to each other: a small closed set, packed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from game.network.club.tournament import EVENING, MOST_MEMBERS, MOST_ROUNDS, Claim, ClubTournament
from game.network.forms import KindOf, OneOf, Several, Spelled, SpokenWords, Unfit, Whole, from_text, to_text
from game.network.packed_text import packed, unpacked
from game.network.sync.entries import NAME_LETTERS

#: The version of these messages.
PROTOCOL = 1
_HERE = Several(Whole(0, MOST_MEMBERS - 1), MOST_MEMBERS)
_REVISION = Whole(-1, 10**6)


class EntryRefusalCode(Enum):
    """Why somebody is not let in."""

    FULL = "full"
    OVER = "over"
    OTHER_VERSION = "other version"


@dataclass(frozen=True, slots=True)
class MemberHello:
    """A member is there, and knows the evening up to a revision, -1 for not at all."""

    version: Annotated[int, Whole(1, 9999)]
    name: Annotated[str, SpokenWords(NAME_LETTERS)]
    revision: Annotated[int, _REVISION]


@dataclass(frozen=True, slots=True)
class ResultReport:
    """How the table of this member ended in a round. It names no table: nobody can tell of somebody else's."""

    round: Annotated[int, Whole(1, MOST_ROUNDS)]
    claim: Annotated[Claim, OneOf(Claim)]


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """This member goes home."""

    why: Annotated[str, Spelled("home")] = "home"


@dataclass(frozen=True, slots=True)
class TournamentUpdate:
    """The keeper tells all of the evening, and who is there."""

    evening: Annotated[ClubTournament, EVENING]
    here: Annotated[tuple[int, ...], _HERE]


@dataclass(frozen=True, slots=True)
class OrganiserHello:
    """The keeper is there; who else is, and at which revision the evening stands."""

    revision: Annotated[int, _REVISION]
    here: Annotated[tuple[int, ...], _HERE]


@dataclass(frozen=True, slots=True)
class EntryRefused:
    """Somebody cannot be a member of this evening."""

    code: Annotated[EntryRefusalCode, OneOf(EntryRefusalCode)]


FromMember = MemberHello | ResultReport | MemberLeft
FromKeeper = TournamentUpdate | OrganiserHello | EntryRefused
_FROM_MEMBER: KindOf[FromMember] = KindOf((("here", MemberHello), ("result", ResultReport), ("left", MemberLeft)))
_FROM_KEEPER: KindOf[FromKeeper] = KindOf(
    (("evening", TournamentUpdate), ("nod", OrganiserHello), ("not in", EntryRefused))
)


def pack_member(message: FromMember) -> bytes:
    """A member's message as it is sealed."""
    return packed(to_text(_FROM_MEMBER, message))


def pack_keeper(message: FromKeeper) -> bytes:
    """A keeper's message as it is sealed."""
    return packed(to_text(_FROM_KEEPER, message))


def unpack_member(received: bytes) -> FromMember | None:
    """Read what a member has sent, which may hold anything; None where it is no message."""
    try:
        return from_text(_FROM_MEMBER, unpacked(received))
    except Unfit:
        return None


def unpack_keeper(received: bytes) -> FromKeeper | None:
    """Read what a keeper has sent, which may hold anything; None where it is no message, or tells what cannot be."""
    try:
        message = from_text(_FROM_KEEPER, unpacked(received))
    except Unfit:
        return None
    return message if not isinstance(message, TournamentUpdate) or message.evening.is_sound else None
