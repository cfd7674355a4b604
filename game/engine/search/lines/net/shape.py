"""The shape of the neural net, its fixed-point scales, and the layouts of its records.

All rules and board sizes use the same shape, so the kernels are compiled once. The pattern bytes of the four lines
through an empty cell select four *rows* of 16 numbers for each colour. The sum of the four rows gives the *features* of
the cell, and the positive parts of the features are summed over the board. These 16 *totals*, scaled by a factor for
the board size, are the *inputs* of two hidden layers of 32 units and of a linear path to the output.

All arithmetic uses integers. A weight is at most 8191. A sum of the first layer is at most 16 * 8191 * 8191 + 2**29
and a sum of the second at most 32 * 4095 * 8191 + 2**29, which fits into 32 bits:

| number | type | value of 1 | largest |
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
"""Number of features of a cell for one colour."""
VIEWS = 2 * WIDTH
"""Number of features of a cell for both colours, the first colour's first."""
HIDDEN = 32
PATTERNS = 256
NO_ROW = PATTERNS
"""Row of an occupied cell, which contains zeros."""
STONES_LEFT = 2
"""Number of possible counts of stones left in a turn, from 1; each count has its own biases."""
LARGEST_SIZE = 22

#: Largest weight of any kind, and largest bias.
MOST_WEIGHT, MOST_BIAS = 8191, 1 << 29
#: Fixed-point scales as powers of two: the number that represents 1.
ROW_BITS, INPUT_BITS, HIDDEN_BITS, SUM_BITS = 10, 8, 9, 18
INPUT_WEIGHT_BITS, HIDDEN_WEIGHT_BITS = SUM_BITS - INPUT_BITS, SUM_BITS - HIDDEN_BITS
#: Largest input and largest hidden unit.
MOST_INPUT, MOST_HIDDEN = 8191, 4095
#: An input is a total times the factor of the board size, divided by two to this power.
SCALING_BITS = 24
#: A negative hidden unit is divided by two to this power (leaky ReLU).
LEAK_BITS = 6
#: Points per logit of an evaluation: 200 points are odds of e to 1 for winning.
POINTS = 200

#: The record of a net in kernels; arrays that depend on the colour have a part for each.
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
    """Return the record layout of the neural net's sums for this number of cells, moves and changed patterns.

    ``stones`` is the number of stones included in the sums, or -1 before the first evaluation, and ``least`` the
    smallest number of stones since. A stack stores each step between two evaluations: the earlier stones and totals,
    and the earlier features of each changed cell.
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
