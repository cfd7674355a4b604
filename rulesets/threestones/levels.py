"""The levels of Threestones, as data; ``rated`` puts them in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import played_by, rated
from game.core.language import gettext_noop
from game.core.ruleset import Level
from rulesets import fairfolk

#: The 2017 document's computer player and its help mode.
GREEDY = Level(
    id="greedy",
    title=gettext_noop("Greedy"),
    pitch=gettext_noop("Takes the best trade of points and looks no further."),
    thinker=".opponents.greedy",
    source='"Threestones" (2017), section 6',
)

OWN_POINTS = Level(
    id="own-points",
    title=gettext_noop("Beginner"),
    pitch=gettext_noop("Counts its own points and overlooks what it gives you."),
    thinker=".opponents.greedy",
    settings={"minds_opponent": False},
    source='"Threestones" (2017), section 6, without the second half of its heuristic function',
)


def _engine(level_id: str, title: str, pitch: str, *, ponders: bool = False, **settings: float) -> Level:
    return Level(level_id, title, pitch, ".ai.engine", settings, ponders=ponders)


#: From the weakest to the strongest: first by less and less random choice, then by deeper search.
_ENGINES = (
    _engine(
        "engine_newcomer",
        gettext_noop("Duckling"),
        gettext_noop("Paddles about and drops stones."),
        depth=1,
        temperature=520,
    ),
    _engine(
        "engine_stroller",
        gettext_noop("Wader"),
        gettext_noop("Sees a trio when it is one stone away, mostly."),
        depth=1,
        temperature=255,
    ),
    _engine(
        "engine_regular",
        gettext_noop("Angler"),
        gettext_noop("Waits for the trio that you forget."),
        depth=1,
        temperature=122,
    ),
    _engine(
        "engine_careful",
        gettext_noop("Frog"),
        gettext_noop("Hops to where the points are, most of the time."),
        depth=1,
        temperature=52,
    ),
    _engine(
        "engine_patient",
        gettext_noop("Otter"),
        gettext_noop("Playful, and busier than it looks."),
        depth=1,
        temperature=44,
    ),
    _engine(
        "engine_schemer",
        gettext_noop("Swan"),
        gettext_noop("Rarely takes less than it could."),
        depth=1,
        temperature=33,
    ),
    _engine(
        "engine_keen",
        gettext_noop("Pike"),
        gettext_noop("Strikes as soon as a trio is there."),
        depth=1,
        temperature=24,
    ),
    _engine(
        "engine_light",
        gettext_noop("Boatman"),
        gettext_noop("Minds where your next stone may go."),
        depth=2,
        temperature=20,
    ),
    _engine("engine_solid", gettext_noop("Heron"), gettext_noop("Stands still and waits for your stone."), nodes=300),
    _engine(
        "engine_sharp",
        gettext_noop("Kingfisher"),
        gettext_noop("Looks three stones ahead before it dives."),
        nodes=12_000,
    ),
    _engine(
        "engine_full", gettext_noop("Full engine"), gettext_noop("Thinks as deep as its time allows."), ponders=True
    ),
)

#: The full engine gives the hints.
FULL = _ENGINES[-1]
#: The characters that play them, by the levels' ids.
_CAST = {
    "engine_newcomer": fairfolk.PUDDLE,
    "engine_stroller": fairfolk.BRAMBLE,
    "own-points": fairfolk.MORTIMER,
    "engine_regular": fairfolk.JUNO,
    "engine_careful": fairfolk.FERGUS,
    "greedy": fairfolk.RASCAL,
    "engine_patient": fairfolk.OLLIE,
    "engine_schemer": fairfolk.ODETTE,
    "engine_keen": fairfolk.FINN,
    "engine_light": fairfolk.BIRK,
    "engine_solid": fairfolk.HECTOR,
    "engine_sharp": fairfolk.INDIGO,
    "engine_full": fairfolk.COBALT,
}

#: ``ladder.json`` holds the Elo that an arena run measured, and its command.
LEVELS = rated(
    played_by((OWN_POINTS, GREEDY, *_ENGINES), _CAST),
    Path(__file__).with_name("ladder.json").read_text(encoding="utf-8"),
)
