"""Changes of a club tournament: each function returns the changed tournament, or the reason if that is impossible."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from game.core.language import _
from game.core.model import Reason
from game.core.plain_text import one_line
from game.network.club.messages import EntryRefusalCode
from game.network.club.pairing import Two, next_pairs
from game.network.club.tournament import (
    MOST_MEMBERS,
    MOST_ROUNDS,
    NOBODY,
    Claim,
    ClubMember,
    ClubPairing,
    ClubTournament,
    PairingResult,
    PairingSystem,
)
from game.network.sync.entries import NAME_LETTERS


def joined(evening: ClubTournament, member_id: str, name: str) -> ClubTournament | Reason:
    """Add a member to the tournament, or reactivate one, from the next round on. A duplicate name gets a number."""
    number = evening.number_of(member_id)
    if number is not None:
        return _with_member(evening, number, is_in=True)
    if evening.is_over:
        return Reason(EntryRefusalCode.OVER.value, _("The tournament is over."))
    if len(evening.members) >= MOST_MEMBERS:
        return Reason(EntryRefusalCode.FULL.value, _("The tournament is full: {count} players.", count=MOST_MEMBERS))
    member = ClubMember(member_id, _free_name(evening, name))
    return replace(evening, members=(*evening.members, member), revision=evening.revision + 1)


def _free_name(evening: ClubTournament, name: str) -> str:
    """Return a member's name, with a number added if another member has the same name, ignoring case."""
    taken = {member.name.casefold() for member in evening.members}
    tries = (name, *(f"{one_line(name, NAME_LETTERS - 3)} {number}" for number in range(2, MOST_MEMBERS + 2)))
    return next(each for each in tries if each.casefold() not in taken)


def left(evening: ClubTournament, number: int) -> ClubTournament:
    """Withdraw a member from the next rounds; its unfinished game is lost."""
    evening = _with_member(evening, number, is_in=False)
    table = evening.table_of(number)
    if table is None or not table.is_open:
        return evening
    return _with_table(evening, table, replace(table, result=_unplayed(evening, table)))


def _with_member(evening: ClubTournament, number: int, *, is_in: bool) -> ClubTournament:
    member = evening.members[number]
    if member.is_in == is_in:
        return evening
    members = list(evening.members)
    members[number] = replace(member, is_in=is_in)
    return replace(evening, members=tuple(members), revision=evening.revision + 1)


def _unplayed(evening: ClubTournament, table: ClubPairing) -> PairingResult:
    """Return the result of an unplayed pairing: a member that dropped out loses it; open if both are active."""
    one, two = (evening.members[side].is_in for side in table.sides)
    if one and two:
        return PairingResult.OPEN
    return PairingResult.ONE_UNPLAYED if one else PairingResult.TWO_UNPLAYED if two else PairingResult.NEITHER


def why_no_round(evening: ClubTournament) -> Reason | None:
    """Return the reason why the next round of the tournament cannot begin, or None if it can."""
    if evening.is_over:
        return Reason("over", _("The tournament is over."))
    if any(table.is_open for table in evening.tables):
        return Reason("open", _("A game of this round is still running."))
    if len(evening.present) < 2:
        return Reason("alone", _("A round needs at least two players."))
    return None


def is_last_round(evening: ClubTournament) -> bool:
    """Return True if the tournament can have no further round."""
    return evening.round > 0 and (evening.round >= MOST_ROUNDS or not next_pairs(evening))


def with_round(evening: ClubTournament) -> ClubTournament | Reason:
    """Pair the next round of the tournament. If no round is possible, end the tournament."""
    refusal = why_no_round(evening)
    if refusal is not None:
        return refusal
    if is_last_round(evening):
        return ended(evening)
    pairs = next_pairs(evening)
    tables = tuple(_table(evening, pair) for pair in pairs)
    return replace(evening, pairings=(*evening.pairings, *tables), revision=evening.revision + 1)


def _table(evening: ClubTournament, pair: Two) -> ClubPairing:
    table = ClubPairing(evening.round + 1, *pair)
    result = PairingResult.BYE if table.two == NOBODY else _unplayed(evening, table)
    return replace(table, result=result)


def ended(evening: ClubTournament) -> ClubTournament:
    """End the tournament; unfinished games count for neither side."""
    pairings = tuple(replace(each, result=PairingResult.NEITHER) if each.is_open else each for each in evening.pairings)
    return replace(evening, pairings=pairings, is_over=True, revision=evening.revision + 1)


def claimed(evening: ClubTournament, number: int, round_number: int, claim: Claim) -> ClubTournament:
    """Record a member's report of its own result. The result counts once both sides report the same."""
    table = evening.table_of(number)
    if table is None or table.round != round_number or not table.is_open:
        return evening
    said = replace(table, said_one=claim) if number == table.one else replace(table, said_two=claim)
    return evening if said == table else _with_table(evening, table, replace(said, result=said.agreed or said.result))


def with_result(evening: ClubTournament, table: ClubPairing, result: PairingResult) -> ClubTournament:
    """Set the result of a pairing of any round, as the organiser decided. A bye cannot be changed."""
    fits = (table.two == NOBODY) == (result is PairingResult.BYE)
    is_known = table in evening.pairings and fits and result is not table.result
    return _with_table(evening, table, replace(table, result=result)) if is_known else evening


def _with_table(evening: ClubTournament, table: ClubPairing, new: ClubPairing) -> ClubTournament:
    pairings = tuple(new if each == table else each for each in evening.pairings)
    return replace(evening, pairings=pairings, revision=evening.revision + 1)


def planned_rounds(evening: ClubTournament) -> int:
    """Return the expected number of rounds of a tournament; for a round robin, the length of the schedule."""
    if evening.system is PairingSystem.SWISS:
        return evening.rounds
    count = len(evening.members)
    return max(evening.round, count - 1 + count % 2)


#: A change of a tournament.
EveningStep = Callable[[ClubTournament], ClubTournament | Reason]
