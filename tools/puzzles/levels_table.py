"""``main.py puzzles levels FILE``: prints how many puzzles of each range of ratings the levels solve.

A stronger level should solve more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from game.core.ruleset import Level
from game.training.puzzles.puzzle import Puzzle, PuzzleSet
from tools.puzzles.difficulty import LevelTry, solves
from tools.puzzles.solver import Solver

#: The ratings at which one range of ratings (band) ends and the next begins.
_BANDS = (900, 1_100, 1_300, 1_500, 1_700)
#: The random seed of the levels. It differs from the seeds that are used for the first rating.
_RNG = 90_000


def levels_table(solver: Solver, puzzles: PuzzleSet, levels: Sequence[Level], nodes: int) -> Iterator[str]:
    """Yield the rows of the table: two header rows, then for each level the share of puzzles that it solves.

    The shares are those of all puzzles and of each range of ratings. ``nodes`` limits each search of a level.
    """
    bands = [[each for each in puzzles.puzzles if _band(each) == number] for number in range(len(_BANDS) + 1)]
    names = [f"<{_BANDS[0]}", *(f"{low}-{high - 1}" for low, high in pairwise(_BANDS))]
    heads = [*names, f">={_BANDS[-1]}"]
    yield f"{'level':<22}{'Elo':>6}{'all':>7}" + "".join(f"{head:>11}" for head in heads)
    yield f"{'puzzles':<28}{len(puzzles.puzzles):>7}" + "".join(f"{len(band):>11}" for band in bands)
    for level in levels:
        counts = [sum(_solved(solver, each, level, nodes) for each in band) for band in bands]
        row = "".join(f"{_share(count, len(band)):>11}" for count, band in zip(counts, bands, strict=True))
        yield f"{level.id:<22}{level.elo or '':>6}{_share(sum(counts), len(puzzles.puzzles)):>7}{row}"


def _band(puzzle: Puzzle) -> int:
    return sum(puzzle.rating >= bound for bound in _BANDS)


def _solved(solver: Solver, puzzle: Puzzle, level: Level, nodes: int) -> bool:
    return solves(solver, puzzle.state, puzzle.solutions, LevelTry(level, _RNG, nodes))


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.0f} %" if of else "-"
