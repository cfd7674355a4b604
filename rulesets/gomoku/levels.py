"""The levels of Gomoku, as data; ``rated`` puts them in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import played_by, rated
from game.core.language import gettext_noop
from game.core.ruleset import Level
from rulesets import fairfolk

_THESIS = "Chen, Five-in-a-row Game on Android System (2017), section 5.2, Table 5"
_REPORT = "Zhao, Gomoku Report (2018)"

_DOCUMENTS = (
    Level(
        id="basic",
        title=gettext_noop("Basic"),
        pitch=gettext_noop("Dreams of its own rows and half forgets yours."),
        thinker=".opponents.weight_table",
        settings={"defence": 0.2, "worth": 0.5},
        source=f"{_THESIS}; level basic, whose weakness is ours",
    ),
    Level(
        id="algorithm",
        title=gettext_noop("Algorithm"),
        pitch=gettext_noop("Weighs the rows at each crossing, its own first."),
        thinker=".opponents.weight_table",
        source=f"{_THESIS}; level algorithm",
    ),
    Level(
        id="advanced",
        title=gettext_noop("Advanced"),
        pitch=gettext_noop("Weighs rows and looks out for two threats at once."),
        thinker=".opponents.weight_table",
        settings={"sees_double_threats": True},
        source=f"{_THESIS}; level advanced, whose strength is ours",
    ),
    Level(
        id="alpha_beta",
        title=gettext_noop("Alpha-beta"),
        pitch=gettext_noop("Looks two stones ahead: its own and your answer."),
        thinker=".opponents.alpha_beta",
        source=f"{_REPORT}, section 3",
    ),
    Level(
        id="single_point",
        title=gettext_noop("Single point"),
        pitch=gettext_noop("Takes the crossing that both colours want most."),
        thinker=".opponents.single_point",
        source=f"{_REPORT}, sections 1 and 4.4",
    ),
)


def _engine(level_id: str, title: str, pitch: str, *, ponders: bool = False, **settings: float) -> Level:
    return Level(level_id, title, pitch, ".ai.engine", settings, chooses=True, ponders=ponders)


#: From the weakest to the strongest: first by less and less random choice, then by deeper search.
_ENGINES = (
    _engine(
        "engine_newcomer",
        gettext_noop("Newcomer"),
        gettext_noop("New at the fair. Puts stones where they look nice."),
        depth=2,
        temperature=800,
        foresight=False,
    ),
    _engine(
        "engine_stroller",
        gettext_noop("Stroller"),
        gettext_noop("Plays while looking at the lanterns."),
        depth=2,
        temperature=470,
        foresight=False,
    ),
    _engine(
        "engine_regular",
        gettext_noop("Regular"),
        gettext_noop("Here every evening, and stops most open threes."),
        depth=2,
        temperature=250,
        foresight=False,
    ),
    _engine(
        "engine_careful",
        gettext_noop("Careful"),
        gettext_noop("Looks at both colours before it moves."),
        depth=2,
        temperature=150,
        foresight=False,
    ),
    _engine(
        "engine_patient",
        gettext_noop("Patient"),
        gettext_noop("Rarely slips, and waits for you to."),
        depth=2,
        temperature=80,
        foresight=False,
    ),
    _engine(
        "engine_schemer",
        gettext_noop("Schemer"),
        gettext_noop("Strings fours together when you leave it room."),
        depth=2,
        temperature=58,
    ),
    _engine(
        "engine_keen",
        gettext_noop("Keen"),
        gettext_noop("Looks one stone further than you expect."),
        depth=3,
        temperature=60,
    ),
    _engine(
        "engine_light",
        gettext_noop("Light engine"),
        gettext_noop("A search kept on a short leash: it sees your fours."),
        nodes=700,
    ),
    _engine(
        "engine_solid",
        gettext_noop("Solid engine"),
        gettext_noop("The same search with room to plan an attack."),
        nodes=2_400,
    ),
    _engine(
        "engine_sharp",
        gettext_noop("Sharp engine"),
        gettext_noop("Sees far, and remembers every threat you leave."),
        nodes=7_000,
    ),
    _engine(
        "engine_strong",
        gettext_noop("Strong engine"),
        gettext_noop("Builds two plans at once and keeps both secret."),
        nodes=19_000,
    ),
    _engine(
        "engine_master",
        gettext_noop("Master engine"),
        gettext_noop("Has seen your trap before you set it."),
        nodes=48_000,
    ),
    _engine(
        "engine_grandmaster",
        gettext_noop("Grandmaster engine"),
        gettext_noop("Knows the end of the game at its beginning."),
        nodes=125_000,
    ),
    _engine(
        "engine_champion",
        gettext_noop("Champion engine"),
        gettext_noop("Leaves you one way out, and stands in it."),
        nodes=380_000,
    ),
    _engine(
        "engine_full", gettext_noop("Full engine"), gettext_noop("Thinks as deep as its time allows."), ponders=True
    ),
)

#: The characters that play them, by the levels' ids.
_CAST = {
    "engine_newcomer": fairfolk.PIP,
    "engine_stroller": fairfolk.DUSTY,
    "basic": fairfolk.BRAMBLE,
    "algorithm": fairfolk.HAZEL,
    "engine_regular": fairfolk.BRUNO,
    "single_point": fairfolk.JUNO,
    "alpha_beta": fairfolk.DASH,
    "advanced": fairfolk.RASCAL,
    "engine_careful": fairfolk.TILDA,
    "engine_patient": fairfolk.BROCK,
    "engine_schemer": fairfolk.VESPER,
    "engine_keen": fairfolk.LUMI,
    "engine_light": fairfolk.BISCUIT,
    "engine_solid": fairfolk.MAGNUS,
    "engine_sharp": fairfolk.CORVIN,
    "engine_strong": fairfolk.PRESTO,
    "engine_master": fairfolk.MINERVA,
    "engine_grandmaster": fairfolk.STELLA,
    "engine_champion": fairfolk.HECTOR,
    "engine_full": fairfolk.COBALT,
}

#: ``ladder.json`` holds the Elo that an arena run measured, and its command.
LEVELS = rated(
    played_by((*_DOCUMENTS, *_ENGINES), _CAST), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8")
)
