"""All dialects, and the lookup of a program's dialect."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.model import Options
from game.core.ruleset import Ruleset
from game.engine.client.dialect import Dialect
from game.engine.client.engine_program import EngineProgram
from game.engine.client.foreign_dialect import ForeignDialect
from game.engine.client.gomocup_dialect import GOMOCUP
from game.engine.client.own_dialect import OWN
from game.engine.client.sau_dialect import CLOUDICT, SAU

#: Dialects of foreign engines, by id.
DIALECTS: Mapping[str, ForeignDialect] = {dialect.id: dialect for dialect in (GOMOCUP, SAU, CLOUDICT)}

#: All dialects by id, including our own engine's.
ALL_DIALECTS: Mapping[str, Dialect] = {**DIALECTS, OWN.id: OWN}


def dialect_of(engine: EngineProgram) -> Dialect:
    """Return the dialect of a program."""
    return ALL_DIALECTS[engine.dialect]


def expresses(engine: EngineProgram, ruleset: Ruleset, options: Options) -> bool:
    """Return True if the dialect of a program can express a game with these complete options."""
    return dialect_of(engine).expresses(ruleset, options)
