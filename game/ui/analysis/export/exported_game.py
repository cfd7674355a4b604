"""What is written to files: a game as a study, with its review or without, and the position on the board."""

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
    """A game and a node of it."""

    title: str
    study: Study
    node: int
    """The position on the board."""
    reviewed: Callable[[], Study] | None = None
    """Makes the same game with its review in comments and variations; None where nothing was read."""

    @property
    def state(self) -> State | Reason:
        """The position on the board."""
        return self.study.state(self.node)

    @property
    def line(self) -> list[int]:
        """The nodes from the first position over the one on the board to the end of its variation."""
        tree = self.study.tree
        return [ROOT, *tree.path(self.node), *tree.continuation(self.node)]

    def states(self) -> list[State]:
        """The positions of the line after each turn, as far as they differ on the board; the first and the last too."""
        known = [state for state in map(self.study.state, self.line) if isinstance(state, State)]
        found = known[:1]
        for before, state in pairwise(known):
            is_turn_over = state.seat != before.seat or state is known[-1]
            if is_turn_over and state.board != found[-1].board:
                found.append(state)
        return found

    @property
    def numbers(self) -> Mapping[int, int]:
        """The numbers of the stones on the board."""
        match = self.study.match(self.node)
        return {} if isinstance(match, Reason) else stone_numbers(match)
