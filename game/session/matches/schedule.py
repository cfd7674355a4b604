"""The schedule of an arena: pairings, number of games, openings and seeds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played; contestants by their number, the one that begins first."""

    number: int
    """From 1, in the order of playing."""
    seats: Pairing
    opening: int
    """The number of the opening, from 0."""
    seed: int

    @property
    def pairing(self) -> Pairing:
        """The two contestants, in the same order whoever begins."""
        return min(self.seats), max(self.seats)


def round_robin(contestants: int) -> list[Pairing]:
    """The pairings of everybody against everybody."""
    return list(combinations(range(contestants), 2))


def gauntlet(contestants: int) -> list[Pairing]:
    """The pairings of the first against each other one."""
    return [(0, other) for other in range(1, contestants)]


def near(contestants: int, places: int) -> list[Pairing]:
    """The pairings of those at most so many places apart, in the order in which they are named."""
    return [pairing for pairing in round_robin(contestants) if pairing[1] - pairing[0] <= places]


def schedule(pairings: list[Pairing], games: int, openings: int, seed: int) -> list[Fixture]:
    """The games of each pairing, rounded up to pairs: each opening from both sides with the same seed.

    All pairings advance together, so that a table means something before the end.
    """
    fixtures: list[Fixture] = []
    for pair in range((games + 1) // 2):
        for one, other in pairings:
            for seats in ((one, other), (other, one)):
                fixtures.append(Fixture(len(fixtures) + 1, seats, pair % openings, seed + pair))
    return fixtures
