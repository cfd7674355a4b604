"""The scale of scores: points, 200 of which make the odds of winning e to 1, and certain wins far beyond them."""

from __future__ import annotations

#: The score of a win now; one less for each ply until the win. Scores beyond WON are certain wins.
WIN = 30_000
WON = 29_000
#: The largest evaluation; only a proven win scores more.
MOST_EVALUATION = 20_000
#: The length in plies assumed for a win that is proven but was not measured.
UNMEASURED = 500
