"""The numbers that were fitted or tried out, apart from the code that uses them."""

from __future__ import annotations

#: What an empty cell is worth to a colour: a part for its class in each direction (in the order of LineClass), and a
#: part for its class in all directions (in the order of CellClass). Thousandths of a pawn's worth have no meaning here;
#: 400 points are the odds of ten to one, roughly.
LINE_WORTH = (0, -3, -3, 0, 23, 34, 32, -114, -114, -99, -188, 200, 0, 0)
CELL_WORTH = (0, 0, 24, -3, -12, 0, 0, 169, 194, 374, 181, 288, 254, -49, 0, 0)
#: What being on turn is worth.
TO_MOVE = 233
#: What it is worth to have at least one cell of each counted class (THREE to FIVE), for the side on turn and the other.
PRESENCE = (27, 63, -73, 58, -54, 42, 0, 0, -30, 33, -5, -88, 77, -174, -50, 0)

#: In which order moves are tried, by the same classes.
LINE_ORDER = (0, 3, 8, 14, 30, 36, 34, 60, 70, 90, 120, 150, 0, 0)
CELL_ATTACK = (0, -30000, 0, 12, 60, 40, 80, 220, 330, 900, 320, 520, 2600, 6000, 20000, 0)
CELL_DEFENCE = (0, 0, 0, 8, 40, 30, 60, 150, 230, 560, 260, 420, 1600, 3000, 12000, 0)

REDUCTION_BASE = 0.4
REDUCTION_BY = 1.8
