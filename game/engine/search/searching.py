"""Compiled helper functions of all searches: node limits, move ordering, and storing the best move."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.vectors import LANES, largest_in, lowest_bit, places_of


@kernel()
def keep_best(position: Record, ply: int, cell: int, score: int) -> None:
    """Store a move as the search's best move if the position is the root (``ply`` 0)."""
    if ply == 0:
        position.best = cell
        position.best_score = score


@kernel()
def nodes_left(position: Record) -> int:
    """Return the number of nodes that the search may still visit."""
    return int64(position.node_limit - position.nodes - position.four_nodes)


@kernel()
def part_of_nodes(position: Record, percent: int) -> int:
    """Return a percentage of the number of nodes visited by the search."""
    return int64((position.nodes + position.four_nodes) * percent // 100)


@kernel()
def is_stopped(position: Record) -> bool:
    """Count a search node, and return True if the search was stopped or has no nodes left."""
    position.nodes += 1
    if nodes_left(position) < 0:
        position.stop = 1
    return bool(position.stop != 0)


@kernel()
def place_of_largest(order: Record, first: int, end: int) -> int:
    """Return where the first of the largest numbers of a part of an array is."""
    best, last = first, end - LANES
    if last < first:
        for at in range(first + 1, end):
            if order[at] > order[best]:
                best = at
        return int64(best)
    largest = largest_in(order, last)
    for at in range(first, last, LANES):
        largest = max(largest, largest_in(order, at))
    places = places_of(order, best, largest)
    while places == 0:
        best = min(best + LANES, last)
        places = places_of(order, best, largest)
    return int64(best + lowest_bit(places))


@kernel()
def pick(position: Record, base: int, index: int, count: int) -> int:
    """Move the most promising of the remaining moves to ``index`` of the move list (a step of a selection sort)."""
    at, best = base + index, place_of_largest(position.order, base + index, base + count)
    cell, order = position.listed[best], position.order[best]
    position.listed[best] = position.listed[at]
    position.order[best] = position.order[at]
    position.listed[at] = cell
    position.order[at] = order
    return int64(cell)
