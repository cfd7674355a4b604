"""Finds the puzzle in a position: what has to be done, that it is the only thing to do, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.model import EMPTY, Options, State
from game.core.ruleset import Ruleset
from game.training.puzzles.puzzle import PuzzleTheme
from tools.puzzles.lines import line_of_points, winning_line
from tools.puzzles.only_turns import SolvingTurn, a_win, most_points, no_loss, only_turns
from tools.puzzles.solver import Solver
from tools.puzzles.themes import attack_theme

#: The nodes of a first look at a position and at those of a line, and of the look that has to confirm what it saw.
_GLANCE, _SURE = 20_000, 150_000
#: Nodes of a look that counts the end of a game out.
_EXACT = 2_000_000
#: First turns that may win; of a defence, and of the most points, there is one.
_MOST_WINS = 2
#: The stones that both sides have left where the last points are counted, at least and at most.
_LAST_STONES = range(5, 11)
#: The fewest legal first moves: with one or two a puzzle solves itself.
_LEAST_CHOICES = 3


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A puzzle before it is rated."""

    state: State
    theme: PuzzleTheme
    solutions: tuple[SolvingTurn, ...]
    own_turns: int
    """The turns of the solver until the game is won, or over; 1 where only one turn is asked for."""
    choices: float
    """How many moves look worth a thought at each of the solver's turns, in the mean."""


def offers_choice(ruleset: Ruleset, state: State, solutions: Sequence[SolvingTurn]) -> bool:
    """Return whether at least three first moves are legal and fewer than half of them begin a solution."""
    legal = len(set(ruleset.legal_moves(state)))
    return legal >= _LEAST_CHOICES and 2 * len({line[0] for line in solutions}) < legal


class Finder:
    """Looks for the puzzles in the positions of games with these options."""

    def __init__(self, solver: Solver, options: Options) -> None:
        self._solver, self._options = solver, options

    def find(self, state: State) -> FoundPuzzle | None:
        """Return the puzzle of a position in which a turn begins; None if there is none that leaves a choice."""
        found = self._points(state) if self._solver.counts_points else self._win_or_defence(state)
        if found is None or not offers_choice(self._solver.ruleset, state, found.solutions):
            return None
        return found

    def _win_or_defence(self, state: State) -> FoundPuzzle | None:
        # What wins or stops a win with this very turn is no riddle.
        if self._solver.wins_at_once(state) or self._solver.wins_at_once(self._passed(state)):
            return None
        seen = self._solver.best(state, _GLANCE)
        if not seen or seen[0].loses:
            return None
        return self._attack(state) if seen[0].wins else self._defence(state)

    def _attack(self, state: State) -> FoundPuzzle | None:
        means = self._solver.proof(state)
        only = None if means is None else only_turns(self._solver, state, a_win(_MOST_WINS, _SURE))
        if means is None or only is None:
            return None
        lines = [winning_line(self._solver, state, turn, _GLANCE) for turn in only.turns]
        known = sorted((line for line in lines if line is not None), key=lambda line: line.own_turns)
        if len(known) < len(lines):
            return None
        first = known[0]
        theme = attack_theme(self._solver, state, first.moves, means, first.own_turns)
        choices = (only.sensible + first.choices * (first.own_turns - 1)) / first.own_turns
        return FoundPuzzle(state, theme, tuple(line.kept for line in known), first.own_turns, choices)

    def _passed(self, state: State) -> State:
        """The position with the other side on turn."""
        other = next(colour for colour in state.colours if colour != state.colour)
        stones = {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}
        return self._solver.ruleset.arrange(self._options, stones, other)

    def _defence(self, state: State) -> FoundPuzzle | None:
        if self._solver.proof(self._passed(state)) is None:
            return None
        only = only_turns(self._solver, state, no_loss(_SURE))
        if only is None:
            return None
        return FoundPuzzle(state, PuzzleTheme.DEFEND, only.turns, 1, float(only.sensible))

    def _points(self, state: State) -> FoundPuzzle | None:
        if sum(sum(hand.values()) for hand in state.hands.values()) not in _LAST_STONES:
            return None
        seen = self._solver.best(state, _EXACT)
        if not seen or not seen[0].is_certain:
            return None
        only = only_turns(self._solver, state, most_points(seen[0].score, _EXACT))
        if only is None:
            return None
        line = line_of_points(self._solver, state, only.turns[0], _EXACT)
        return FoundPuzzle(state, PuzzleTheme.MOST_POINTS, (line,), (len(line) + 1) // 2, float(only.sensible))
