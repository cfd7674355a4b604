"""All dialects, and the lookup of a program's dialect."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.model import Options
from game.core.ruleset import Ruleset
from game.engine.host.dialect import Dialect
from game.engine.host.engine_program import EngineProgram
from game.engine.host.foreign_dialect import ForeignDialect
from game.engine.host.gomocup_dialect import GOMOCUP
from game.engine.host.own_dialect import OWN
from game.engine.host.sau_dialect import CLOUDICT, SAU

#: The dialects of foreign engines, by id.
DIALECTS: Mapping[str, ForeignDialect] = {dialect.id: dialect for dialect in (GOMOCUP, SAU, CLOUDICT)}


def dialect_of(engine: EngineProgram) -> Dialect:
    """The dialect of a program, our own engine's among them."""
    return OWN if engine.dialect == OWN.id else DIALECTS[engine.dialect]


def expresses(engine: EngineProgram, ruleset: Ruleset, options: Options) -> bool:
    """Whether the dialect of a program can express a game with these complete options."""
    dialect = dialect_of(engine)
    return not isinstance(dialect, ForeignDialect) or dialect.expresses(ruleset, options)


def lays_stones(engine: EngineProgram) -> bool:
    """Whether the dialect of a program can express a game that has begun."""
    dialect = dialect_of(engine)
    return not isinstance(dialect, ForeignDialect) or dialect.lays_stones
