"""The legal moves of a search of Threestones, and the order in which it tries them."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel

from .outlook import likely_answer, look_at_answers
from .position import LISTED, choice, choices, spent
from .tables import POCKETS

#: Bound of a history value.
_MOST = 4096


@kernel()
def list_moves(
    position: Record, tables: Record, team: int, ply: int, bound: bool, best: int, share: int, is_exact: bool
) -> int:
    """List the legal moves except ``best``, and return their number.

    A move is the number of a pocket times four plus a kind. The history of a move, divided by 2 to the power of
    ``share``, counts in its order. So do, unless the search ``is_exact``, the stone that leaves the hand and the other
    team's likely answer.
    """
    base, found, sign = ply * LISTED, int64(0), 1 - 2 * team
    if not is_exact:
        look_at_answers(position, tables, 1 - team)
    for index in range(choices(position, tables, bound)):
        cell = choice(position, tables, bound, int64(index))
        if position.stones[cell] != 0:
            continue
        answer = int64(0) if is_exact else likely_answer(position, tables, cell)
        for kind in range(1, 4):
            move = 4 * cell + kind
            if position.hands[4 * team + kind] == 0 or move == best:
                continue
            gain = sign * position.gains[move] - answer
            if not is_exact:
                gain += spent(position, tables, int64(kind), team)
            position.listed[base + found] = move
            position.order[base + found] = gain + (position.history[4 * POCKETS * team + move] >> share)
            found += 1
    return found


@kernel()
def learn(position: Record, team: int, ply: int, depth: int, move: int, tried: int) -> None:
    """Update the history table of the move order after a beta cutoff.

    The move that caused it gains value, and the moves searched before it lose value.
    """
    bonus, base = min(depth * depth * 8, 512), ply * LISTED
    at = 4 * POCKETS * team + move
    position.history[at] += bonus - position.history[at] * bonus // _MOST
    for index in range(tried):
        if position.listed[base + index] != move:
            at = 4 * POCKETS * team + position.listed[base + index]
            position.history[at] -= bonus + position.history[at] * bonus // _MOST


@kernel()
def may_move(position: Record, tables: Record, team: int, move: int, bound: bool) -> bool:
    """Return True if a move of a team is legal."""
    cell = move >> 2
    if move < 0 or cell >= POCKETS or position.stones[cell] != 0 or position.hands[4 * team + (move & 3)] == 0:
        return False
    return not bound or tables.reach[2 * position.last + (cell >> 6)] >> (cell & 63) & 1 != 0
