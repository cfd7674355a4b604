"""What a position is worth: one function, which anything better may replace."""

from __future__ import annotations

from game.kit.compiled import Record, int64, kernel
from game.kit.tables import FIRST_COUNTED


@kernel()
def number_of(counts: int, cell_class: int) -> int:
    """How many cells are of a class, out of a colour's packed counts."""
    return (counts >> (8 * (cell_class - FIRST_COUNTED))) & 255


@kernel()
def evaluate(position: Record, tables: Record, side: int) -> int:
    """Points for the side on turn: its cells against the other's, being on turn, and what classes are there at all."""
    score = position.worth[side] - position.worth[1 - side] + tables.to_move
    own, other = position.counts[side], position.counts[1 - side]
    for nth in range(8):
        if (own >> (8 * nth)) & 255:
            score += tables.presence[nth]
        if (other >> (8 * nth)) & 255:
            score += tables.presence[8 + nth]
    return int64(score)
