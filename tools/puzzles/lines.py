"""How a solution goes on: the solver's turns and the longest defence, to where nothing stops the win any more."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.model import State
from game.training.puzzles.puzzle import first_turn
from tools.puzzles.only_turns import SENSIBLE, SolvingTurn
from tools.puzzles.solver import Solver

#: Moves of a line at most.
_LONGEST = 60
#: The best moves that are looked at to see whether the solver has a choice.
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class WinningLine:
    """How a first turn goes on."""

    moves: SolvingTurn
    """To the turn after which nothing stops the win."""
    kept: SolvingTurn
    """To the last turn that was the only one: the tail is cut."""
    own_turns: int
    """The turns of the solver until the game is won."""
    choices: float
    """How many moves looked worth a thought at each of the solver's later turns, in the mean."""


def winning_line(solver: Solver, state: State, turn: SolvingTurn, nodes: int) -> WinningLine | None:
    """How a turn that wins goes on; None where the win does not come out with so many nodes a move."""
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
    """The longest defence, or any move where none makes sense; nothing where the defender wins."""
    if solver.wins_at_once(position):
        return ()
    answers = solver.best(position, nodes)
    line = answers[0].line if answers else (next(solver.ruleset.legal_moves(position)),)
    return _whole_turn(solver, position, line, nodes)


def _whole_turn(solver: Solver, state: State, line: SolvingTurn, nodes: int) -> SolvingTurn:
    """The first turn of a line, which goes on by search where the line breaks off within it."""
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
    """How a turn goes on when both sides count the points out: to the end of the game."""
    moves = turn
    while solver.ruleset.outcome(position := solver.after(state, moves)) is None:
        ranked = solver.best(position, nodes)
        moves = (*moves, ranked[0].line[0] if ranked else next(solver.ruleset.legal_moves(position)))
    return moves
