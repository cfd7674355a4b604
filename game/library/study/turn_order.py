"""The colour to move in a study, computed without asking the rules about every position."""

from __future__ import annotations

from game.core.model import Reason
from game.library.study.study import Study


class TurnOrder:
    """The colour of each stone of a study by its depth in the tree.

    If an opening assigns the colours, the order is not known in advance; only then the position before each stone is
    asked.
    """

    def __init__(self, study: Study) -> None:
        """Find out how many stones the first turn and all later turns have."""
        first, ruleset = study.first_state, study.ruleset
        self._study = study
        self._is_known = bool(first.colour) and all(first.colours)
        self._colours = ruleset.info.colours
        self._first = self._colours.index(first.colour) if first.colour in self._colours else 0
        self._left = first.placements_left
        self._turn = ruleset.arrange(study.options, {}, self._colours[0]).placements_left if self._is_known else 1

    def colour(self, node: int, depth: int) -> str:
        """Return the colour of a stone that follows a node at a depth, or "" if it is unknown."""
        if not self._is_known:
            state = self._study.state(node)
            return "" if isinstance(state, Reason) else state.colour
        turns = 0 if depth < self._left else 1 + (depth - self._left) // max(1, self._turn)
        return self._colours[(self._first + turns) % 2]
