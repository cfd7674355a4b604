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


def _engine(level_id: str, title: str, pitch: str, *, ponders: bool = False, **settings: float) -> Level:
    return Level(level_id, title, pitch, ".ai.engine", settings, chooses=True, ponders=ponders)


#: From the weakest to the strongest: ever less of a gambler, then one that looks ever further.
_ENGINES = (
    _engine(
        "engine_newcomer",
        "Newcomer",
        "New at the fair. Puts stones where they look nice.",
        depth=2,
        temperature=800,
        foresight=False,
    ),
    _engine(
        "engine_stroller",
        "Stroller",
        "Plays while looking at the lanterns.",
        depth=2,
        temperature=470,
        foresight=False,
    ),
    _engine(
        "engine_regular",
        "Regular",
        "Here every evening, and stops most open threes.",
        depth=2,
        temperature=250,
        foresight=False,
    ),
    _engine(
        "engine_careful",
        "Careful",
        "Looks at both colours before it moves.",
        depth=2,
        temperature=150,
        foresight=False,
    ),
    _engine(
        "engine_patient", "Patient", "Rarely slips, and waits for you to.", depth=2, temperature=80, foresight=False
    ),
    _engine("engine_schemer", "Schemer", "Strings fours together when you leave it room.", depth=2, temperature=58),
    _engine("engine_keen", "Keen", "Looks one stone further than you expect.", depth=3, temperature=60),
    _engine("engine_light", "Light engine", "A search kept on a short leash: it sees your fours.", nodes=700),
    _engine("engine_solid", "Solid engine", "The same search with room to plan an attack.", nodes=2_400),
    _engine("engine_sharp", "Sharp engine", "Sees far, and remembers every threat you leave.", nodes=7_000),
    _engine("engine_strong", "Strong engine", "Builds two plans at once and keeps both secret.", nodes=19_000),
    _engine("engine_master", "Master engine", "Has seen your trap before you set it.", nodes=48_000),
    _engine("engine_grandmaster", "Grandmaster engine", "Knows the end of the game at its beginning.", nodes=125_000),
    _engine("engine_champion", "Champion engine", "Leaves you one way out, and stands in it.", nodes=380_000),
    _engine("engine_full", "Full engine", "Thinks as deep as its time allows.", ponders=True),
)

#: The table is what an arena run left; its own text says which.
LEVELS = rated((*_DOCUMENTS, *_ENGINES), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8"))
