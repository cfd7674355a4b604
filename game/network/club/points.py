"""Standings of a club tournament: points and tie-breaks.

A win is a point and a draw half a point; a win without play and a bye of the Swiss system are a point, too. In a round
robin a bye is worth nothing, as all members have the same number of byes. The Swiss system breaks ties by Buchholz (the
points of all opponents), then by Sonneborn-Berger (the points of the beaten opponents, and half the points of those
with a draw). A round robin uses Sonneborn-Berger alone. A round without play counts as played against an opponent with
the member's own points. Source: FIDE Handbook C.07, Tie-Break Regulations, articles 8.1, 9.1 and 16.4. All values are
counted in half-points, so that they are integers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.network.club.tournament import ClubPairing, ClubTournament, PairingResult, PairingSystem

_WHOLE = 2
#: Half-points for the first and the second side.
_HALVES: Mapping[PairingResult, tuple[int, int]] = {
    PairingResult.OPEN: (0, 0),
    PairingResult.ONE: (_WHOLE, 0),
    PairingResult.TWO: (0, _WHOLE),
    PairingResult.DRAW: (1, 1),
    PairingResult.ONE_UNPLAYED: (_WHOLE, 0),
    PairingResult.TWO_UNPLAYED: (0, _WHOLE),
    PairingResult.NEITHER: (0, 0),
    PairingResult.BYE: (_WHOLE, 0),
}
#: Results of games that were played.
PLAYED = (PairingResult.ONE, PairingResult.TWO, PairingResult.DRAW)


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """A member's row in the standings of a club tournament, with points in half-points."""

    place: int
    """Rank, counted from 1. Members with equal points and tie-breaks share a rank."""
    number: int
    halves: int
    buchholz: int
    berger: int
    """Sonneborn-Berger score in quarter points, as half-points are multiplied by half-points."""


def score_in_half_points(tournament: ClubTournament, pairing: ClubPairing, number: int) -> int:
    """Return the half-points that the member with this number scores in one pairing of a club tournament."""
    if pairing.result is PairingResult.BYE and tournament.system is PairingSystem.ROUND_ROBIN:
        return 0
    return _HALVES[pairing.result][0 if number == pairing.one else 1]


def all_halves(tournament: ClubTournament) -> tuple[int, ...]:
    """Return each member's score in a club tournament in half-points, by member number."""
    return tuple(
        sum(score_in_half_points(tournament, pairing, number) for pairing in tournament.pairings_of(number))
        for number in range(len(tournament.members))
    )


def standings(tournament: ClubTournament) -> tuple[ClubPlace, ...]:
    """Return the standings of a club tournament, best first; complete ties are in a fixed random order."""
    halves = all_halves(tournament)
    rows = []
    for number in range(len(tournament.members)):
        buchholz = _over_opponents(tournament, number, halves, lambda _gained: _WHOLE) // _WHOLE
        berger = _over_opponents(tournament, number, halves, lambda gained: gained)
        rows.append(ClubPlace(0, number, halves[number], buchholz, berger))
    rows.sort(key=lambda row: (*_worth(tournament, row), drawn_order(tournament, row.number)))
    places: list[ClubPlace] = []
    for index, row in enumerate(rows):
        is_alike = bool(places) and _worth(tournament, places[-1]) == _worth(tournament, row)
        place = places[-1].place if is_alike else index + 1
        places.append(ClubPlace(place, row.number, row.halves, row.buchholz, row.berger))
    return tuple(places)


def _worth(tournament: ClubTournament, row: ClubPlace) -> tuple[int, ...]:
    """Return the sort key of a row of the standings; a smaller key is better."""
    if tournament.system is PairingSystem.SWISS:
        return -row.halves, -row.buchholz, -row.berger
    return -row.halves, -row.berger


def _over_opponents(
    tournament: ClubTournament, number: int, halves: tuple[int, ...], weight: Callable[[int], int]
) -> int:
    """Return a tie-break score of member ``number``: the sum of the opponents' points, weighted by the results.

    ``halves`` has the half-points of all members, and ``weight`` maps the half-points of one game to a factor.
    """
    total = 0
    for pairing in tournament.pairings_of(number):
        if pairing.is_open or (pairing.is_bye and tournament.system is PairingSystem.ROUND_ROBIN):
            continue
        met = halves[pairing.other(number)] if pairing.result in PLAYED else halves[number]
        total += met * weight(score_in_half_points(tournament, pairing, number))
    return total


def drawn_order(tournament: ClubTournament, number: int) -> str:
    """Return a sort key that puts tied members in a random order, fixed for the whole tournament."""
    return hashlib.sha256(f"{tournament.seed} {tournament.members[number].id}".encode()).hexdigest()
