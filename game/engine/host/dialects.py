"""The dialects that there are, and which one a program speaks."""

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

#: The dialects that a foreign engine can be asked in, by id.
DIALECTS: Mapping[str, ForeignDialect] = {dialect.id: dialect for dialect in (GOMOCUP, SAU, CLOUDICT)}


def dialect_of(engine: EngineProgram) -> Dialect:
    """The dialect that a program speaks."""
    return OWN if engine.dialect == OWN.id else DIALECTS[engine.dialect]


def expresses(engine: EngineProgram, ruleset: Ruleset, options: Options) -> bool:
    """Whether a game with these complete options can be told to a foreign engine."""
    return DIALECTS[engine.dialect].expresses(ruleset, options)
