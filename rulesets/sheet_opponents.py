"""The rule sheets that come with the program, and the opponents of all sheets."""

from game.core.ruleset import Level

LEVELS = (Level("any", "Any", "x", thinker=".any"),)
