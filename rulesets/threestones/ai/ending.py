"""The last stones of Threestones: what can still be had of them, and the last two without a search."""

from __future__ import annotations

from game.kit.compiled import Record, int64, kernel

from .position import choice, choices, gain_of, is_bound, plies_left, points_of, stones_left
from .tables import MOST_LINES, PARTS, PENGUINS_HOPE, POINT

#: Below every score.
_NOTHING = -30_000
_DUCKS = (1 << PENGUINS_HOPE) - 1


@kernel()
def best_lead(position: Record, tables: Record, team: int, bound: int) -> int:
    """Whether no lead of a team at the end can be larger, in hundredths: each stone that suits it takes a large share.

    A line counts only when such stones fill all its empty pockets, and each of them has its share of the line.
    """
    suiting = int64(0)
    for hand in range(0, 8, 4):
        suiting += position.hands[hand + 1 + team] + position.hands[hand + 3]
    lead = (1 - 2 * team) * points_of(position)
    room = (bound // POINT - lead + 1) * PARTS
    shift, taken, total = team * PENGUINS_HOPE, int64(0), int64(0)
    for index in range(position.number_of_pockets if suiting > 0 else 0):
        cell = int64(position.pockets[index])
        if position.stones[cell] != 0:
            continue
        both = int64(0)
        for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
            both += tables.shares[position.codes[position.lines[at]]]
        share = both >> shift & _DUCKS
        # The largest shares so far, the smallest of them last.
        if taken < suiting:
            taken += 1
            total += share
        elif share > position.shares[taken - 1]:
            total += share - position.shares[taken - 1]
        else:
            continue
        if total >= room:
            break
        at_ = taken - 1
        while at_ > 0 and position.shares[at_ - 1] < share:
            position.shares[at_] = position.shares[at_ - 1]
            at_ -= 1
        position.shares[at_] = share
    return int64(POINT * (lead + total // PARTS))


@kernel()
def are_last(position: Record, team: int) -> bool:
    """Whether ``last_stones`` knows what comes: one stone of the team on turn, and perhaps one of the other."""
    return plies_left(position) <= 2 and stones_left(position, team) == 1


@kernel()
def last_stones(position: Record, tables: Record, team: int, alpha: int, beta: int) -> int:
    """The result for the team on turn with one or two stones left, exact between alpha and beta."""
    lead, sign = (1 - 2 * team) * points_of(position), 1 - 2 * team
    if plies_left(position) == 1:
        return last_stone(position, tables, team, lead, beta)
    other, bound, last = 1 - team, is_bound(position, tables), int64(position.last)
    kind = only_kind(position, team)
    # The own kind of a team never counts for the other one.
    gives_nothing = position.hands[4 * other + 1 + other] > 0
    best = int64(_NOTHING)
    for index in range(choices(position, tables, bound)):
        position.last = last
        cell = choice(position, tables, bound, int64(index))
        if position.stones[cell] != 0:
            continue
        points = lead + sign * gain_of(position, tables, cell, kind)
        if gives_nothing and POINT * points <= max(best, alpha):
            best = max(best, POINT * points)
            continue
        position.nodes += 1
        for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
            position.codes[position.lines[at]] |= kind << position.places[at]
        position.stones[cell] = kind
        position.last = cell
        best = max(best, -last_stone(position, tables, other, -points, -max(best, alpha)))
        position.stones[cell] = 0
        for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
            position.codes[position.lines[at]] &= ~(3 << position.places[at])
        if best >= beta:
            break
    position.last = last
    return best


@kernel()
def last_stone(position: Record, tables: Record, team: int, lead: int, beta: int) -> int:
    """The result for the team that puts down the last stone where it brings most, or at least ``beta``."""
    kind, sign, bound = only_kind(position, team), 1 - 2 * team, is_bound(position, tables)
    best = int64(_NOTHING)
    for index in range(choices(position, tables, bound)):
        cell = choice(position, tables, bound, int64(index))
        if position.stones[cell] == 0:
            best = max(best, POINT * (lead + sign * gain_of(position, tables, cell, kind)))
            if best >= beta:
                break
    return best


@kernel()
def only_kind(position: Record, team: int) -> int:
    """The kind of the one stone in a hand."""
    kind = int64(1)
    while position.hands[4 * team + kind] == 0:
        kind += 1
    return kind
