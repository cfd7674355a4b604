"""The compiled engine of Gomoku: the search library with the rules and bans of each variant."""

from __future__ import annotations

from dataclasses import replace

from game.core.lines.bans import Ban, BanningRule
from game.core.lines.line_state import LineRule
from game.engine.search.lines.rules import Rules
from game.engine.search.lines.thinker import Thinker, plain_rules

from .about import INFO
from .rules import RULESET, VARIANTS


def kit_rules(rule: LineRule) -> Rules:
    """Convert the rule of a variant to rules of the search library."""
    assert isinstance(rule, BanningRule)
    rules = plain_rules(rule, INFO.colours)
    first = replace(
        rules.first,
        bans_overline=Ban.OVERLINE in rule.bans,
        bans_double_four=Ban.DOUBLE_FOUR in rule.bans,
        bans_double_three=Ban.DOUBLE_THREE in rule.bans,
    )
    return replace(rules, first=first)


THINKER = Thinker(__name__, RULESET, kit_rules, tuple(VARIANTS.values()))
engine = THINKER.think
prove = THINKER.prove
warm = THINKER.warm
