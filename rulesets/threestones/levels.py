"""The opponents of Threestones, as data."""

from __future__ import annotations

from game.core.ruleset import Level

#: The 2017 document's computer player and its help mode.
GREEDY = Level(
    id="greedy",
    title="Greedy",
    pitch="Takes the best trade of points and looks no further.",
    thinker=".opponents.greedy",
    source='"Threestones" (2017), section 6',
)

OWN_POINTS = Level(
    id="own-points",
    title="Beginner",
    pitch="Counts its own points and overlooks what it gives you.",
    thinker=".opponents.greedy",
    settings={"minds_opponent": False},
    source='"Threestones" (2017), section 6, without the second half of its heuristic function',
)

#: From the weakest to the strongest.
LEVELS = (OWN_POINTS, GREEDY)
