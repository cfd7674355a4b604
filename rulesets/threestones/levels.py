"""The levels of Threestones, which are the opponents that the computer plays, sorted by measured strength (Elo)."""

from __future__ import annotations

from functools import partial

from game.core.clock import TimeControl
from game.core.language import gettext_noop
from game.core.levels.level import Ribbon
from game.core.ruleset import Level
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, instant_level, measured

#: The computer player and the help mode of the 2017 document.
GREEDY = Level(
    id="greedy",
    title=gettext_noop("Greedy"),
    pitch=gettext_noop("A player who compares points won with points given away."),
    thinker=".opponents.greedy",
    source='"Threestones" (2017), section 6',
)

OWN_POINTS = Level(
    id="own-points",
    title=gettext_noop("Beginner"),
    pitch=gettext_noop("A beginner who counts its own points, never yours."),
    thinker=".opponents.greedy",
    settings={"minds_opponent": False},
    source='"Threestones" (2017), section 6, without the second half of its heuristic function',
)

#: The levels of the counting player, with titles of their own.
_instant = partial(instant_level, thinker=".counting.count_line_potential")
_INSTANT = (
    _instant(
        "newcomer",
        title=gettext_noop("Duckling"),
        pitch=gettext_noop("The duckling paddles about and places stones anywhere."),
        temperature=520,
    ),
    _instant(
        "stroller",
        title=gettext_noop("Wader"),
        pitch=gettext_noop("The wader usually sees when one stone completes a trio."),
        temperature=255,
    ),
    _instant(
        "regular",
        title=gettext_noop("Angler"),
        pitch=gettext_noop("The angler waits for the trio that you overlook."),
        temperature=122,
    ),
    _instant(
        "careful",
        title=gettext_noop("Frog"),
        pitch=gettext_noop("The frog hops to where the points are, most of the time."),
        temperature=52,
    ),
    _instant(
        "patient",
        title=gettext_noop("Otter"),
        pitch=gettext_noop("The otter looks playful, but it collects many points."),
        temperature=44,
    ),
    _instant(
        "schemer",
        title=gettext_noop("Swan"),
        pitch=gettext_noop("The swan nearly always takes all the points it can get."),
        temperature=33,
    ),
    _instant(
        "keen",
        title=gettext_noop("Pike"),
        pitch=gettext_noop("The pike strikes as soon as it sees a trio."),
        temperature=24,
    ),
    _instant(
        "light",
        title=gettext_noop("Boatman"),
        pitch=gettext_noop("The boatman also counts the points you could score next."),
        temperature=20,
        minds_answer=True,
    ),
)

#: This level also gives the hints.
FULL = engine_level("full")
#: The engine's levels, with titles of their own.
_ENGINES = (
    engine_level(
        "solid",
        title=gettext_noop("Heron"),
        pitch=gettext_noop("The heron stands still and waits for your mistake."),
        nodes=50,
    ),
    engine_level(
        "sharp",
        title=gettext_noop("Kingfisher"),
        pitch=gettext_noop("The kingfisher looks three stones ahead before it dives."),
        nodes=400,
    ),
    FULL,
)

#: Characters by level id.
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

LEVELS = measured((OWN_POINTS, GREEDY, *_INSTANT, *_ENGINES), _CAST, __file__)

#: Ribbons, one at each fifth level of the ladder.
ACHIEVEMENTS = (
    Ribbon(
        "blitz",
        gettext_noop("Blitz"),
        gettext_noop("Ten seconds for each turn."),
        time_control=TimeControl(10, is_per_turn=True),
    ),
    Ribbon(
        "hourglass",
        gettext_noop("Hourglass"),
        gettext_noop("Three minutes per player for the whole game."),
        time_control=TimeControl(180),
    ),
)
