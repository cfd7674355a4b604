"""The scale of scores: points for evaluations, and values far beyond them for proven wins.

The net is trained so that 200 points are odds of e to 1 for winning. Search scores are further from 0 than the results
justify; the number of points per logit was measured for each game, its ``logit_scale``.
"""

from __future__ import annotations

#: Score of an immediate win; each ply until the win subtracts one. Scores beyond WON are proven wins.
WIN = 30_000
WON = 29_000
#: Largest evaluation; only a proven win scores more.
MOST_EVALUATION = 20_000
#: Number of plies assumed for a win that is proven but whose length was not measured.
UNMEASURED = 500
