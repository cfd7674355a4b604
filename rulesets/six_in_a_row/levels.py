"""The opponents of Six in a row, as data."""

from __future__ import annotations

from game.core.ruleset import Level

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3"

#: From the weakest to the strongest.
LEVELS = (
    Level(
        id="casual",
        title="Casual",
        pitch="Sees every run of six, but is not too particular.",
        thinker=".opponents.six_tuples",
        settings={"worth": 0.5},
        source=f"{_PAPER}; with dice among the cells worth at least half of the best",
    ),
    Level(
        id="six_tuples",
        title="Six-tuples",
        pitch="Scores every run of six and likes to attack.",
        thinker=".opponents.six_tuples",
        source=_PAPER,
    ),
    Level(
        id="engine_full",
        title="Full engine",
        pitch="Thinks as deep as its time allows.",
        thinker=".ai.engine",
    ),
)
