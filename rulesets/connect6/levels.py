"""The opponents of Connect6, as data: the player of Six in a row, asked once for each of the two stones."""

from __future__ import annotations

from game.core.ruleset import Level

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3, with two stones a turn"
_THINKER = "rulesets.six_in_a_row.opponents.six_tuples"

#: From the weakest to the strongest.
LEVELS = (
    Level(
        id="casual",
        title="Casual",
        pitch="Sees every run of six, but is not too particular.",
        thinker=_THINKER,
        settings={"worth": 0.5},
        source=f"{_PAPER}; with dice among the cells worth at least half of the best",
    ),
    Level(
        id="six_tuples",
        title="Six-tuples",
        pitch="Scores every run of six on the board, twice a turn.",
        thinker=_THINKER,
        source=_PAPER,
    ),
)
