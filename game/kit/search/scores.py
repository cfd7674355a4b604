"""What scores mean: points, 200 of which make the odds of winning e to 1, and wins far beyond them."""

from __future__ import annotations

#: The score of a win, less one for each ply until then; scores beyond WON are such wins.
WIN = 30_000
WON = 29_000
#: Plies that stand for the length of a win that is proven but was not measured.
UNMEASURED = 500
