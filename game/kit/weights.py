"""The numbers of the search that were tried out, apart from the code that uses them."""

from __future__ import annotations

#: In which order moves are tried: a part for the cell's class in each direction (in the order of LineClass), and a part
#: for its class in all directions (in the order of CellClass).
LINE_ORDER = (0, 3, 8, 14, 30, 36, 34, 60, 70, 90, 120, 150, 0, 0)
CELL_ATTACK = (0, -30000, 0, 12, 60, 40, 80, 220, 330, 900, 320, 520, 2600, 6000, 20000, 0)
CELL_DEFENCE = (0, 0, 0, 8, 40, 30, 60, 150, 230, 560, 260, 420, 1600, 3000, 12000, 0)
