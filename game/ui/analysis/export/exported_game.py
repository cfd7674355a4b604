"""The data of an export: a game as a study, with or without its review, and the position to export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from game.core.model import Reason, State
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.shown_game import stone_numbers


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game to export, as a study tree, and the node of the position on the board."""

    title: str
    study: Study
    node: int
    """Node of the position on the board."""
    reviewed: Callable[[], Study] | None = None
    """Returns the game with its review as comments and variations; None if it was not reviewed."""

    @property
    def state(self) -> State | Reason:
        """The position to export, or a Reason if the ruleset refuses it."""
        return self.study.state(self.node)

    @property
    def line(self) -> list[int]:
        """Nodes of the variation through the position on the board, from the first position to the last."""
        tree = self.study.tree
        return [ROOT, *tree.path(self.node), *tree.continuation(self.node)]

    def states(self) -> list[State]:
        """Return the position after each turn of the exported variation.

        Turns that do not change the board are skipped.

        The first and the last position are always included.
        """
        known = [state for state in map(self.study.state, self.line) if isinstance(state, State)]
        found = known[:1]
        for before, state in pairwise(known):
            is_turn_over = state.seat != before.seat or state is known[-1]
            if is_turn_over and state.board != found[-1].board:
                found.append(state)
        return found

    @property
    def numbers(self) -> Mapping[int, int]:
        """Move numbers to draw on the stones of the exported board; the keys are cell indices."""
        match = self.study.match(self.node)
        return {} if isinstance(match, Reason) else stone_numbers(match)
