"""The first rating of a puzzle, from the length of its solution, the number of plausible moves, and trials by levels.

Length, number of moves and theme give a guess, the mean of a normal distribution. Then levels try the first turn, each
twice. A trial counts as a game against an opponent with the puzzle's rating: a win if the level finds the turn, else a
loss. Trials have half the weight of a game, because a search finds short wins more easily than a person of the same
strength.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.model import State
from game.core.rating import expected_score
from game.core.ruleset import Level, Limits
from game.training.puzzles.puzzle import PuzzleTheme, first_turn
from tools.puzzles.finding import FoundPuzzle
from tools.puzzles.only_turns import SolvingTurn
from tools.puzzles.solver import Solver

#: The lowest and the highest rating of a puzzle, and the step between two ratings.
_LEAST, _MOST, _STEP = 500, 2_400, 10
#: The guessed rating of a win in one turn, what each further turn of the solver adds, what each doubling of the number
#: of plausible moves adds, and the standard deviation of the guess.
_BASE, _A_TURN, _A_DOUBLING, _SPREAD = 700, 150, 90, 250
#: What a theme adds to the guess, as wins with threes and defences are harder to see than wins with fours.
_MORE = {PuzzleTheme.VCT: 150, PuzzleTheme.DEFEND: 250, PuzzleTheme.MOST_POINTS: 100}
#: The number of trials of each level, the random seed of the first, the maximum number of nodes, and a trial's weight.
_TRIES, _RNG, _NODES, _WEIGHT = 2, 7_000, 2_000, 0.5
#: The time limit of a move in seconds.
_SECONDS = 10.0


def first_rating(solver: Solver, found: FoundPuzzle, levels: Sequence[Level]) -> int:
    """Return the first rating of a puzzle, the most likely one, after each of these levels has tried to solve it twice.

    Levels without an Elo rating do not try. The length of the solution and the number of plausible moves also count.
    """
    tries = [
        (level.elo, solves(solver, found.state, found.solutions, LevelTry(level, _RNG + number, _NODES)))
        for level in levels
        if level.elo is not None
        for number in range(_TRIES)
    ]
    guess = _guess(found)
    return max(range(_LEAST, _MOST + 1, _STEP), key=lambda rating: _likelihood(rating, guess, tries))


def _guess(found: FoundPuzzle) -> float:
    length = _A_TURN * (found.own_turns - 1)
    return _BASE + length + _A_DOUBLING * math.log2(max(1.0, found.choices)) + _MORE.get(found.theme, 0)


def _likelihood(rating: int, guess: float, tries: Iterable[tuple[int, bool]]) -> float:
    """Return the logarithm, up to a constant, of the likelihood of a rating, given the guess and the trials.

    ``tries`` are pairs: a level's Elo, and whether it solved the puzzle.
    """
    known = -(((rating - guess) / _SPREAD) ** 2) / 2
    for elo, solved in tries:
        expected = expected_score(elo, rating)
        known += _WEIGHT * math.log(expected if solved else 1 - expected)
    return known


@dataclass(frozen=True, slots=True)
class LevelTry:
    """The settings with which a level tries to solve a puzzle."""

    level: Level
    seed: int
    nodes: int
    """The maximum number of nodes of a search, besides the level's own limit; 0 for no limit."""


def solves(solver: Solver, state: State, solutions: Iterable[SolvingTurn], attempt: LevelTry) -> bool:
    """Return True if a level finds the first turn of a puzzle: the stones of a solution's first turn, in any order.

    ``attempt`` has the level and its limits.
    """
    limits = Limits(seconds=_SECONDS, nodes=attempt.nodes, seed=attempt.seed, forgets=True)
    after = solver.after(state, solver.turn_of(attempt.level, state, limits))
    return any(solver.after(state, first_turn(solver.ruleset, state, line)).board == after.board for line in solutions)
