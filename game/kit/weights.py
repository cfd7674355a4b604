"""In which order moves are tried, in hundredths of a logit: how likely a search is to choose a move."""

from __future__ import annotations

#: What a stone makes: a part for the class of each line through the cell (in the order of LineClass), and a part for
#: its class in all directions (in the order of CellClass). What nobody chooses or everybody must is set by hand.
ATTACK_LINES = (-124, -104, -74, -65, -7, 79, 68, 31, 198, 169, 150, 200, 0, 0)
ATTACK_CELLS = (-2, -30000, -122, -84, -28, -20, 120, 120, 160, 127, 129, 140, 271, 2600, 6000, 0)
#: What it takes from the other colour.
DEFENCE_LINES = (-61, -70, -72, -62, 14, 45, 68, 2, 124, 130, 53, 263, 0, 0)
DEFENCE_CELLS = (-204, -150, -122, -178, -226, -100, 15, 15, -24, 163, -2, 77, 302, 264, 3000, 0)
