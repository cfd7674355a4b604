"""The static evaluation of a position."""

from __future__ import annotations

from game.kit.lines.net.layers import net_score
from game.kit.lines.tables import FIRST_COUNTED
from game.kit.lines.weights import OTHER_PRESENCE, OWN_PRESENCE, PRESENCES
from game.kit.search.compiled import Record, int64, kernel
from game.kit.search.scores import MOST_EVALUATION

#: Masks to count seven bytes at once: their lowest seven bits, their highest bits, and a multiplier that gathers those
#: in the top byte.
_LOW_BITS, _HIGH_BITS, _GATHER = 0x007F7F7F7F7F7F7F, 0x0080808080808080, 0x0102040810204080
_OWN, _OTHER = (1 << OWN_PRESENCE) - 1, (1 << OTHER_PRESENCE) - 1


@kernel()
def number_of(counts: int, cell_class: int) -> int:
    """The number of cells of a class, out of a colour's packed counts."""
    return (counts >> (8 * (cell_class - FIRST_COUNTED))) & 255


@kernel()
def presence(counts: int) -> int:
    """The presence bits of the counted classes but FIVE: bit 0 for THREE, set where the colour has such a cell."""
    counts &= _LOW_BITS | _HIGH_BITS
    filled = (((counts & _LOW_BITS) + _LOW_BITS) | counts) & _HIGH_BITS
    return (((filled >> 7) * _GATHER) >> 56) & 127


@kernel()
def while_waiting(worth: int) -> int:
    """The lower half of a packed worth, signed: the worth while waiting."""
    return ((worth & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000


@kernel()
def while_on_turn(worth: int) -> int:
    """The upper half of a packed worth: the worth while on turn."""
    return (worth - while_waiting(worth)) >> 32


@kernel()
def evaluate(position: Record, tables: Record, side: int, left: int) -> int:
    """Evaluate a position, in points for the side on turn, which has ``left`` stones left in its turn.

    By a net, or by the worth of all cells and the presence of classes.
    """
    if tables.net.is_used != 0:
        return net_score(position, tables, int64(side), int64(left))
    own, other = presence(position.counts[side]) & _OWN, presence(position.counts[1 - side]) & _OTHER
    score = while_on_turn(position.worth[side]) - while_waiting(position.worth[1 - side])
    score += tables.presence[side * PRESENCES + (other << OWN_PRESENCE | own)]
    return int64(max(-MOST_EVALUATION, min(MOST_EVALUATION, score)))
