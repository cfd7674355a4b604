"""Four in a row on a little board: a complete ruleset in one file, to be dropped into the plug-in folder."""

import random

from game.core.geometry import square
from game.core.line_game import LineGame, LineRule
from game.core.ruleset import Info, Level, RulesetInfo, Stone


def any_cell(state, limits):
    """A thinker: it says what it thinks with ``yield`` and returns its move."""
    yield Info(note="Any free cell will do.")
    return random.Random(limits.seed).choice(list(RULESET.legal_moves(state)))


class FourInARow(LineGame):
    """Two sides put stones down in turn; four or more in a straight line win."""

    board = square(7)
    line_rule = LineRule(length=4)
    info = RulesetInfo(
        id="four_in_a_row",
        title="Four in a row",
        pitch="Small board, short game.",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=("b", "w"),
        options=(),
        levels=(Level("any", "Any cell", "Plays anywhere.", thinker=".any_cell"),),
        hint_level="any",
        accent="#ff7a5c",
        accent2="#fff4dc",
        sample=("d4", "c4", "d5", "d3", "c5"),
    )


RULESET = FourInARow()
