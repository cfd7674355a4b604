"""The levels of Six in a row, as data; ``rated`` puts them in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import played_by, rated
from game.core.language import gettext_noop
from game.core.ruleset import Level
from rulesets import fairfolk

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3"

_DOCUMENTS = (
    Level(
        id="casual",
        title=gettext_noop("Casual"),
        pitch=gettext_noop("Sees every run of six, but is not too particular."),
        thinker=".opponents.six_tuples",
        settings={"worth": 0.5},
        source=f"{_PAPER}; with dice among the cells worth at least half of the best",
    ),
    Level(
        id="six_tuples",
        title=gettext_noop("Six-tuples"),
        pitch=gettext_noop("Scores every run of six and likes to attack."),
        thinker=".opponents.six_tuples",
        source=_PAPER,
    ),
)

#: From the weakest to the strongest: first by less and less random choice, then by deeper search.
_ENGINES = (
    Level(
        id="engine_newcomer",
        title=gettext_noop("Newcomer"),
        pitch=gettext_noop("New at the fair. Puts stones where they look nice."),
        thinker=".ai.engine",
        settings={"depth": 2, "temperature": 700, "foresight": False},
    ),
    Level(
        id="engine_regular",
        title=gettext_noop("Regular"),
        pitch=gettext_noop("Here every evening, and stops most long rows."),
        thinker=".ai.engine",
        settings={"depth": 2, "temperature": 270, "foresight": False},
    ),
    Level(
        id="engine_careful",
        title=gettext_noop("Careful"),
        pitch=gettext_noop("Looks at both colours before it moves."),
        thinker=".ai.engine",
        settings={"depth": 2, "temperature": 160, "foresight": False},
    ),
    Level(
        id="engine_patient",
        title=gettext_noop("Patient"),
        pitch=gettext_noop("Rarely slips, and waits for you to."),
        thinker=".ai.engine",
        settings={"depth": 2, "temperature": 90, "foresight": False},
    ),
    Level(
        id="engine_light",
        title=gettext_noop("Light engine"),
        pitch=gettext_noop("A search kept on a short leash, with fives in sight."),
        thinker=".ai.engine",
        settings={"nodes": 2_000},
    ),
    Level(
        id="engine_full",
        title=gettext_noop("Full engine"),
        pitch=gettext_noop("Thinks as deep as its time allows."),
        thinker=".ai.engine",
        ponders=True,
    ),
)

#: The characters that play them, by the levels' ids.
_CAST = {
    "engine_newcomer": fairfolk.DUSTY,
    "casual": fairfolk.HAZEL,
    "engine_regular": fairfolk.RASCAL,
    "engine_careful": fairfolk.MORTIMER,
    "engine_light": fairfolk.DASH,
    "six_tuples": fairfolk.BEA,
    "engine_patient": fairfolk.TILDA,
    "engine_full": fairfolk.COBALT,
}

#: ``ladder.json`` holds the Elo that an arena run measured, and its command.
LEVELS = rated(
    played_by((*_DOCUMENTS, *_ENGINES), _CAST), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8")
)
