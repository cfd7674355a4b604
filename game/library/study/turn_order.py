"""Whose stone comes next in a study, told without asking the rules about every position."""

from __future__ import annotations

from game.core.model import Reason
from game.library.study.study import Study


class TurnOrder:
    """The colour of each stone of a study by its depth in the tree.

    A game whose colours are shared out in an opening has no order that is known beforehand: there, and only there, the
    position before a stone is asked.
    """

    def __init__(self, study: Study) -> None:
        """Ask the first position how many stones its turn has, and the ruleset how many a turn has."""
        first, ruleset = study.first_state, study.ruleset
        self._study = study
        self._is_known = bool(first.colour) and all(first.colours)
        self._colours = ruleset.info.colours
        self._first = self._colours.index(first.colour) if first.colour in self._colours else 0
        self._left = first.placements_left
        self._turn = ruleset.arrange(study.options, {}, self._colours[0]).placements_left if self._is_known else 1

    def colour(self, node: int, depth: int) -> str:
        """The colour of a stone that follows a node at a depth; "" where that cannot be told."""
        if not self._is_known:
            state = self._study.state(node)
            return "" if isinstance(state, Reason) else state.colour
        turns = 0 if depth < self._left else 1 + (depth - self._left) // max(1, self._turn)
        return self._colours[(self._first + turns) % 2]
