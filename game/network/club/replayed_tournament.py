"""Functions that return a changed club tournament, or the reason if the change is impossible."""

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
    Claim,
    ClubMember,
    ClubPairing,
    ClubTournament,
    PairingResult,
    PairingSystem,
)
from game.network.sync.entries import NAME_LETTERS


def joined(tournament: ClubTournament, member_id: str, name: str) -> ClubTournament | Reason:
    """Add a member to the tournament from the next round on, or reactivate the member who has this id.

    A number is appended to a name that another member has.
    """
    number = tournament.number_of(member_id)
    if number is not None:
        return _with_member(tournament, number, is_in=True)
    if tournament.is_over:
        return Reason(EntryRefusalCode.OVER.value, _("The tournament is over."))
    if len(tournament.members) >= MOST_MEMBERS:
        return Reason(EntryRefusalCode.FULL.value, _("The tournament is full: {count} players.", count=MOST_MEMBERS))
    member = ClubMember(member_id, _free_name(tournament, name))
    return replace(tournament, members=(*tournament.members, member), revision=tournament.revision + 1)


def _free_name(tournament: ClubTournament, name: str) -> str:
    """Return a member's name, with a number added if another member has the same name, ignoring case."""
    taken = {member.name.casefold() for member in tournament.members}
    tries = (name, *(f"{one_line(name, NAME_LETTERS - 3)} {number}" for number in range(2, MOST_MEMBERS + 2)))
    return next(each for each in tries if each.casefold() not in taken)


def left(tournament: ClubTournament, number: int) -> ClubTournament:
    """Withdraw the member with this number from the next rounds; the member loses an unfinished game."""
    tournament = _with_member(tournament, number, is_in=False)
    table = tournament.table_of(number)
    if table is None or not table.is_open:
        return tournament
    return _with_table(tournament, table, replace(table, result=_unplayed(tournament, table)))


def _with_member(tournament: ClubTournament, number: int, *, is_in: bool) -> ClubTournament:
    member = tournament.members[number]
    if member.is_in == is_in:
        return tournament
    members = list(tournament.members)
    members[number] = replace(member, is_in=is_in)
    return replace(tournament, members=tuple(members), revision=tournament.revision + 1)


def _unplayed(tournament: ClubTournament, table: ClubPairing) -> PairingResult:
    """Return the result of an unplayed pairing: lost for a member that dropped out, otherwise open."""
    one, two = (tournament.members[side].is_in for side in table.sides)
    if one and two:
        return PairingResult.OPEN
    return PairingResult.ONE_UNPLAYED if one else PairingResult.TWO_UNPLAYED if two else PairingResult.NEITHER


def why_no_round(tournament: ClubTournament) -> Reason | None:
    """Return the reason why the next round of the tournament cannot begin, or None if it can."""
    if tournament.is_over:
        return Reason("over", _("The tournament is over."))
    if any(table.is_open for table in tournament.tables):
        return Reason("open", _("A game in this round is still in progress."))
    if len(tournament.present) < 2:
        return Reason("alone", _("A round needs at least two players."))
    return None


def is_last_round(tournament: ClubTournament) -> bool:
    """Return True if the tournament can have no further round."""
    return tournament.round > 0 and (tournament.round >= MOST_ROUNDS or not next_pairs(tournament))


def with_round(tournament: ClubTournament) -> ClubTournament | Reason:
    """Pair the next round of the tournament. If no round is possible, end the tournament."""
    refusal = why_no_round(tournament)
    if refusal is not None:
        return refusal
    if is_last_round(tournament):
        return ended(tournament)
    pairs = next_pairs(tournament)
    tables = tuple(_table(tournament, pair) for pair in pairs)
    return replace(tournament, pairings=(*tournament.pairings, *tables), revision=tournament.revision + 1)


def _table(tournament: ClubTournament, pair: Two) -> ClubPairing:
    table = ClubPairing(tournament.round + 1, *pair)
    result = PairingResult.BYE if table.is_bye else _unplayed(tournament, table)
    return replace(table, result=result)


def ended(tournament: ClubTournament) -> ClubTournament:
    """End the club tournament; unfinished games score no points for either side."""
    pairings = tuple(
        replace(each, result=PairingResult.NEITHER) if each.is_open else each for each in tournament.pairings
    )
    return replace(tournament, pairings=pairings, is_over=True, revision=tournament.revision + 1)


def claimed(tournament: ClubTournament, number: int, round_number: int, claim: Claim) -> ClubTournament:
    """Record the report of member ``number`` on its own game in a round; it counts once both sides report the same."""
    table = tournament.table_of(number)
    if table is None or table.round != round_number or not table.is_open:
        return tournament
    said = replace(table, reported_one=claim) if number == table.one else replace(table, reported_two=claim)
    return (
        tournament
        if said == table
        else _with_table(tournament, table, replace(said, result=said.agreed or said.result))
    )


def with_result(tournament: ClubTournament, table: ClubPairing, result: PairingResult) -> ClubTournament:
    """Set the result of any pairing, as decided by the organiser; a bye cannot be changed."""
    fits = table.is_bye == (result is PairingResult.BYE)
    is_known = table in tournament.pairings and fits and result is not table.result
    return _with_table(tournament, table, replace(table, result=result)) if is_known else tournament


def _with_table(tournament: ClubTournament, table: ClubPairing, new: ClubPairing) -> ClubTournament:
    pairings = tuple(new if each == table else each for each in tournament.pairings)
    return replace(tournament, pairings=pairings, revision=tournament.revision + 1)


def planned_rounds(tournament: ClubTournament) -> int:
    """Return the expected number of rounds of a tournament; for a round robin, the length of the schedule."""
    if tournament.system is PairingSystem.SWISS:
        return tournament.rounds
    count = len(tournament.members)
    return max(tournament.round, count - 1 + count % 2)


#: A change of a tournament.
EveningStep = Callable[[ClubTournament], ClubTournament | Reason]
