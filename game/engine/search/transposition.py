"""The transposition table: the results of searched positions, in pairs of entries, one for the deepest, one the newest.

An entry is two integers: the key exclusive-or the data, and the data. Two searches at once cannot mix their entries,
as a key fits its own data only. Data from the lowest bit: the best move (10), the kind of score (2), the depth (10),
the score (16), whether the position was in the main line (1), one bit free, the age (8).
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.scores import WON

#: The kinds of stored scores (bounds), as bits.
AT_LEAST, AT_MOST, EXACT = 1, 2, 3
#: The move of an entry without one: no cell, as this number lies beyond every board.
NO_MOVE = 1023
_DEEPEST = 1023


@kernel()
def kind_of(data: int) -> int:
    """The kind of a stored score, 0 for none."""
    return (data >> 10) & 3


@kernel()
def depth_of(data: int) -> int:
    """The depth to which a stored position was searched."""
    return (data >> 12) & _DEEPEST


@kernel()
def was_in_main_line(data: int) -> bool:
    """Whether a stored position was ever part of the principal variation."""
    return (data >> 38) & 1 != 0


@kernel()
def age_of(data: int) -> int:
    """The age of an entry: the number of the search that stored it."""
    return (data >> 40) & 255


@kernel()
def recall(memory: Record, key: int) -> int:
    """Look a position up; data without a move and with kind 0 when it is not in the table."""
    slot = (key & (memory.shape[0] // 4 - 1)) * 4
    for entry in range(slot, slot + 4, 2):
        if memory[entry] ^ memory[entry + 1] == key:
            return int64(memory[entry + 1])
    return int64(NO_MOVE | 32768 << 22)


@kernel()
def remember(memory: Record, key: int, data: int) -> None:
    """Store the data of a position."""
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
    """Pack the data of an entry into one integer; a win's score counts from this position."""
    if score > WON:
        score += ply
    elif score < -WON:
        score -= ply
    deep = min(max(depth, 0), _DEEPEST)
    age = position.age & 255
    return int64(best | kind << 10 | deep << 12 | (score + 32768) << 22 | int64(was_wide) << 38 | age << 40)


@kernel()
def kind_within(score: int, alpha: int, beta: int) -> int:
    """The kind of a score that was found with the window from alpha to beta."""
    return int64(AT_LEAST if score >= beta else (EXACT if score > alpha else AT_MOST))


@kernel()
def move_to_keep(kind: int, stored: int, found: int) -> int:
    """The move to store: the one found if it raised alpha, else the one that was stored before, if any."""
    return int64(stored if kind == AT_MOST and stored != NO_MOVE else found)


@kernel()
def score_here(data: int, ply: int) -> int:
    """The score of an entry, a win's counted from the root."""
    score = ((data >> 22) & 65535) - 32768
    if score > WON:
        return int64(score - ply)
    return int64(score + ply if score < -WON else score)


@kernel()
def settles(data: int, score: int, alpha: int, beta: int, depth: int) -> bool:
    """Whether a stored score is deep enough and decides on which side of the window the position lies."""
    kind = kind_of(data)
    fits = (kind & AT_LEAST != 0 and score >= beta) or (kind & AT_MOST != 0 and score <= alpha)
    return fits and depth_of(data) >= depth
