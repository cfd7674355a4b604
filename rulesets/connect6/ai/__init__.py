"""The compiled engine of Connect6: the search library of the row games, adapted to two stones a turn.

A move of the search is a single stone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.engine.search.lines.thinker import Thinker, plain_rules

from ..about import INFO
from ..rules import RULESET

if TYPE_CHECKING:
    from .threads import Connect6Engine


def engine_class() -> type[Connect6Engine]:
    """Return the engine class, importing its compiled code."""
    from .threads import Connect6Engine  # noqa: PLC0415 - compiled code is loaded only when it is needed

    return Connect6Engine


_RULES_OF = partial(plain_rules, colours=INFO.colours)
THINKER = Thinker(__name__, RULESET, _RULES_OF, (RULESET.line_rule,), engine_class)
engine = THINKER.think
prove = THINKER.prove
warm = THINKER.warm
