"""The levels of Six in a row, which are the opponents that the computer plays, sorted by measured strength (Elo)."""

from __future__ import annotations

from functools import partial

from game.core.clock import TimeControl
from game.core.language import gettext_noop
from game.core.levels.level import Ribbon
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, instant_level, measured, six_tuple_levels

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3"

_DOCUMENTS = six_tuple_levels(_PAPER, gettext_noop("A program that rates lines of six and likes to attack."))
_rows = partial(instant_level, thinker=".opponents.row_weigher")
_INSTANT = (
    _rows("newcomer", temperature=52, defence=0.3),
    _rows("regular", pitch=gettext_noop("A regular visitor who blocks most long rows."), temperature=17, defence=0.5),
    _rows("careful", temperature=11, defence=0.7),
    _rows("patient", temperature=9, defence=0.9),
)
_ENGINES = (
    engine_level("light", pitch=gettext_noop("An engine that thinks only briefly, but sees fives."), nodes=2_000),
    engine_level("full"),
)

#: Characters by level id.
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

LEVELS = measured((*_DOCUMENTS, *_INSTANT, *_ENGINES), _CAST, __file__)

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
