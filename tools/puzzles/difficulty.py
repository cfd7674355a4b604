"""The first rating of a puzzle: by how long it is, how much there is to choose from, and which levels see it.

The guess is a bell curve around what length and breadth suggest. The levels below the strongest try the first turn,
each a few times; what they find or miss counts as games against an opponent of the puzzle's rating, at half weight,
as a search sees short wins better than a person of its strength.
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

#: Ratings that are tried.
_LEAST, _MOST, _STEP = 500, 2_400, 10
#: The guess: of a win in one turn, for each further turn of the solver, for each doubling of what there is to choose.
_BASE, _A_TURN, _A_DOUBLING, _SPREAD = 700, 150, 90, 250
#: What a theme adds, as quiet threes and defences are harder to see than fours.
_MORE = {PuzzleTheme.VCT: 150, PuzzleTheme.DEFEND: 250, PuzzleTheme.MOST_POINTS: 100}
#: How often each level tries, on which dice, with how many nodes at most, and what a try weighs.
_TRIES, _RNG, _NODES, _WEIGHT = 2, 7_000, 2_000, 0.5
_SECONDS = 10.0


def first_rating(solver: Solver, found: FoundPuzzle, levels: Sequence[Level]) -> int:
    """The rating that goes best with the guess and with what these levels see."""
    tries = [
        (level.elo or 0, solves(solver, found.state, found.solutions, LevelTry(level, _RNG + number, _NODES)))
        for level in levels
        for number in range(_TRIES)
    ]
    guess = _guess(found)
    return max(range(_LEAST, _MOST + 1, _STEP), key=lambda rating: _likelihood(rating, guess, tries))


def _guess(found: FoundPuzzle) -> float:
    length = _A_TURN * (found.own_turns - 1)
    return _BASE + length + _A_DOUBLING * math.log2(max(1.0, found.choices)) + _MORE.get(found.theme, 0)


def _likelihood(rating: int, guess: float, tries: Iterable[tuple[int, bool]]) -> float:
    """The logarithm of how likely the tries are, and the rating beside the guess."""
    known = -(((rating - guess) / _SPREAD) ** 2) / 2
    for elo, solved in tries:
        expected = expected_score(elo, rating)
        known += _WEIGHT * math.log(expected if solved else 1 - expected)
    return known


@dataclass(frozen=True, slots=True)
class LevelTry:
    """How a level tries a puzzle."""

    level: Level
    seed: int
    nodes: int
    """The positions that it may look at most, whatever the level; 0 for no such bound."""


def solves(solver: Solver, state: State, solutions: Iterable[SolvingTurn], attempt: LevelTry) -> bool:
    """Whether a level's first turn is the first turn of one of these solutions, in whatever order."""
    limits = Limits(seconds=_SECONDS, nodes=attempt.nodes, seed=attempt.seed, forgets=True)
    after = solver.after(state, solver.turn_of(attempt.level, state, limits))
    return any(solver.after(state, first_turn(solver.ruleset, state, line)).board == after.board for line in solutions)
