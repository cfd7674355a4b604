"""The opponents of Gomoku, as data, in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import rated
from game.core.ruleset import Level

_THESIS = "Chen, Five-in-a-row Game on Android System (2017), section 5.2, Table 5"
_REPORT = "Zhao, Gomoku Report (2018)"

_DOCUMENTS = (
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
)

#: From the weakest to the strongest: ever less of a gambler, then one that looks ever further.
_ENGINES = (
    Level(
        id="engine_newcomer",
        title="Newcomer",
        pitch="New at the fair. Puts stones where they look nice.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 800, "foresight": False},
    ),
    Level(
        id="engine_stroller",
        title="Stroller",
        pitch="Plays while looking at the lanterns.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 430, "foresight": False},
    ),
    Level(
        id="engine_regular",
        title="Regular",
        pitch="Here every evening, and stops most open threes.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 270, "foresight": False},
    ),
    Level(
        id="engine_careful",
        title="Careful",
        pitch="Looks at both colours before it moves.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 160, "foresight": False},
    ),
    Level(
        id="engine_patient",
        title="Patient",
        pitch="Rarely slips, and waits for you to.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 90, "foresight": False},
    ),
    Level(
        id="engine_schemer",
        title="Schemer",
        pitch="Strings fours together when you leave it room.",
        thinker=".ai.engine",
        chooses=True,
        settings={"depth": 2, "temperature": 50},
    ),
    Level(
        id="engine_light",
        title="Light engine",
        pitch="A search kept on a short leash: it sees your fours.",
        thinker=".ai.engine",
        chooses=True,
        settings={"nodes": 2_000},
    ),
    Level(
        id="engine_solid",
        title="Solid engine",
        pitch="The same search with room to plan an attack.",
        thinker=".ai.engine",
        chooses=True,
        settings={"nodes": 15_000},
    ),
    Level(
        id="engine_sharp",
        title="Sharp engine",
        pitch="Sees far, and remembers every threat you leave.",
        thinker=".ai.engine",
        chooses=True,
        settings={"nodes": 100_000},
    ),
    Level(
        id="engine_full",
        title="Full engine",
        pitch="Thinks as deep as its time allows.",
        thinker=".ai.engine",
        chooses=True,
        ponders=True,
    ),
)

#: The table is what an arena run left; its own text says which.
LEVELS = rated((*_DOCUMENTS, *_ENGINES), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8"))
