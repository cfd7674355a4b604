"""The levels of Gomoku, which are the opponents that the computer plays, sorted by their measured strength (Elo)."""

from __future__ import annotations

from functools import partial

from game.core.clock import TimeControl
from game.core.language import gettext_noop
from game.core.levels.level import Ribbon
from game.core.ruleset import Level
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, instant_level, measured

_THESIS = "Chen, Five-in-a-row Game on Android System (2017), section 5.2, Table 5"
_REPORT = "Zhao, Gomoku Report (2018)"

_DOCUMENTS = (
    Level(
        id="basic",
        title=gettext_noop("Basic"),
        pitch=gettext_noop("A dreamer who builds rows and often overlooks yours."),
        thinker=".opponents.weight_table",
        settings={"defence": 0.2, "worth": 0.5},
        source=f"{_THESIS}; level basic, whose weakness is ours",
    ),
    Level(
        id="algorithm",
        title=gettext_noop("Algorithm"),
        pitch=gettext_noop("A program that rates each cell by the rows through it."),
        thinker=".opponents.weight_table",
        source=f"{_THESIS}; level algorithm",
    ),
    Level(
        id="advanced",
        title=gettext_noop("Advanced"),
        pitch=gettext_noop("A program that rates rows and also sees double threats."),
        thinker=".opponents.weight_table",
        settings={"sees_double_threats": True},
        source=f"{_THESIS}; level advanced, whose strength is ours",
    ),
    Level(
        id="alpha_beta",
        title=gettext_noop("Alpha-beta"),
        pitch=gettext_noop("A program that looks at its move and your reply."),
        thinker=".opponents.alpha_beta",
        source=f"{_REPORT}, section 3",
    ),
    Level(
        id="single_point",
        title=gettext_noop("Single point"),
        pitch=gettext_noop("A program that plays where both sides would gain most."),
        thinker=".opponents.single_point",
        source=f"{_REPORT}, sections 1 and 4.4",
    ),
)

#: These levels also make opening decisions.
_rows = partial(instant_level, thinker=".opponents.row_weigher", chooses=True)
_INSTANT = (
    _rows("newcomer", temperature=36, defence=0.3),
    _rows("stroller", temperature=24, defence=0.4),
    _rows(
        "regular", pitch=gettext_noop("A regular visitor who blocks most open threes."), temperature=8.5, defence=0.6
    ),
    _rows("careful", temperature=6, defence=0.9),
    _rows("patient", temperature=1, defence=1.0),
)
_engine = partial(engine_level, chooses=True)
_ENGINES = (
    _engine("schemer", depth=2, temperature=58),
    _engine("keen", depth=3, temperature=60),
    _engine("light", pitch=gettext_noop("An engine that thinks only briefly, but sees your fours."), nodes=250),
    _engine("solid", nodes=1_000),
    _engine("sharp", nodes=4_000),
    _engine("strong", nodes=14_000),
    _engine("master", nodes=45_000),
    _engine("grandmaster", nodes=140_000),
    _engine("champion", nodes=420_000),
    _engine("full"),
)

#: Characters by level id.
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

LEVELS = measured((*_DOCUMENTS, *_INSTANT, *_ENGINES), _CAST, __file__)

#: Ribbons, one at each fifth level of the ladder.
ACHIEVEMENTS = (
    Ribbon(
        "small_board",
        gettext_noop("Small board"),
        gettext_noop("On a 9x9 board there is no room to run away."),
        {"size": 9},
    ),
    Ribbon(
        "renju",
        gettext_noop("Renju night"),
        gettext_noop("Renju: Black may not make a double three, a double four or more than five in a row."),
        {"variant": "renju"},
    ),
    Ribbon(
        "blitz",
        gettext_noop("Blitz"),
        gettext_noop("Ten seconds for each turn."),
        time_control=TimeControl(10, is_per_turn=True),
    ),
    Ribbon(
        "caro",
        gettext_noop("Caro crown"),
        gettext_noop("Caro 5: exactly five wins, unless the other colour blocks both ends."),
        {"variant": "caro"},
    ),
)
