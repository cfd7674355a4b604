"""The numbers that were fitted or tried out, apart from the code that uses them."""

from __future__ import annotations

#: What an empty cell is worth to a colour: a part for its class in each direction (in the order of LineClass), and a
#: part for its class in all directions (in the order of CellClass). 200 points make the odds of winning e to 1. These,
#: TO_MOVE and PRESENCE were fitted by logistic regression on the outcomes of 5,100 freestyle games of the engine
#: against itself, 1,500 to 2,000 nodes a stone, from balanced openings with up to four stones at random.
LINE_WORTH = (0, -2, -3, -1, 25, 30, 35, -101, -102, -79, -225, 55, 0, 0)
CELL_WORTH = (0, 0, 22, -6, -14, 0, 0, 159, 172, 359, 167, 255, 250, 91, 0, 0)
#: What being on turn is worth.
TO_MOVE = 253
#: What it is worth to have at least one cell of each counted class (THREE to FIVE), for the side on turn and the other.
PRESENCE = (13, 90, -69, 39, -38, 137, 0, 0, -20, -10, 3, -44, 55, -183, -80, 0)

#: In which order moves are tried, by the same classes.
LINE_ORDER = (0, 3, 8, 14, 30, 36, 34, 60, 70, 90, 120, 150, 0, 0)
CELL_ATTACK = (0, -30000, 0, 12, 60, 40, 80, 220, 330, 900, 320, 520, 2600, 6000, 20000, 0)
CELL_DEFENCE = (0, 0, 0, 8, 40, 30, 60, 150, 230, 560, 260, 420, 1600, 3000, 12000, 0)

REDUCTION_BASE = 0.4
REDUCTION_BY = 1.8
