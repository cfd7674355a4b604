"""The computer players of Gomoku that need no compiled code.

One weighs rows (``rulesets/row_weigher.py``); the others follow a thesis of 2017, which weighs cells with a table, and
a report of 2018, which scores patterns of stones.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping
from math import inf
from time import monotonic

from game.core.lines.line_state import LineState
from game.core.lines.reasons import purpose
from game.core.lines.shapes import padded
from game.core.model import EMPTY, Place, State
from game.core.ruleset import Info, Limits
from rulesets.row_weigher import RowWeigher

from .patterns_2018 import PatternBoard
from .rules import RULESET, opponent_of
from .table_2017 import CellRank, CellRanker

row_weigher = RowWeigher(RULESET).think


def weight_table(
    state: State, limits: Limits, *, defence: float = 1.0, worth: float = 1.0, sees_double_threats: bool = False
) -> Generator[Info, None, Place]:
    """Choose the cell with the highest sum of weights over four directions, from Table 5 of Chen (2017).

    The sources are sections 5.2 and 6.1. A cell that makes five is chosen at once, whatever the sums. The thesis does
    not say which of several cells with the highest sum is chosen; here it is random, from the seed in ``limits``, so
    that games differ. The first stone of a game is placed in the middle.

    The thesis names three levels but describes only one. *Basic* is weaker: it counts only the share ``defence`` of the
    weights for blocking (fours are always blocked), and chooses at random among cells worth at least the share
    ``worth`` of the best. *Advanced* is stronger: with ``sees_double_threats`` it also sees stones that make two
    threats at once, including threats with gaps.
    """
    assert isinstance(state, LineState)
    ranker = CellRanker(state.geometry, state.rule, state.colour, opponent_of(state), defence, sees_double_threats)
    board = padded(state.board)
    ranks = {cell: ranker.rank(board, cell) for cell in _shuffled_cells(state, limits)}
    cell = max(ranks, key=lambda candidate: ranks[candidate])
    if worth < 1 and not ranks[cell].wins:
        cell = _near_best(ranks, worth, f"{limits.seed} {len(ranks)}")
    yield _info(state, cell, ranks[cell].total, len(ranks))
    return Place(cell, state.colour)


def _near_best(ranks: Mapping[int, CellRank], worth: float, seed: str) -> int:
    best = max(rank.total for rank in ranks.values())
    near = [cell for cell, rank in ranks.items() if rank.total >= worth * best]
    return random.Random(seed).choice(near) if best else near[0]


def single_point(state: State, limits: Limits) -> Generator[Info, None, Place]:
    """Choose the cell with the best sum of the player's own patterns and those it prevents (Zhao 2018).

    It looks one ply ahead; the sources are sections 1 and 4.4. The report only says that its author's program lost to
    players with "single point evaluation". This is such a player with the report's patterns: the score of the own stone
    plus DEFENCE times that of the opponent's stone on the same cell. It makes a five at once, or else prevents one. The
    report does not say how ties are broken; here it is random, from the seed.
    """
    assert isinstance(state, LineState)
    patterns = PatternBoard(state)
    cells = _shuffled_cells(state, limits)
    scores = {cell: patterns.point_score(cell) for cell in cells}
    cell = max(cells, key=lambda c: scores[c])
    yield _info(state, cell, scores[cell], len(cells))
    return Place(cell, state.colour)


def alpha_beta(state: State, limits: Limits) -> Generator[Info, None, Place]:
    """Run an alpha-beta search of depth 2 over the sum of all stones' pattern scores (Zhao 2018, section 3).

    The pseudocode of the report has the signs of ``max_value`` and ``min_value`` swapped; this function follows its
    text. Cells are searched in the order of their single-point scores, which the report regrets not doing (section
    4.3). The order does not change values, only the choice among equal moves and the number of cutoffs. Ties in the
    order are broken at random, from the seed, and the first of equal values is kept. The report does not give its time
    limit: here it is ``limits.seconds``, after which the best move so far is played.
    """
    assert isinstance(state, LineState)
    started = monotonic()
    patterns = PatternBoard(state)
    order = sorted(_shuffled_cells(state, limits), key=patterns.point_score, reverse=True)
    order = [cell for cell in order if patterns.has_neighbour(cell)] or order[:1]
    best, value = order[0], -inf
    for cell in order:
        score = patterns.value_after(cell, alpha=value)
        if score > value:
            best, value = cell, score
        yield _info(state, best, value, patterns.nodes, depth=2)
        if monotonic() - started > limits.seconds or 0 < limits.nodes <= patterns.nodes:
            break
    return Place(best, state.colour)


def _shuffled_cells(state: LineState, limits: Limits) -> list[int]:
    """Return the legal cells in random order, from the seed, so that ties are broken at random.

    On an empty board, only the cells nearest to the middle are returned.
    """
    geometry = state.geometry

    def off_centre(cell: int) -> int:
        x, y = geometry.cells[cell]
        return (2 * x - geometry.columns + 1) ** 2 + (2 * y - geometry.rows + 1) ** 2

    cells = [move.cell for move in RULESET.legal_moves(state) if isinstance(move, Place)]
    if all(stone == EMPTY for stone in state.board):
        nearest = min(map(off_centre, cells))
        cells = [cell for cell in cells if off_centre(cell) == nearest]
    random.Random(f"{limits.seed} {len(cells)}").shuffle(cells)
    return cells


def _info(state: LineState, cell: int, score: float, nodes: int, depth: int = 1) -> Info:
    note = purpose(state, cell, opponent_of(state))
    return Info(depth, round(score), nodes, (Place(cell, state.colour),), note)
