"""The immutable state of a club tournament: members, terms, pairings and results.

The organiser's window derives each state from the one before with the functions of ``replayed_tournament``. Members
receive the complete state, which always fits into one message.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated

from msgspec import Meta, field

from game.network.sync.entries import PlayerName
from game.network.sync.terms import TableTerms
from game.network.wire_format import WireRecord, free_words, spelled

#: The maximum number of members, of rounds, and of pairings in all rounds.
MOST_MEMBERS, MOST_ROUNDS = 16, 20
MOST_PAIRINGS = MOST_ROUNDS * MOST_MEMBERS // 2
#: The maximum length of a tournament's name.
TITLE_LETTERS = 40
#: The opponent's number in a bye.
NO_OPPONENT = -1
MemberNumber = Annotated[int, Meta(ge=0, le=MOST_MEMBERS - 1)]


class PairingSystem(Enum):
    """The pairing system of a club tournament."""

    ROUND_ROBIN = "round robin"
    """All members meet each other."""
    SWISS = "swiss"
    """Members with similar scores meet, without rematches."""


class Claim(Enum):
    """A member's report of its own game's result. Values are short as one message holds many."""

    NOTHING = "-"
    WON = "w"
    LOST = "l"
    DREW = "d"


class PairingResult(Enum):
    """The result of a pairing. ``ONE`` and ``TWO`` mean a win for the first or the second member."""

    OPEN = "-"
    ONE = "1"
    TWO = "2"
    DRAW = "="
    ONE_UNPLAYED = "+"
    """A point for the first side, as the other side was absent."""
    TWO_UNPLAYED = "*"
    NEITHER = "0"
    """Both sides were absent."""
    BYE = "b"
    """The first side had no opponent."""


#: The result for two matching reports, of the first and the second side.
_ALIKE = {
    (Claim.WON, Claim.LOST): PairingResult.ONE,
    (Claim.LOST, Claim.WON): PairingResult.TWO,
    (Claim.DREW, Claim.DREW): PairingResult.DRAW,
}


class ClubMember(WireRecord, frozen=True, tag="member"):
    """A member of a club tournament. The member number is the index in ``members``."""

    id: Annotated[str, spelled(r"[0-9a-f]{64}")] = field(name="id")
    """The member's public key in hexadecimal."""
    name: PlayerName = field(name="name")
    is_in: bool = field(name="is_in", default=True)
    """True if the member is paired in the next rounds."""


class ClubPairing(WireRecord, frozen=True, tag="p"):
    """A pairing in a tournament round: two member numbers, both reports and the result. The first member begins."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = field(name="round")
    one: MemberNumber = field(name="one")
    two: Annotated[int, Meta(ge=NO_OPPONENT, le=MOST_MEMBERS - 1)] = field(name="two")
    reported_one: Claim = field(name="said_one", default=Claim.NOTHING)
    reported_two: Claim = field(name="said_two", default=Claim.NOTHING)
    result: PairingResult = field(name="result", default=PairingResult.OPEN)

    @property
    def is_open(self) -> bool:
        """True if the pairing has no result yet."""
        return self.result is PairingResult.OPEN

    @property
    def is_bye(self) -> bool:
        """True if the first member has no opponent in this round."""
        return self.two == NO_OPPONENT

    @property
    def sides(self) -> tuple[int, ...]:
        """Member numbers of the paired members; for a bye, only one."""
        return (self.one,) if self.is_bye else (self.one, self.two)

    def result_reported_by(self, number: int) -> Claim:
        """Return the result that member ``number``, one of the two paired members, reported."""
        return self.reported_one if number == self.one else self.reported_two

    def other(self, number: int) -> int:
        """Return the member number of the opponent of member ``number``; ``NO_OPPONENT`` if the pairing is a bye."""
        return self.two if number == self.one else self.one

    @property
    def differ(self) -> bool:
        """True if the two paired members reported different results."""
        is_said = Claim.NOTHING not in (self.reported_one, self.reported_two)
        return self.is_open and is_said and self.agreed is None

    @property
    def agreed(self) -> PairingResult | None:
        """The result that both paired members reported; None if a report is missing or the reports differ."""
        return _ALIKE.get((self.reported_one, self.reported_two))


class ClubTournament(WireRecord, frozen=True, tag="evening"):
    """The complete, immutable state of a club tournament."""

    title: Annotated[str, free_words(TITLE_LETTERS)] = field(name="title")
    terms: TableTerms = field(name="terms")
    system: PairingSystem = field(name="system")
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = field(name="rounds")
    """Number of planned rounds; 0 for a round robin."""
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = field(name="seed")
    """Random seed for the order of tied members."""
    members: Annotated[tuple[ClubMember, ...], Meta(max_length=MOST_MEMBERS)] = field(name="members", default=())
    pairings: Annotated[tuple[ClubPairing, ...], Meta(max_length=MOST_PAIRINGS)] = field(name="pairings", default=())
    is_over: bool = field(name="is_over", default=False)
    revision: Annotated[int, Meta(ge=0, le=10**6)] = field(name="revision", default=0)
    """Increases with each change."""
    is_watched: bool = field(name="is_watched", default=True)
    """True if members may watch games of others."""

    @property
    def round(self) -> int:
        """Number of the latest round of the tournament; 0 before the first round."""
        return self.pairings[-1].round if self.pairings else 0

    @property
    def tables(self) -> tuple[ClubPairing, ...]:
        """Pairings of the latest round of the tournament."""
        return self.tables_of(self.round)

    def tables_of(self, number: int) -> tuple[ClubPairing, ...]:
        """Return the pairings of round ``number`` of the tournament, where 1 is the first round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    @property
    def present(self) -> tuple[int, ...]:
        """Member numbers of the active members, who are paired in the next rounds."""
        return tuple(number for number, member in enumerate(self.members) if member.is_in)

    def pairings_of(self, number: int) -> Iterator[ClubPairing]:
        """Yield all pairings of one member in the tournament, including byes."""
        return (pairing for pairing in self.pairings if number in pairing.sides)

    def table_of(self, number: int) -> ClubPairing | None:
        """Return the pairing of a member in the latest round, or None if the member has none."""
        return next((pairing for pairing in self.tables if number in pairing.sides), None)

    def number_of(self, member_id: str) -> int | None:
        """Return the member number of the member with that id, or None if there is none."""
        return next((number for number, member in enumerate(self.members) if member.id == member_id), None)

    @property
    def met(self) -> frozenset[frozenset[int]]:
        """Pairs of member numbers that were already paired with each other."""
        return frozenset(frozenset(pairing.sides) for pairing in self.pairings if not pairing.is_bye)

    @property
    def is_sound(self) -> bool:
        """True if the tournament's data is consistent, as required of data from another machine."""
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
        is_right = all((table.result is PairingResult.BYE) == table.is_bye for table in tables)
        known = all(side < len(self.members) for side in sides)
        return bool(tables) and known and len(set(sides)) == len(sides) and is_right
