"""Finder of the puzzle in a position: its kind and solutions, with proof that no other turn solves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.model import Options, State
from game.core.ruleset import Ruleset, with_turn
from game.training.puzzles.puzzle import PuzzleTheme
from tools.puzzles.lines import line_of_points, winning_line
from tools.puzzles.only_turns import SolvingTurn, a_win, most_points, no_loss, only_turns
from tools.puzzles.solver import Solver
from tools.puzzles.themes import attack_theme

#: The nodes of the first search of a position and of those in a line, and of the search that must confirm the result.
_GLANCE, _SURE = 20_000, 150_000
#: The nodes of a search of a game to its end.
_EXACT = 2_000_000
#: The maximum number of first turns that win. Puzzles with other themes have only one solution.
_MOST_WINS = 2
#: The numbers of stones left to both sides together at which a puzzle of most points is looked for.
_LAST_STONES = range(5, 11)
#: The minimum number of legal first moves. With one or two, a puzzle would be too easy.
_LEAST_CHOICES = 3


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A puzzle that has no rating yet."""

    state: State
    theme: PuzzleTheme
    solutions: tuple[SolvingTurn, ...]
    own_turns: int
    """The number of turns of the solver until the game is won or over; 1 for a defence, which asks for one turn."""
    choices: float
    """The average number of moves that look plausible at a turn of the solver."""


def offers_choice(ruleset: Ruleset, state: State, solutions: Sequence[SolvingTurn]) -> bool:
    """Return True if at least three first moves are legal and fewer than half of them begin a solution."""
    legal = len(set(ruleset.legal_moves(state)))
    return legal >= _LEAST_CHOICES and 2 * len({line[0] for line in solutions}) < legal


class Finder:
    """Finds puzzles in positions of a ruleset with these options."""

    def __init__(self, solver: Solver, options: Options) -> None:
        self._solver, self._options = solver, options

    def find(self, state: State) -> FoundPuzzle | None:
        """Return the puzzle in a position at the beginning of a turn, or None if it has none.

        There is also none if too few moves are legal or most of them solve it, so that there is nothing to choose.
        """
        found = self._points(state) if self._solver.counts_points else self._win_or_defence(state)
        if found is None or not offers_choice(self._solver.ruleset, state, found.solutions):
            return None
        return found

    def _win_or_defence(self, state: State) -> FoundPuzzle | None:
        # A win with this turn, or a defence against a win with the next turn, is too easy.
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
        """Return the position with the other side to move."""
        other = next(colour for colour in state.colours if colour != state.colour)
        return with_turn(self._solver.ruleset, self._options, state, other)

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
