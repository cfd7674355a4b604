"""The opponents of Gomoku, as data."""

from __future__ import annotations

from game.core.ruleset import Level

_THESIS = "Chen, Five-in-a-row Game on Android System (2017), section 5.2, Table 5"
_REPORT = "Zhao, Gomoku Report (2018)"

#: From the weakest to the strongest; the documents' as twenty freestyle games of each pair on the 15x15 board went.
LEVELS = (
    Level(
        id="basic",
        title="Basic",
        pitch="Dreams of its own rows and half forgets yours.",
        thinker=".opponents.weight_table",
        settings={"defence": 0.2, "worth": 0.5},
        source=f"{_THESIS}; level basic, whose weakness is ours",
    ),
    Level(
        id="algorithm",
        title="Algorithm",
        pitch="Weighs the rows at each crossing, its own first.",
        thinker=".opponents.weight_table",
        source=f"{_THESIS}; level algorithm",
    ),
    Level(
        id="advanced",
        title="Advanced",
        pitch="Weighs rows and looks out for two threats at once.",
        thinker=".opponents.weight_table",
        settings={"sees_double_threats": True},
        source=f"{_THESIS}; level advanced, whose strength is ours",
    ),
    Level(
        id="alpha_beta",
        title="Alpha-beta",
        pitch="Looks two stones ahead: its own and your answer.",
        thinker=".opponents.alpha_beta",
        source=f"{_REPORT}, section 3",
    ),
    Level(
        id="single_point",
        title="Single point",
        pitch="Takes the crossing that both colours want most.",
        thinker=".opponents.single_point",
        source=f"{_REPORT}, sections 1 and 4.4",
    ),
    Level(
        id="engine_light",
        title="Light engine",
        pitch="A search kept on a short leash: it sees your fours.",
        thinker=".ai.engine",
        settings={"nodes": 2_000},
    ),
    Level(
        id="engine_solid",
        title="Solid engine",
        pitch="The same search with room to plan an attack.",
        thinker=".ai.engine",
        settings={"nodes": 30_000},
    ),
    Level(
        id="engine_full",
        title="Full engine",
        pitch="Thinks as deep as its time allows.",
        thinker=".ai.engine",
    ),
)
