"""The scale of scores: points, and certain wins far beyond them.

A net learns that 200 points make the odds of winning e to 1. What a search says is further from 0 than what came true;
how many points it took there was measured for each game, its ``logit_scale``.
"""

from __future__ import annotations

#: The score of a win now; one less for each ply until the win. Scores beyond WON are certain wins.
WIN = 30_000
WON = 29_000
#: The largest evaluation; only a proven win scores more.
MOST_EVALUATION = 20_000
#: The length in plies assumed for a win that is proven but was not measured.
UNMEASURED = 500
