"""Shipped puzzles proved again: a few of each set here, all of them by ``python -m tools.engine.puzzles``."""

from dataclasses import replace

import pytest

from game.training.puzzles.puzzle import Puzzle, PuzzleTheme
from game.training.puzzles.puzzle_file import read_set
from tests.training.puzzles.test_index import CATALOGUE, SETS
from tools.engine.puzzles.proofs import check_puzzle

#: Every so many puzzles of a set one is looked at.
_PART = 60


@pytest.mark.slow
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_a_shipped_puzzle_is_what_it_says_by_solvers_that_did_not_make_it(path):
    puzzles = read_set(path, CATALOGUE.rulesets)
    defects = [defect for puzzle in puzzles.puzzles[::_PART] for defect in check_puzzle(puzzles, puzzle).defects]
    assert defects == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_a_wrong_solution_is_found_out(path):
    puzzles = read_set(path, CATALOGUE.rulesets)
    puzzle = next(each for each in puzzles.puzzles if each.theme is not PuzzleTheme.DEFEND)
    assert check_puzzle(puzzles, _spoilt(puzzles.ruleset, puzzle)).defects


def _spoilt(ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the last legal moves as its solution."""
    moves, state = [], puzzle.state
    for _number in range(max(1, len(puzzle.solutions[0])) if puzzle.theme is PuzzleTheme.MOST_POINTS else 2):
        if ruleset.outcome(state) is None:
            moves.append(list(ruleset.legal_moves(state))[-1])
            state = ruleset.apply(state, moves[-1]).state
    return replace(puzzle, solutions=(tuple(moves),))
