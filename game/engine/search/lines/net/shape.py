"""The net's shape, its fixed-point scales, and the layouts of its records.

One shape serves all rules and sizes, so that its kernels are compiled once. For each empty cell the pattern bytes of
its four lines look up a *row* of 16 numbers each, seen by a colour. The four rows added up are the *features* of the
cell; what is positive of them is summed over the board. These 16 *totals*, scaled by a number that depends on the size
of the board, are the *inputs* of two hidden layers of 32 units and of a linear path beside them.

All is done in whole numbers. A weight is at most 8191, a sum of the first layer or the second at most
16 * 8191 * 8191 + 2**29 or 32 * 4095 * 8191 + 2**29, which fits 32 bits:

| number | type | stands for 1 | largest |
|---|---|---|---|
| rows | int16 | 1024 | 8191 |
| features: four rows | int16 | 1024 | 32764 |
| totals: at most 484 cells | int32 | 1024 | 15.9 million, less than 2**24 |
| scaling | int32 | | 2**24, so a scaled total is less than 2**48 |
| inputs | int32 | 256 | clipped at 8191, which is 32 |
| weights of the inputs | int16 | 1024 | 8191 |
| hidden units | int32 | 512 | clipped at 4095, which is 8 |
| weights of hidden units | int16 | 512 | 8191 |
| sums of a layer, biases | int32 | 2**18 | 2**29 for a bias |
"""

from __future__ import annotations

import numpy as np

WIDTH = 16
"""The features of a cell for one colour."""
VIEWS = 2 * WIDTH
"""The features of both colours' views, the first one's first."""
HIDDEN = 32
PATTERNS = 256
NO_ROW = PATTERNS
"""The row of an occupied cell: zeros."""
STONES_LEFT = 2
"""The numbers of stones that a side can have left in its turn, from 1; each has biases of its own."""
LARGEST_SIZE = 22

#: The largest weight of any kind, and the largest bias.
MOST_WEIGHT, MOST_BIAS = 8191, 1 << 29
#: What stands for 1, as a power of two.
ROW_BITS, INPUT_BITS, HIDDEN_BITS, SUM_BITS = 10, 8, 9, 18
INPUT_WEIGHT_BITS, HIDDEN_WEIGHT_BITS = SUM_BITS - INPUT_BITS, SUM_BITS - HIDDEN_BITS
#: The largest input and hidden unit.
MOST_INPUT, MOST_HIDDEN = 8191, 4095
#: An input is a total, times the scaling of the board's size, divided by two to this power.
SCALING_BITS = 24
#: A hidden unit below zero counts for one part in two to this power.
LEAK_BITS = 6
#: An evaluation in logits is multiplied by this: 200 points make the odds of winning e to 1.
POINTS = 200

#: A net as kernels read it: what both colours see has a part for each.
NET = np.dtype(
    [
        ("rows", "i2", ((PATTERNS + 1) * VIEWS,)),
        ("first", "i2", (VIEWS * HIDDEN,)),
        ("second", "i2", (2 * HIDDEN * HIDDEN,)),
        ("last", "i2", (2 * HIDDEN,)),
        ("beside", "i2", (VIEWS,)),
        ("first_bias", "i4", (2 * STONES_LEFT * HIDDEN,)),
        ("second_bias", "i4", (2 * HIDDEN,)),
        ("last_bias", "i4", (2 * STONES_LEFT,)),
        ("scaling", "i4", (LARGEST_SIZE + 1,)),
    ],
    align=True,
)


def sums_layout(cells: int, moves: int, changes: int) -> np.dtype[np.void]:
    """The layout of a position's sums, for so many cells, stones and changed patterns.

    ``stones`` tells how many stones the sums know of, -1 when nothing was summed yet; ``least`` how few there were
    since. Each step from one evaluation to the next is kept on a stack: the stones and kept rows before it, the totals,
    and the features of each cell that it changed.
    """
    return np.dtype(
        [
            ("stones", "i8"),
            ("least", "i8"),
            ("steps", "i8"),
            ("kept", "i8"),
            ("totals", "i4", (VIEWS,)),
            ("inputs", "i4", (WIDTH,)),
            ("units", "i4", (2 * HIDDEN,)),
            ("features", "i2", (cells * VIEWS,)),
            ("stones_before", "i8", (moves,)),
            ("kept_before", "i8", (moves,)),
            ("totals_before", "i4", (moves * VIEWS,)),
            ("kept_cell", "i2", (changes,)),
            ("kept_features", "i2", (changes * VIEWS,)),
        ],
        align=True,
    )
