"""Compiled helper functions of all searches: node limits, move ordering, and storing the best move."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel


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
def pick(position: Record, base: int, index: int, count: int) -> int:
    """Move the most promising of the remaining moves to ``index`` of the move list (a step of a selection sort)."""
    best = index
    for at in range(index + 1, count):
        if position.order[base + at] > position.order[base + best]:
            best = at
    cell, order = position.listed[base + best], position.order[base + best]
    position.listed[base + best] = position.listed[base + index]
    position.order[base + best] = position.order[base + index]
    position.listed[base + index] = cell
    position.order[base + index] = order
    return int64(cell)
