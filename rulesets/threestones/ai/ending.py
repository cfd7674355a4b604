"""The end of Threestones: a bound on the points still to be won, and the exact result of the last two stones.

It is an upper bound.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel

from ..promises import POINT
from .position import choice, choices, gain_of, is_bound, plies_left, points_of, stones_left
from .tables import MOST_LINES, PARTS, PENGUINS_HOPE

#: A score below all others.
_NOTHING = -30_000
_DUCKS = (1 << PENGUINS_HOPE) - 1


@kernel()
def best_lead(position: Record, tables: Record, team: int, bound: int) -> int:
    """Return an upper bound of a team's lead at the end of the game, in hundredths of a point.

    If the bound exceeds ``bound``, it is not computed to its end. A line counts only if stones that suit the team fill
    all its empty pockets; each of these pockets has an equal share of the line. At best, each suitable stone takes the
    largest share that is left.
    """
    suiting = int64(0)
    for hand in range(0, 8, 4):
        suiting += position.hands[hand + 1 + team] + position.hands[hand + 3]
    lead = (1 - 2 * team) * points_of(position)
    room = (bound // POINT - lead + 1) * PARTS
    taken, total = int64(0), int64(0)
    for index in range(position.number_of_pockets if suiting > 0 else 0):
        cell = int64(position.pockets[index])
        if position.stones[cell] != 0:
            continue
        share = share_of(position, tables, cell, team)
        if taken < suiting:
            taken += 1
            total += share
        elif share > position.largest[taken - 1]:
            total += share - position.largest[taken - 1]
        else:
            continue
        if total >= room:
            break
        keep_in_order(position, taken, share)
    return int64(POINT * (lead + total // PARTS))


@kernel()
def share_of(position: Record, tables: Record, cell: int, team: int) -> int:
    """Return the sum of an empty cell's shares in the lines that may still count for a team."""
    both = int64(0)
    for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
        both += tables.shares[position.codes[position.lines[at]]]
    return int64(both >> team * PENGUINS_HOPE & _DUCKS)


@kernel()
def keep_in_order(position: Record, taken: int, share: int) -> None:
    """Insert ``share`` into the sorted list of the largest shares, where it replaces the smallest."""
    at = taken - 1
    while at > 0 and position.largest[at - 1] < share:
        position.largest[at] = position.largest[at - 1]
        at -= 1
    position.largest[at] = share


@kernel()
def are_last(position: Record, team: int) -> bool:
    """Return True if ``last_stones`` applies: the team to move has one stone left, the other team at most one."""
    return plies_left(position) <= 2 and stones_left(position, team) == 1


@kernel()
def last_stones(position: Record, tables: Record, team: int, alpha: int, beta: int) -> int:
    """Return the final result for the team to move when one or two stones are left.

    It is exact between alpha and beta.
    """
    lead, sign = (1 - 2 * team) * points_of(position), 1 - 2 * team
    if plies_left(position) == 1:
        return last_stone(position, tables, team, lead, beta)
    other, bound, last = 1 - team, is_bound(position, tables), int64(position.last)
    kind = only_kind(position, team)
    # A team's own stones never count for the other team.
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
        # Update only the fields that the last stone reads, not all that ``place`` updates; this takes a tenth off the
        # search's time.
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
    """Return the final result for the team that places the last stone, in its best cell.

    The search stops at a cell that gives at least ``beta``.
    """
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
    """Return the kind of the only stone in a team's hand."""
    kind = int64(1)
    while position.hands[4 * team + kind] == 0:
        kind += 1
    return kind
