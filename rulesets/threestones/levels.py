"""The levels of Threestones, as data; ``measured`` puts them in the order of their Elo."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import Level
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, measured

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

#: It gives the hints.
FULL = engine_level("full")
#: The engine at the pond, by names of its own.
_ENGINES = (
    engine_level(
        "newcomer",
        title=gettext_noop("Duckling"),
        pitch=gettext_noop("Paddles about and drops stones."),
        depth=1,
        temperature=520,
    ),
    engine_level(
        "stroller",
        title=gettext_noop("Wader"),
        pitch=gettext_noop("Sees a trio when it is one stone away, mostly."),
        depth=1,
        temperature=255,
    ),
    engine_level(
        "regular",
        title=gettext_noop("Angler"),
        pitch=gettext_noop("Waits for the trio that you forget."),
        depth=1,
        temperature=122,
    ),
    engine_level(
        "careful",
        title=gettext_noop("Frog"),
        pitch=gettext_noop("Hops to where the points are, most of the time."),
        depth=1,
        temperature=52,
    ),
    engine_level(
        "patient",
        title=gettext_noop("Otter"),
        pitch=gettext_noop("Playful, and busier than it looks."),
        depth=1,
        temperature=44,
    ),
    engine_level(
        "schemer",
        title=gettext_noop("Swan"),
        pitch=gettext_noop("Rarely takes less than it could."),
        depth=1,
        temperature=33,
    ),
    engine_level(
        "keen",
        title=gettext_noop("Pike"),
        pitch=gettext_noop("Strikes as soon as a trio is there."),
        depth=1,
        temperature=24,
    ),
    engine_level(
        "light",
        title=gettext_noop("Boatman"),
        pitch=gettext_noop("Minds where your next stone may go."),
        depth=2,
        temperature=20,
    ),
    engine_level(
        "solid", title=gettext_noop("Heron"), pitch=gettext_noop("Stands still and waits for your stone."), nodes=300
    ),
    engine_level(
        "sharp",
        title=gettext_noop("Kingfisher"),
        pitch=gettext_noop("Looks three stones ahead before it dives."),
        nodes=12_000,
    ),
    FULL,
)

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

LEVELS = measured((OWN_POINTS, GREEDY, *_ENGINES), _CAST, __file__)
