"""Transposition table: results of searched positions, stored in pairs of entries.

One entry of a pair is for the deepest result, the other for the newest. An entry consists of two integers: the key XOR
the data, and the data. A key matches only its own data, so two threads that write at once cannot produce a mixed entry.
The data are, from the lowest bit: best move (10 bits), kind of score (2), depth (10), score (16), whether the position
was in the principal variation (1), unused (1), age (8).
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.task import WON
from game.engine.search.vectors import prefetch

#: Kinds of stored scores, as bits: lower bound, upper bound, exact.
AT_LEAST, AT_MOST, EXACT = 1, 2, 3
#: Move of an entry without one: a number beyond every board.
NO_MOVE = 1023
_DEEPEST = 1023


@kernel()
def kind_of(data: int) -> int:
    """Return the kind of a stored score: exact, lower bound or upper bound; 0 if there is none."""
    return (data >> 10) & 3


@kernel()
def depth_of(data: int) -> int:
    """Return the depth to which a stored position was searched."""
    return (data >> 12) & _DEEPEST


@kernel()
def was_in_main_line(data: int) -> bool:
    """Return True if a stored position was ever part of the principal variation."""
    return (data >> 38) & 1 != 0


@kernel()
def age_of(data: int) -> int:
    """Return the age of an entry: the number of the search that stored it."""
    return (data >> 40) & 255


@kernel()
def recall(memory: Record, key: int) -> int:
    """Look up a position in the transposition table and return its packed data; kind 0 means not found."""
    slot = (key & (memory.shape[0] // 4 - 1)) * 4
    for entry in range(slot, slot + 4, 2):
        if memory[entry] ^ memory[entry + 1] == key:
            return int64(memory[entry + 1])
    return int64(NO_MOVE | 32768 << 22)


@kernel(within_caller=True)
def prepare_recall(memory: Record, key: int) -> None:
    """Begin to load the entries of a position that will be looked up soon, which takes longer than a move."""
    prefetch(memory, (key & (memory.shape[0] // 4 - 1)) * 4)


@kernel()
def remember(memory: Record, key: int, data: int) -> None:
    """Store the search result of a position in the transposition table."""
    slot = (key & (memory.shape[0] // 4 - 1)) * 4
    there = memory[slot + 1]
    is_old = age_of(there) != age_of(data)
    is_same = memory[slot] ^ there == key
    if not (is_old or is_same or depth_of(data) >= depth_of(there)):
        slot += 2
    memory[slot + 1] = data
    memory[slot] = key ^ data


@kernel()
def packed(position: Record, best: int, kind: int, depth: int, score: int, ply: int, was_wide: bool) -> int:
    """Pack a transposition table entry into one integer.

    Plies to a win are counted from this position.
    """
    if score > WON:
        score += ply
    elif score < -WON:
        score -= ply
    deep = min(max(depth, 0), _DEEPEST)
    age = position.age & 255
    return int64(best | kind << 10 | deep << 12 | (score + 32768) << 22 | int64(was_wide) << 38 | age << 40)


@kernel()
def kind_within(score: int, alpha: int, beta: int) -> int:
    """Return the kind of a score found with the window alpha to beta: exact, lower bound or upper bound."""
    return int64(AT_LEAST if score >= beta else (EXACT if score > alpha else AT_MOST))


@kernel()
def move_to_keep(kind: int, stored: int, found: int) -> int:
    """Return the move to store: the new best move, or the one stored before if alpha was not raised."""
    return int64(stored if kind == AT_MOST and stored != NO_MOVE else found)


@kernel()
def score_here(data: int, ply: int) -> int:
    """Return the score of a transposition table entry, with the plies to a win counted from the root."""
    score = ((data >> 22) & 65535) - 32768
    if score > WON:
        return int64(score - ply)
    return int64(score + ply if score < -WON else score)


@kernel()
def settles(data: int, score: int, alpha: int, beta: int, depth: int) -> bool:
    """Return True if a stored score is deep enough and causes a cutoff (at least beta, or at most alpha)."""
    kind = kind_of(data)
    fits = (kind & AT_LEAST != 0 and score >= beta) or (kind & AT_MOST != 0 and score <= alpha)
    return fits and depth_of(data) >= depth
