"""The end of Threestones: a bound on what is still to be gained, and the exact result of the last two stones."""

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
    """An upper bound of a team's lead at the end, in hundredths; one above ``bound`` is not computed to its end.

    A line counts only when stones that suit the team fill all its empty pockets, and each of these has its share of the
    line: at best each of the team's stones takes the largest share that is left.
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
    """The shares, in an empty pocket, of the lines that may still count for a team."""
    both = int64(0)
    for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
        both += tables.shares[position.codes[position.lines[at]]]
    return int64(both >> team * PENGUINS_HOPE & _DUCKS)


@kernel()
def keep_in_order(position: Record, taken: int, share: int) -> None:
    """Replace the smallest of the largest shares by this one; they stay in order."""
    at = taken - 1
    while at > 0 and position.largest[at - 1] < share:
        position.largest[at] = position.largest[at - 1]
        at -= 1
    position.largest[at] = share


@kernel()
def are_last(position: Record, team: int) -> bool:
    """Whether ``last_stones`` applies: one stone of the team on turn is left, and at most one of the other team."""
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
        # Only the fields that the last stone reads are updated, not all that ``place`` keeps: a tenth of the search's
        # time.
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
    """The result for the team that places the last stone in the best pocket, or in one that gives ``beta`` at least."""
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
