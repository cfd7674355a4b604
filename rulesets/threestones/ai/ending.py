"""The last stones of Threestones: what can still be had of them, and the last two without a search."""

from __future__ import annotations

from game.kit.compiled import Record, int64, kernel

from .position import choice, choices, gain_of, is_bound, place, plies_left, points_of, stones_left, take_back
from .tables import MOST_LINES, PARTS, PENGUINS_HOPE, POCKETS, POINT

#: Below every score.
_NOTHING = -30_000
_DUCKS = (1 << PENGUINS_HOPE) - 1


@kernel()
def share_lines(position: Record, tables: Record) -> int:
    """Gives each empty pocket its shares of the lines that may still count for either team; says how many there are."""
    found = int64(0)
    for index in range(position.number_of_pockets):
        cell = int64(position.pockets[index])
        if position.stones[cell] != 0:
            continue
        shares = int64(0)
        for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
            shares += tables.shares[position.codes[position.lines[at]]]
        position.shares[found] = shares & _DUCKS
        position.shares[POCKETS + found] = shares >> PENGUINS_HOPE
        found += 1
    return found


@kernel()
def best_share(position: Record, team: int, count: int) -> int:
    """No lead of a team at the end is larger, in hundredths: each stone that suits it takes the largest share left.

    A line counts only when such stones fill all its empty pockets, and each of them has its share of the line.
    """
    suiting = int64(0)
    for hand in range(0, 8, 4):
        suiting += position.hands[hand + 1 + team] + position.hands[hand + 3]
    base, parts = team * POCKETS, int64(0)
    for taken in range(base, base + min(suiting, count)):
        largest = taken
        for index in range(taken + 1, base + count):
            if position.shares[index] > position.shares[largest]:
                largest = index
        parts += position.shares[largest]
        position.shares[largest] = position.shares[taken]
    lead = (1 - 2 * team) * points_of(position)
    return int64(POINT * (lead + parts // PARTS))


@kernel()
def are_last(position: Record, team: int) -> bool:
    """Whether ``last_stones`` knows what comes: one stone of the team on turn, and perhaps one of the other."""
    return plies_left(position) <= 2 and stones_left(position, team) == 1


@kernel()
def last_stones(position: Record, tables: Record, team: int, alpha: int, beta: int) -> int:
    """The result for the team on turn with one or two stones left, exact between alpha and beta."""
    if plies_left(position) == 1:
        return last_stone(position, tables, team, beta)
    other, bound = 1 - team, is_bound(position, tables)
    kind, lead = only_kind(position, team), (1 - 2 * team) * points_of(position)
    # The own kind of a team never counts for the other one.
    gives_nothing = position.hands[4 * other + 1 + other] > 0
    best = int64(_NOTHING)
    for index in range(choices(position, tables, bound)):
        cell = choice(position, tables, bound, int64(index))
        if position.stones[cell] != 0:
            continue
        most = POINT * (lead + (1 - 2 * team) * gain_of(position, tables, cell, kind))
        if gives_nothing and most <= max(best, alpha):
            best = max(best, most)
            continue
        position.nodes += 1
        place(position, tables, cell, kind, team)
        best = max(best, -last_stone(position, tables, other, -max(best, alpha)))
        take_back(position, tables, team)
        if best >= beta:
            break
    return best


@kernel()
def last_stone(position: Record, tables: Record, team: int, beta: int) -> int:
    """The result for the team that puts down the last stone where it brings most, or at least ``beta``."""
    kind, sign = only_kind(position, team), 1 - 2 * team
    best, lead, bound = int64(_NOTHING), sign * points_of(position), is_bound(position, tables)
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
