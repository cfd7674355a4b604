"""The levels of Connect6, as data; ``rated`` puts them in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import played_by, rated
from game.core.language import gettext_noop
from game.core.ruleset import Level
from rulesets import fairfolk

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3, with two stones a turn"

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
        pitch=gettext_noop("Scores every run of six on the board, twice a turn."),
        thinker=".opponents.six_tuples",
        source=_PAPER,
    ),
)


def _engine(level_id: str, title: str, pitch: str, *, ponders: bool = False, **settings: float) -> Level:
    return Level(level_id, title, pitch, ".ai.engine", settings, ponders=ponders)


#: From the weakest to the strongest: first by less and less random choice, then by deeper search.
_ENGINES = (
    _engine(
        "engine_newcomer",
        gettext_noop("Newcomer"),
        gettext_noop("New at the fair. Two stones at once are a lot."),
        depth=1,
        temperature=1500,
        foresight=False,
    ),
    _engine(
        "engine_regular",
        gettext_noop("Regular"),
        gettext_noop("Here every evening, and stops what it sees."),
        depth=1,
        temperature=150,
        foresight=False,
    ),
    _engine(
        "engine_patient",
        gettext_noop("Patient"),
        gettext_noop("Rarely slips, and waits for you to."),
        depth=2,
        temperature=60,
    ),
    _engine("engine_light", gettext_noop("Light engine"), gettext_noop("A search kept on a short leash."), nodes=1_000),
    _engine(
        "engine_solid",
        gettext_noop("Solid engine"),
        gettext_noop("The same search with room to plan an attack."),
        nodes=5_000,
    ),
    _engine(
        "engine_strong",
        gettext_noop("Strong engine"),
        gettext_noop("Makes two threats where you see one."),
        nodes=20_000,
    ),
    _engine(
        "engine_full", gettext_noop("Full engine"), gettext_noop("Thinks as deep as its time allows."), ponders=True
    ),
)

#: The full engine gives the hints.
FULL = _ENGINES[-1]
#: The characters that play them, by the levels' ids.
_CAST = {
    "casual": fairfolk.OLLIE,
    "engine_newcomer": fairfolk.PIP,
    "engine_regular": fairfolk.FERGUS,
    "six_tuples": fairfolk.BEA,
    "engine_patient": fairfolk.BROCK,
    "engine_light": fairfolk.BISCUIT,
    "engine_solid": fairfolk.MAGNUS,
    "engine_strong": fairfolk.PRESTO,
    "engine_full": fairfolk.COBALT,
}

#: ``ladder.json`` holds the Elo that an arena run measured, and its command.
LEVELS = rated(
    played_by((*_DOCUMENTS, *_ENGINES), _CAST), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8")
)
