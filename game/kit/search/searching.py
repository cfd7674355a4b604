"""What the kernels of every search share: how many nodes are left, which move is next, which is the best so far."""

from __future__ import annotations

from game.kit.search.compiled import Record, int64, kernel


@kernel()
def keep_best(position: Record, ply: int, cell: int, score: int) -> None:
    """At the root the best move so far is the search's result."""
    if ply == 0:
        position.best = cell
        position.best_score = score


@kernel()
def nodes_left(position: Record) -> int:
    """How many more nodes the search may look at."""
    return int64(position.node_limit - position.nodes - position.four_nodes)


@kernel()
def part_of_nodes(position: Record, percent: int) -> int:
    """So many percent of the nodes that were looked at so far."""
    return int64((position.nodes + position.four_nodes) * percent // 100)


@kernel()
def is_stopped(position: Record) -> bool:
    """Counts a node and says whether the search must end: it was told to, or has looked at enough nodes."""
    position.nodes += 1
    if nodes_left(position) < 0:
        position.stop = 1
    return bool(position.stop != 0)


@kernel()
def pick(position: Record, base: int, index: int, count: int) -> int:
    """Moves the most promising of the cells not tried yet to ``index`` of the list."""
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
