"""The schedule of an arena (a run of games between engines): pairings, number of games, openings and seeds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A scheduled game of an arena.

    The contestants are given by their index, in the order of their player numbers.
    """

    number: int
    """The number of the game in the order of playing, from 1."""
    seats: Pairing
    opening: int
    """The index of the opening, from 0."""
    seed: int

    @property
    def pairing(self) -> Pairing:
        """The indices of the two contestants in ascending order, no matter which one moves first."""
        return min(self.seats), max(self.seats)


def round_robin(contestants: int) -> list[Pairing]:
    """Return the pairings of a round robin, in which every contestant meets every other one."""
    return list(combinations(range(contestants), 2))


def gauntlet(contestants: int) -> list[Pairing]:
    """Return the pairings of a gauntlet, in which the first contestant meets every other one."""
    return [(0, other) for other in range(1, contestants)]


def near(contestants: int, places: int) -> list[Pairing]:
    """Return the pairings of contestants whose indices differ by at most ``places``."""
    return [pairing for pairing in round_robin(contestants) if pairing[1] - pairing[0] <= places]


def schedule(pairings: list[Pairing], games: int, openings: int, seed: int) -> list[Fixture]:
    """Return the schedule of games, in which each pairing plays an opening once from each side.

    Both games have the same seed.

    The games of all pairings are interleaved, so that the table is meaningful before the end.
    """
    fixtures: list[Fixture] = []
    for pair in range((games + 1) // 2):
        for one, other in pairings:
            for seats in ((one, other), (other, one)):
                fixtures.append(Fixture(len(fixtures) + 1, seats, pair % openings, seed + pair))
    return fixtures
