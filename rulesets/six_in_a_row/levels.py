"""The levels of Six in a row, as data; ``measured`` puts them in the order of their Elo."""

from __future__ import annotations

from game.core.language import gettext_noop
from rulesets import fairfolk
from rulesets.shared_levels import engine_level, measured, six_tuple_levels

_PAPER = "Zhang, Six-in-a-Row Artificial Intelligence Design (2021), sections 2.2.4 to 2.3"

_DOCUMENTS = six_tuple_levels(_PAPER, gettext_noop("Scores every run of six and likes to attack."))
_ENGINES = (
    engine_level("newcomer", depth=2, temperature=700, foresight=False),
    engine_level(
        "regular",
        pitch=gettext_noop("Here every evening, and stops most long rows."),
        depth=2,
        temperature=270,
        foresight=False,
    ),
    engine_level("careful", depth=2, temperature=160, foresight=False),
    engine_level("patient", depth=2, temperature=90, foresight=False),
    engine_level("light", pitch=gettext_noop("A search kept on a short leash, with fives in sight."), nodes=2_000),
    engine_level("full"),
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

LEVELS = measured((*_DOCUMENTS, *_ENGINES), _CAST, __file__)
