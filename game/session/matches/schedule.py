"""The schedule of an arena: pairings, number of games, openings and seeds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played. The contestants are given by their index, in the order of their player numbers."""

    number: int
    """The number of the game in the order of playing, from 1."""
    seats: Pairing
    opening: int
    """The index of the opening, from 0."""
    seed: int

    @property
    def pairing(self) -> Pairing:
        """The two contestants in ascending order, independent of which one moves first."""
        return min(self.seats), max(self.seats)


def round_robin(contestants: int) -> list[Pairing]:
    """Return the pairings of a round robin: each contestant against each other one."""
    return list(combinations(range(contestants), 2))


def gauntlet(contestants: int) -> list[Pairing]:
    """Return the pairings of the first contestant against each other one."""
    return [(0, other) for other in range(1, contestants)]


def near(contestants: int, places: int) -> list[Pairing]:
    """Return the pairings of contestants at most ``places`` apart in the given order."""
    return [pairing for pairing in round_robin(contestants) if pairing[1] - pairing[0] <= places]


def schedule(pairings: list[Pairing], games: int, openings: int, seed: int) -> list[Fixture]:
    """Return the games of each pairing, rounded up to pairs: each opening from both sides with the same seed.

    The games of all pairings are interleaved, so that the table is meaningful before the end.
    """
    fixtures: list[Fixture] = []
    for pair in range((games + 1) // 2):
        for one, other in pairings:
            for seats in ((one, other), (other, one)):
                fixtures.append(Fixture(len(fixtures) + 1, seats, pair % openings, seed + pair))
    return fixtures
