"""A computer player that scores runs of six cells with a table of scores, for games with six in a row.

Source: Zhang, "Six-in-a-Row Artificial Intelligence Design" (2021), sections 2.2.4 to 2.3.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from game.core.lines.line_state import LineState
from game.core.lines.reasons import purpose
from game.core.model import EMPTY, Place, State
from game.core.ruleset import Info, Limits

#: The paper's score sheet (section 2.3): score of a tuple by its number of stones, if only one side has stones in it.
OWN_SCORES = (7, 35, 800, 15_000, 800_000, 200_000_000)
OPPONENT_SCORES = (7, 15, 400, 1_800, 100_000, 100_000_000)
MIXED_SCORE = 0


def six_tuples(state: State, limits: Limits, *, worth: float = 1.0) -> Generator[Info, None, Place]:
    """Choose the cell with the highest sum of scores of all runs of six cells that contain it (Zhang 2021).

    The source is section 2.2.6, which calls these runs tuples. A call chooses one stone. Ties go to the first cell in
    row-then-column order, as in the paper. With ``worth`` below 1, choose at random among cells that score at least
    this share of the best; this weaker level is not from the paper.
    """
    assert isinstance(state, LineState)
    opponent = next(letter for letter in state.colours if letter != state.colour)
    scores = cell_scores(state, opponent)
    empty = [cell for cell, stone in enumerate(state.board) if stone == EMPTY]
    best = max(scores[cell] for cell in empty)
    choice = [cell for cell in empty if scores[cell] >= worth * best]
    rng = random.Random(f"{limits.seed} {len(empty)}")
    cell = choice[0] if worth == 1 else rng.choice(choice)
    move = Place(cell, state.colour)
    yield Info(depth=1, score=scores[cell], nodes=len(empty), variation=(move,), note=purpose(state, cell, opponent))
    return move


def cell_scores(state: LineState, opponent: str) -> list[int]:
    """Return for each cell the sum of the scores of all runs of six cells (tuples) through it, after Zhang (2021).

    All 924 tuples of the board count. The loops printed in the paper omit the 14 falling diagonals that start in its
    row 13 (the loop that should start them stops at ``k<13``), so the published player misses wins and threats there.
    This is a misprint, not an idea of the paper.
    """
    scores = [0] * len(state.board)
    for window in state.geometry.windows(state.rule.length):
        score = _tuple_score([state.board[cell] for cell in window], state.colour, opponent)
        for cell in window:
            scores[cell] += score
    return scores


def _tuple_score(stones: Sequence[str], colour: str, opponent: str) -> int:
    own, others = stones.count(colour), stones.count(opponent)
    if own and others:
        return MIXED_SCORE
    return OPPONENT_SCORES[others] if others else OWN_SCORES[own]
