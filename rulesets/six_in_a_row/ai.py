"""The compiled engine of Six in a row: the search library with a winning line of six."""

from __future__ import annotations

from functools import partial

from game.engine.search.lines.thinker import Thinker, plain_rules

from .about import INFO
from .rules import RULESET

THINKER = Thinker(__name__, RULESET, partial(plain_rules, colours=INFO.colours), (RULESET.line_rule,))
engine = THINKER.think
prove = THINKER.prove
warm = THINKER.warm
