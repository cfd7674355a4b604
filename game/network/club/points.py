"""The table of an evening: points, and what parts those who have as many.

A win is a point, a draw half of one; a win without play and a bye of the Swiss system are a point, too. In a round
robin a free round is worth nothing, as each has as many. Those who stand alike are parted by Buchholz (the points
of all whom one met), then by Sonneborn-Berger (the points of those whom one beat, and half of those with whom one
drew), in a round robin by Sonneborn-Berger alone; a round without play counts as met with somebody who has as many
points as oneself. Source: FIDE Handbook C.07, Tie-Break Regulations, articles 8.1, 9.1 and 16.4. All are counted in
halves of a point, so that they stay whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.network.club.tournament import NOBODY, ClubPairing, ClubTournament, PairingResult, PairingSystem

_WHOLE = 2
#: What the first and the second side get, in halves of a point.
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
#: What was decided at a board.
PLAYED = (PairingResult.ONE, PairingResult.TWO, PairingResult.DRAW)


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """A member's place in the table; all but ``place`` and ``number`` in halves of a point."""

    place: int
    """From 1; those who cannot be parted share one."""
    number: int
    halves: int
    buchholz: int
    berger: int
    """Sonneborn-Berger; in quarters of a point, as halves are counted with halves."""


def score_in_half_points(evening: ClubTournament, pairing: ClubPairing, number: int) -> int:
    """What a table brought one of its sides, in halves of a point."""
    if pairing.result is PairingResult.BYE and evening.system is PairingSystem.ROUND_ROBIN:
        return 0
    return _HALVES[pairing.result][0 if number == pairing.one else 1]


def all_halves(evening: ClubTournament) -> tuple[int, ...]:
    """The points of each member, in halves."""
    return tuple(
        sum(score_in_half_points(evening, pairing, number) for pairing in evening.pairings_of(number))
        for number in range(len(evening.members))
    )


def standings(evening: ClubTournament) -> tuple[ClubPlace, ...]:
    """All members, the best first; those who cannot be parted in an order that was drawn."""
    halves = all_halves(evening)
    rows = []
    for number in range(len(evening.members)):
        buchholz = _over_opponents(evening, number, halves, lambda _gained: _WHOLE) // _WHOLE
        berger = _over_opponents(evening, number, halves, lambda gained: gained)
        rows.append(ClubPlace(0, number, halves[number], buchholz, berger))
    rows.sort(key=lambda row: (*_worth(evening, row), drawn_order(evening, row.number)))
    places: list[ClubPlace] = []
    for index, row in enumerate(rows):
        is_alike = bool(places) and _worth(evening, places[-1]) == _worth(evening, row)
        place = places[-1].place if is_alike else index + 1
        places.append(ClubPlace(place, row.number, row.halves, row.buchholz, row.berger))
    return tuple(places)


def _worth(evening: ClubTournament, row: ClubPlace) -> tuple[int, ...]:
    """What decides about a place; less is better."""
    if evening.system is PairingSystem.SWISS:
        return -row.halves, -row.buchholz, -row.berger
    return -row.halves, -row.berger


def _over_opponents(evening: ClubTournament, number: int, halves: tuple[int, ...], weight: Callable[[int], int]) -> int:
    """The points of those whom a member met, each weighed by what was gained there."""
    total = 0
    for pairing in evening.pairings_of(number):
        if pairing.is_open or (pairing.two == NOBODY and evening.system is PairingSystem.ROUND_ROBIN):
            continue
        met = halves[pairing.other(number)] if pairing.result in PLAYED else halves[number]
        total += met * weight(score_in_half_points(evening, pairing, number))
    return total


def drawn_order(evening: ClubTournament, number: int) -> str:
    """A text by which those who stand alike are put in order, drawn for the evening."""
    return hashlib.sha256(f"{evening.seed} {evening.members[number].id}".encode()).hexdigest()
