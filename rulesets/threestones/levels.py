"""The opponents of Threestones, as data, in the order of their Elo."""

from __future__ import annotations

from pathlib import Path

from game.core.ladder import rated
from game.core.ruleset import Level

#: The 2017 document's computer player and its help mode.
GREEDY = Level(
    id="greedy",
    title="Greedy",
    pitch="Takes the best trade of points and looks no further.",
    thinker=".opponents.greedy",
    source='"Threestones" (2017), section 6',
)

OWN_POINTS = Level(
    id="own-points",
    title="Beginner",
    pitch="Counts its own points and overlooks what it gives you.",
    thinker=".opponents.greedy",
    settings={"minds_opponent": False},
    source='"Threestones" (2017), section 6, without the second half of its heuristic function',
)


def _engine(level_id: str, title: str, pitch: str, *, ponders: bool = False, **settings: float) -> Level:
    return Level(level_id, title, pitch, ".ai.engine", settings, ponders=ponders)


#: From the weakest to the strongest: ever less of a gambler, then one that looks ever further.
_ENGINES = (
    _engine("engine_newcomer", "Duckling", "Paddles about and drops stones.", depth=1, temperature=400),
    _engine("engine_stroller", "Wader", "Sees a trio when it is one stone away, mostly.", depth=1, temperature=200),
    _engine("engine_regular", "Angler", "Waits for the trio that you forget.", depth=1, temperature=118),
    _engine("engine_careful", "Frog", "Hops to where the points are, most of the time.", depth=1, temperature=84),
    _engine("engine_patient", "Otter", "Playful, and busier than it looks.", depth=1, temperature=62),
    _engine("engine_schemer", "Swan", "Rarely takes less than it could.", depth=1, temperature=40),
    _engine("engine_keen", "Pike", "Strikes as soon as a trio is there.", depth=1, temperature=27),
    _engine("engine_light", "Boatman", "Minds where your next stone may go.", depth=2, temperature=22),
    _engine("engine_solid", "Heron", "Stands still and waits for your stone.", depth=2, temperature=14),
    _engine("engine_sharp", "Miller", "Looks three stones ahead and saves its Millers for the end.", nodes=400),
    _engine("engine_full", "Full engine", "Thinks as deep as its time allows.", ponders=True),
)

#: The full engine gives the hints.
FULL = _ENGINES[-1]
#: The table is what an arena run left; its own text says which.
LEVELS = rated((OWN_POINTS, GREEDY, *_ENGINES), Path(__file__).with_name("ladder.json").read_text(encoding="utf-8"))
