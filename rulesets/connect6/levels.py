"""The levels of Connect6, which are the opponents that the computer plays, sorted by their measured strength (Elo)."""

from __future__ import annotations

from functools import partial

from game.core.clock import TimeControl
from game.core.language import gettext_noop
from game.core.levels.level import Ribbon
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, instant_level, measured, six_tuple_levels

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3, with two stones a turn"

_DOCUMENTS = six_tuple_levels(_PAPER, gettext_noop("A program that rates all lines of six for each stone."))

#: This level also gives the hints.
FULL = engine_level("full")
#: With two stones a turn, a row can wait longer than in other games, so each stone adds less weight.
_rows = partial(instant_level, thinker=".opponents.row_weigher", growth=2)
_INSTANT = (
    _rows(
        "newcomer",
        pitch=gettext_noop("A newcomer, for whom two stones at once is a lot."),
        temperature=25,
        defence=0.5,
    ),
    _rows("regular", temperature=1, defence=0.9),
)
_ENGINES = (
    engine_level("patient", depth=2, temperature=60),
    engine_level("light", nodes=1_000),
    engine_level("solid", nodes=5_000),
    engine_level("strong", pitch=gettext_noop("An engine that makes two threats where you see one."), nodes=20_000),
    FULL,
)

#: Characters by level id.
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

LEVELS = measured((*_DOCUMENTS, *_INSTANT, *_ENGINES), _CAST, __file__)

#: Ribbons, one at each fifth level of the ladder.
ACHIEVEMENTS = (
    Ribbon(
        "blitz",
        gettext_noop("Blitz"),
        gettext_noop("Fifteen seconds per two-stone turn."),
        time_control=TimeControl(15, is_per_turn=True),
    ),
    Ribbon(
        "hourglass",
        gettext_noop("Hourglass"),
        gettext_noop("Three minutes per player for the whole game."),
        time_control=TimeControl(180),
    ),
)
