"""A computer player for Threestones that needs no compiled code and looks one or two moves ahead.

It evaluates a placement by the points that it scores and by the chances of lines that are not complete yet, with the
same weights as the compiled engine. Levels differ in how randomly they choose, and in whether they consider the
opponent's best reply.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from itertools import product

from game.core.model import EMPTY, Choose, Move, Place, State
from game.core.ruleset import Info, Limits
from game.core.thinker import choose

from .pond import DUCK, LINES_THROUGH, PENGUIN, STONES, PondState, other_team, row_and_column, stones_left
from .promises import POINT, line_points, line_promises, shipped, stage_of
from .reasons import placement_reason
from .rules import TEAM_CHOSEN, placements

#: For each pocket, the other two pockets of every line through it.
_PAIRS = tuple(
    tuple(tuple(other for other in line if other != cell) for line in lines) for cell, lines in enumerate(LINES_THROUGH)
)
#: For each pocket, all pockets on a line with it.
_NEIGHBOURS = tuple(frozenset(cell for pair in pairs for cell in pair) for pairs in _PAIRS)

#: Change of the evaluation for the ducks, in hundredths of a point, by (new stone, two other pockets).
Changes = dict[tuple[str, str, str], int]


def count_line_potential(
    state: State, limits: Limits, *, temperature: float = 1.0, minds_answer: bool = False
) -> Generator[Info, None, Move]:
    """Choose a placement at random, preferring those with higher evaluations (see this module).

    ``temperature`` is in hundredths of a point: a placement that is worse by this amount is chosen e times less often.
    If ``minds_answer``, the value of the opponent's best reply is subtracted from that of each placement.
    """
    assert isinstance(state, PondState)
    if not state.colour:
        return Choose(next(iter(TEAM_CHOSEN)))
    moves = list(placements(state))
    evaluator = PlacementEvaluator(state, plies=1 + minds_answer)
    scores = [evaluator.after(move, minds_answer=minds_answer) for move in moves]
    rng = random.Random(f"{limits.seed} {state.board.count(EMPTY)}")
    index = choose(scores, temperature, rng)
    note = placement_reason(state, moves[index]).message
    yield Info(1 + minds_answer, scores[index], len(moves), (moves[index],), note)
    return moves[index]


class PlacementEvaluator:
    """An evaluator of placements in one position and of the opponent's replies to them, in hundredths of a point."""

    def __init__(self, state: PondState, plies: int) -> None:
        """Prepare to evaluate placements in a position.

        The weights are those for the position after ``plies`` more placements, as they depend on how full the board is.
        """
        self._team, self._hands, self._board = state.colour, state.hands, [*state.board]
        left = min(sum(stones_left(hand) for hand in state.hands.values()), state.board.count(EMPTY))
        placed = len(state.board) - state.board.count(EMPTY) + plies
        # After the last stone, unfinished lines have no potential.
        weights = shipped()[stage_of(placed)] if left > plies else (0, 0, 0, 0, 0)
        self._changes, self._in_hand = _changes(weights[:3]), weights[3]
        self._answers = dict(self._answers_before())

    def after(self, move: Place, *, minds_answer: bool) -> int:
        """Return by how much a placement changes the evaluation of the player to move.

        If ``minds_answer``, the value of the opponent's best reply is subtracted.
        """
        made = self._made(self._team, move.cell, move.stone)
        return made - self._best_answer(move) if minds_answer else made

    def _answers_before(self) -> Iterator[tuple[tuple[int, str], int]]:
        """Yield the value of each placement of the opponent in the current position."""
        other = other_team(self._team)
        for cell, stone in product(range(len(self._board)), STONES):
            if self._board[cell] == EMPTY and self._hands[other][stone]:
                yield (cell, stone), self._made(other, cell, stone)

    def _best_answer(self, move: Place) -> int:
        """Return the value of the opponent's best reply to a placement, or 0 if there is none."""
        other, board = other_team(self._team), self._board
        bound = [cell for cell in row_and_column(move.cell) if board[cell] == EMPTY]
        cells = bound or [cell for cell, stone in enumerate(board) if stone == EMPTY and cell != move.cell]
        stones = [stone for stone in STONES if self._hands[other][stone]]
        board[move.cell] = move.stone
        near = _NEIGHBOURS[move.cell]
        best = max(
            (
                self._made(other, cell, stone) if cell in near else self._answers[cell, stone]
                for cell in cells
                for stone in stones
            ),
            default=0,
        )
        board[move.cell] = EMPTY
        return best

    def _made(self, team: str, cell: int, stone: str) -> int:
        """Return the change of a team's evaluation by a placement: in its lines, and by the stone spent."""
        board, changes = self._board, self._changes
        ducks = sum(changes[stone, board[one], board[two]] for one, two in _PAIRS[cell])
        spent = self._in_hand if stone == team else -self._in_hand if stone == other_team(team) else 0
        return (ducks if team == DUCK else -ducks) - spent


@cache
def _changes(weights: Sequence[int]) -> Changes:
    """Return how much a stone changes the evaluation of its line, for all combinations of three cells.

    ``weights`` are those of line potential.
    """
    return {
        (stone, one, two): _worth((stone, one, two), weights) - _worth((EMPTY, one, two), weights)
        for stone, one, two in product(STONES, (EMPTY, *STONES), (EMPTY, *STONES))
    }


def _worth(line: Sequence[str], weights: Sequence[int]) -> int:
    number = [line.count(kind) for kind in (EMPTY, DUCK, PENGUIN)]
    promised = sum(weight * kind for weight, kind in zip(weights, line_promises(*number), strict=True))
    return POINT * line_points(*number) + promised
