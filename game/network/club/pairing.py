"""Pairing of the next round of a club tournament.

A round robin follows the circle method (Kirkman, 1847): one player is fixed and the others rotate. If a player joined
late, each round pairs as many players as possible who have not met. A Swiss round pairs players with equal scores, the
upper half of a score group against the lower half, without rematches. If the number is odd, one of the lowest players
gets the bye; no player gets a second one before all had one. (After the FIDE Handbook, C.04.1 and C.04.3, without its
colour rules between score groups.) Late round robins and Swiss rounds are solved as a minimum-cost matching, by dynamic
programming over all subsets of up to sixteen players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from game.network.club.points import all_halves, drawn_order
from game.network.club.tournament import NO_OPPONENT, ClubTournament, PairingResult, PairingSystem

#: Two member numbers, or one and ``NO_OPPONENT``.
Two = tuple[int, int]
#: Cost of pairing across score groups, for each half-point of difference squared; larger than any cost within a group.
_FLOAT = 1_000
#: Cost of a bye in a round robin, for each opponent whom the player has still to meet.
_SITS_OUT = 100
#: Any number of byes.
_ANY = -1


def next_pairs(tournament: ClubTournament) -> tuple[Two, ...]:
    """Return the pairs of the next round, with a bye last; the first member of each pair begins.

    Return an empty tuple if no further round is possible.
    """
    pairs = _swiss(tournament) if tournament.system is PairingSystem.SWISS else _round_robin(tournament)
    if all(two == NO_OPPONENT for _one, two in pairs):
        return ()
    return tuple(_turned(tournament, pair) for pair in sorted(pairs, key=lambda pair: pair[1] == NO_OPPONENT))


def _turned(tournament: ClubTournament, pair: Two) -> Two:
    """Order a pair so that the member who began fewer games begins.

    On a tie, the one who did not begin last time begins.
    """
    one, two = pair
    if two == NO_OPPONENT:
        return pair
    return min(
        (one, two), (two, one), key=lambda turned: (_begun(tournament, turned[0]), _begun_last(tournament, turned[0]))
    )


def _begun(tournament: ClubTournament, number: int) -> int:
    """Return how many tournament games a member began, minus how many the opponents began."""
    sat = [pairing for pairing in tournament.pairings_of(number) if not pairing.is_bye]
    return sum(1 if pairing.one == number else -1 for pairing in sat)


def _begun_last(tournament: ClubTournament, number: int) -> bool:
    sat = [pairing for pairing in tournament.pairings_of(number) if not pairing.is_bye]
    return bool(sat) and sat[-1].one == number


# Round robin


def circle(seats: Sequence[int], number: int) -> tuple[Two, ...]:
    """Return the pairs of round ``number`` (from 0) of a round robin, by the circle method.

    If the number of players is odd, one has a bye.
    """
    ring = [*seats, *([NO_OPPONENT] if len(seats) % 2 else [])]
    turn = number % max(1, len(ring) - 1)
    ring = [ring[0], *ring[len(ring) - turn :], *ring[1 : len(ring) - turn]]
    half = len(ring) // 2
    pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
    return tuple((one, two) if one != NO_OPPONENT else (two, one) for one, two in pairs)


def _round_robin(tournament: ClubTournament) -> tuple[Two, ...]:
    seats = (
        [side for table in tournament.tables_of(1) for side in table.sides] if tournament.round else tournament.present
    )
    seats = sorted(seats, key=lambda number: drawn_order(tournament, number))
    came_late = set(tournament.present) - set(seats)
    if came_late or not _is_circle(tournament, seats):
        return _still_to_meet(tournament)
    if tournament.round >= len(seats) - 1 + len(seats) % 2:
        return ()
    return circle(seats, tournament.round)


def _is_circle(tournament: ClubTournament, seats: Sequence[int]) -> bool:
    """Return True if all rounds of the tournament follow the circle method for round robins."""
    return all(
        {frozenset(pair) for pair in circle(seats, number - 1)}
        == {frozenset((table.one, table.two)) for table in tournament.tables_of(number)}
        for number in range(1, tournament.round + 1)
    )


def _still_to_meet(tournament: ClubTournament) -> tuple[Two, ...]:
    """Return as many pairs as possible of active members who have not played each other yet."""
    met, present = tournament.met, tournament.present

    def to_meet(number: int) -> int:
        return sum(other != number and frozenset((number, other)) not in met for other in present)

    left = {number: to_meet(number) for number in present}

    def cost(one: int, two: int) -> int | None:
        if two == NO_OPPONENT:
            return _SITS_OUT * (1 + left[one]) if left[one] else 0
        return None if frozenset((one, two)) in met else 0

    return _cheapest(present, cost, byes=_ANY)


# Swiss


def _swiss(tournament: ClubTournament) -> tuple[Two, ...]:
    if tournament.rounds and tournament.round >= tournament.rounds:
        return ()
    halves, met = all_halves(tournament), tournament.met
    order = sorted(tournament.present, key=lambda number: (-halves[number], drawn_order(tournament, number)))
    groups = {number: [other for other in order if halves[other] == halves[number]] for number in order}
    byes = {
        number: sum(pairing.result is PairingResult.BYE for pairing in tournament.pairings_of(number))
        for number in order
    }
    fewest = min(byes.values(), default=0)

    def cost(one: int, two: int) -> int | None:
        if two == NO_OPPONENT:
            return _FLOAT * (halves[one] - min(halves)) ** 2 - order.index(one) if byes[one] == fewest else None
        if frozenset((one, two)) in met:
            return None
        gap = abs(halves[one] - halves[two])
        group = groups[one]
        apart = abs(abs(group.index(one) - group.index(two)) - len(group) // 2) if gap == 0 else 0
        return _FLOAT * gap**2 + apart

    return _cheapest(order, cost, byes=len(order) % 2)


# Both


def _cheapest(numbers: Sequence[int], cost: Callable[[int, int], int | None], *, byes: int) -> tuple[Two, ...]:
    """Return the pairing with the least total cost and at most ``byes`` byes; empty if there is no such pairing.

    ``cost`` returns None for an impossible pair. Each subset of members is visited once: at most 32768 for sixteen
    members.
    """
    prices = {(a, b): cost(numbers[a], numbers[b]) for a in range(len(numbers)) for b in range(a + 1, len(numbers))}
    alone = [cost(number, NO_OPPONENT) for number in numbers]

    @cache
    def best(left: int, byes: int) -> tuple[int, tuple[Two, ...]] | None:
        """Return the least cost and the pairs for the members in the bit set ``left``; None if impossible."""
        if not left:
            return 0, ()
        first = (left & -left).bit_length() - 1
        rest = left & (left - 1)
        found: tuple[int, tuple[Two, ...]] | None = None
        for second in range(first + 1, len(numbers)):
            price = prices[first, second] if rest >> second & 1 else None
            tail = best(rest & ~(1 << second), byes) if price is not None else None
            if tail is not None and price is not None and (found is None or tail[0] + price < found[0]):
                found = tail[0] + price, ((numbers[first], numbers[second]), *tail[1])
        price = alone[first] if byes else None
        tail = best(rest, byes if byes == _ANY else byes - 1) if price is not None else None
        if tail is not None and price is not None and (found is None or tail[0] + price < found[0]):
            found = tail[0] + price, ((numbers[first], NO_OPPONENT), *tail[1])
        return found

    matched = best((1 << len(numbers)) - 1, byes)
    return () if matched is None else matched[1]
