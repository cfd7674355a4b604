"""The continuation of a puzzle's solution after its first turn, against the longest defence."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.model import State
from game.training.puzzles.puzzle import first_turn
from tools.puzzles.only_turns import SENSIBLE, SolvingTurn
from tools.puzzles.solver import Solver

#: The maximum number of moves in a line.
_LONGEST = 60
#: The number of best moves that are compared to see whether the solver has a choice.
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class WinningLine:
    """A winning first turn of a puzzle, with its continuation."""

    moves: SolvingTurn
    """The moves up to the turn after which nothing stops the win."""
    kept: SolvingTurn
    """The moves up to the last turn that was the only winning one; the rest is not part of the solution."""
    own_turns: int
    """The number of turns of the solver until the game is won."""
    choices: float
    """The average number of moves that look plausible at a turn of the solver after the first."""


def winning_line(solver: Solver, state: State, turn: SolvingTurn, nodes: int) -> WinningLine | None:
    """Return the continuation of a winning turn, or None if searches with ``nodes`` nodes do not reach the win."""
    moves, kept, own, sensible = turn, turn, 1, list[int]()
    while len(moves) < _LONGEST:
        position = solver.after(state, moves)
        if solver.ruleset.outcome(position) is not None:
            return _line(moves, kept, own, sensible)
        reply = _reply(solver, position, nodes)
        position = solver.after(position, reply)
        if not reply or position.seat != state.seat or solver.ruleset.outcome(position) is not None:
            return None
        if solver.wins_at_once(position):
            return _line(moves, kept, own + 1, sensible)
        ranked = solver.best(position, nodes, _BESIDE)
        wins = [each for each in ranked if each.wins]
        if not wins:
            return None
        moves = (*moves, *reply, *_whole_turn(solver, position, wins[0].line, nodes))
        kept = moves if len(wins) == 1 else kept
        own += 1
        sensible.append(sum(1 for each in ranked if each.chance > SENSIBLE))
    return None


def _line(moves: SolvingTurn, kept: SolvingTurn, own_turns: int, sensible: list[int]) -> WinningLine:
    return WinningLine(moves, kept, own_turns, sum(sensible) / len(sensible) if sensible else 1.0)


def _reply(solver: Solver, position: State, nodes: int) -> SolvingTurn:
    """Return the turn of the longest defence, or () if the defender can win at once.

    If the search finds no move, the turn begins with any legal move.
    """
    if solver.wins_at_once(position):
        return ()
    answers = solver.best(position, nodes)
    line = answers[0].line if answers else (next(solver.ruleset.legal_moves(position)),)
    return _whole_turn(solver, position, line, nodes)


def _whole_turn(solver: Solver, state: State, line: SolvingTurn, nodes: int) -> SolvingTurn:
    """Return the first turn of a line. If the line ends within the turn, searches find the missing moves."""
    turn = first_turn(solver.ruleset, state, line)
    position = solver.after(state, turn)
    while position.seat == state.seat and solver.ruleset.outcome(position) is None:
        ranked = solver.best(position, nodes)
        if not ranked:
            return turn
        turn = (*turn, ranked[0].line[0])
        position = solver.after(position, ranked[0].line[:1])
    return turn


def line_of_points(solver: Solver, state: State, turn: SolvingTurn, nodes: int) -> SolvingTurn:
    """Return a turn with its continuation to the end of the game, with the best moves of both sides for points."""
    moves = turn
    while solver.ruleset.outcome(position := solver.after(state, moves)) is None:
        ranked = solver.best(position, nodes)
        moves = (*moves, ranked[0].line[0] if ranked else next(solver.ruleset.legal_moves(position)))
    return moves
