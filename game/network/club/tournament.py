"""An evening as it stands: who is in, what is played, who met whom, and how it ended. A value that never changes.

The keeper's window makes each one of the one before, by the functions of ``course``; members hear it as a whole, which
is small enough for one message however long the evening is.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated

from msgspec import Meta, field

from game.network.sync.entries import PlayerName
from game.network.sync.terms import TableTerms
from game.network.wire_format import WireRecord, free_words, spelled

#: The most people of an evening, the most rounds, and the most tables of all rounds.
MOST_MEMBERS, MOST_ROUNDS = 16, 20
MOST_PAIRINGS = MOST_ROUNDS * MOST_MEMBERS // 2
#: The most letters of the name of an evening.
TITLE_LETTERS = 40
#: Who has no other side in a round.
NOBODY = -1
MemberNumber = Annotated[int, Meta(ge=0, le=MOST_MEMBERS - 1)]


class PairingSystem(Enum):
    """How rounds are paired."""

    ROUND_ROBIN = "round robin"
    """Each meets each."""
    SWISS = "swiss"
    """Those who stand alike meet, and nobody meets anybody twice."""


class Claim(Enum):
    """What one side says of its table; the letters are short, as many of them travel together."""

    NOTHING = "-"
    WON = "w"
    LOST = "l"
    DREW = "d"


class PairingResult(Enum):
    """How a table of an evening ended: ``ONE`` and ``TWO`` are its sides."""

    OPEN = "-"
    ONE = "1"
    TWO = "2"
    DRAW = "="
    ONE_UNPLAYED = "+"
    """The first side has the point, as the other one stayed away."""
    TWO_UNPLAYED = "*"
    NEITHER = "0"
    """Neither side came."""
    BYE = "b"
    """The first side had nobody to play."""


#: What holds once both sides have said it: the first side's words, the second one's.
_ALIKE = {
    (Claim.WON, Claim.LOST): PairingResult.ONE,
    (Claim.LOST, Claim.WON): PairingResult.TWO,
    (Claim.DREW, Claim.DREW): PairingResult.DRAW,
}


class ClubMember(WireRecord, frozen=True, tag="member"):
    """Somebody who is in; the number is the place in the list."""

    id: Annotated[str, spelled(r"[0-9a-f]{64}")] = field(name="id")
    """What this member's machine shows of its pair of keys."""
    name: PlayerName = field(name="name")
    is_in: bool = field(name="is_in", default=True)
    """Whether the next rounds count on this member."""


class ClubPairing(WireRecord, frozen=True, tag="p"):
    """A table of a round: the numbers of its sides, what each said of it, and what holds. The first side begins."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = field(name="round")
    one: MemberNumber = field(name="one")
    two: Annotated[int, Meta(ge=NOBODY, le=MOST_MEMBERS - 1)] = field(name="two")
    said_one: Claim = field(name="said_one", default=Claim.NOTHING)
    said_two: Claim = field(name="said_two", default=Claim.NOTHING)
    result: PairingResult = field(name="result", default=PairingResult.OPEN)

    @property
    def is_open(self) -> bool:
        """Whether nothing holds yet."""
        return self.result is PairingResult.OPEN

    @property
    def sides(self) -> tuple[int, ...]:
        """The numbers of who sits there."""
        return (self.one,) if self.two == NOBODY else (self.one, self.two)

    def said_by(self, number: int) -> Claim:
        """What one of its sides has said."""
        return self.said_one if number == self.one else self.said_two

    def other(self, number: int) -> int:
        """The number of the other side, ``NOBODY`` for a bye."""
        return self.two if number == self.one else self.one

    @property
    def differ(self) -> bool:
        """Whether both sides have said something, and not the same."""
        is_said = Claim.NOTHING not in (self.said_one, self.said_two)
        return self.is_open and is_said and self.agreed is None

    @property
    def agreed(self) -> PairingResult | None:
        """What both sides say alike, None where they do not."""
        return _ALIKE.get((self.said_one, self.said_two))


class ClubTournament(WireRecord, frozen=True, tag="evening"):
    """All of an evening."""

    title: Annotated[str, free_words(TITLE_LETTERS)] = field(name="title")
    terms: TableTerms = field(name="terms")
    system: PairingSystem = field(name="system")
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = field(name="rounds")
    """How many are planned; 0 where each is to meet each."""
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = field(name="seed")
    """What the order of those who stand alike is drawn from."""
    members: Annotated[tuple[ClubMember, ...], Meta(max_length=MOST_MEMBERS)] = field(name="members", default=())
    pairings: Annotated[tuple[ClubPairing, ...], Meta(max_length=MOST_PAIRINGS)] = field(name="pairings", default=())
    is_over: bool = field(name="is_over", default=False)
    revision: Annotated[int, Meta(ge=0, le=10**6)] = field(name="revision", default=0)
    """Counts up with each change."""
    is_watched: bool = field(name="is_watched", default=True)
    """Whether members may watch tables at which they do not sit."""

    @property
    def round(self) -> int:
        """The number of the latest round, 0 before the first."""
        return self.pairings[-1].round if self.pairings else 0

    @property
    def tables(self) -> tuple[ClubPairing, ...]:
        """The tables of the latest round."""
        return self.tables_of(self.round)

    def tables_of(self, number: int) -> tuple[ClubPairing, ...]:
        """The tables of a round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of those whom the next rounds count on."""
        return tuple(number for number, member in enumerate(self.members) if member.is_in)

    def pairings_of(self, number: int) -> Iterator[ClubPairing]:
        """All tables at which a member sat, byes among them."""
        return (pairing for pairing in self.pairings if number in pairing.sides)

    def table_of(self, number: int) -> ClubPairing | None:
        """The table of a member in the latest round."""
        return next((pairing for pairing in self.tables if number in pairing.sides), None)

    def number_of(self, member_id: str) -> int | None:
        """The number of the member with that id."""
        return next((number for number, member in enumerate(self.members) if member.id == member_id), None)

    @property
    def met(self) -> frozenset[frozenset[int]]:
        """Those who were paired, two by two."""
        return frozenset(frozenset(pairing.sides) for pairing in self.pairings if pairing.two != NOBODY)

    @property
    def is_sound(self) -> bool:
        """Whether it could have come about: asked of one that somebody else has told."""
        ids, names = {member.id for member in self.members}, {member.name for member in self.members}
        distinct = len(ids) == len(names) == len(self.members)
        return distinct and all(self._is_sound_round(number) for number in range(1, self.round + 1)) and self._rises

    @property
    def _rises(self) -> bool:
        rounds = [pairing.round for pairing in self.pairings]
        return rounds == sorted(rounds)

    def _is_sound_round(self, number: int) -> bool:
        tables = self.tables_of(number)
        sides = [side for table in tables for side in table.sides]
        is_right = all((table.result is PairingResult.BYE) == (table.two == NOBODY) for table in tables)
        known = all(side < len(self.members) for side in sides)
        return bool(tables) and known and len(set(sides)) == len(sides) and is_right
