"""Search for the turns that solve a puzzle, and proof that no other turns do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from game.core.model import EMPTY, Move, Place, State
from tools.puzzles.solver import RankedMove, Solver

#: The winning chance above which a move looks plausible.
SENSIBLE = 0.2
#: The winning chance above which a move that is not proved to win may still win.
_ALMOST_WON = 0.93
#: The nodes of the first separate search of a move, the nodes of the second, and the chance from which it is done.
_SHORT, _LONG, _WORTH_A_SECOND = 3_000, 40_000, 0.5
#: The maximum distance from a stone, in columns and in rows, of a move that is searched separately.
_NEAR = 2

#: The moves of a turn that solves a puzzle, or of a line that begins with such a turn.
SolvingTurn = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a turn must achieve to solve a puzzle, such as a forced win, and how to search for such turns."""

    does: Callable[[RankedMove], bool]
    """Return True if a move meets the condition."""
    is_unclear: Callable[[RankedMove], bool]
    """Return True if a move is not known to meet the condition but might. Then the position is no puzzle."""
    most: int
    """The maximum number of turns that meet the condition."""
    nodes: int
    """The nodes of each search of a position."""
    looks_at_each: bool = False
    """True if each move is also searched separately, since a search ends when its best moves win and omits others."""


def a_win(most: int, nodes: int) -> Demand:
    """Return the demand that a turn wins by force.

    At most ``most`` turns may do so, and each search has ``nodes`` nodes.
    """
    return Demand(
        lambda found: found.wins,
        lambda found: not found.is_certain and found.chance > _ALMOST_WON,
        most,
        nodes,
        looks_at_each=True,
    )


def no_loss(nodes: int) -> Demand:
    """Return the demand that a turn does not lose, which only one turn may meet; each search has ``nodes`` nodes."""
    return Demand(
        lambda found: not found.loses and found.chance > SENSIBLE,
        lambda found: not found.is_certain and found.chance <= SENSIBLE,
        1,
        nodes,
    )


def most_points(score: float, nodes: int) -> Demand:
    """Return the demand that a turn is proved to lead to this score or more, which only one turn may meet.

    Each search has ``nodes`` nodes.
    """
    return Demand(lambda found: found.is_certain and found.score >= score, lambda found: not found.is_certain, 1, nodes)


@dataclass(frozen=True, slots=True)
class OnlyTurns:
    """All turns that meet a demand, such as to win by force."""

    turns: tuple[SolvingTurn, ...]
    """The turns. A turn of several stones is given once, in one order of its stones."""
    sensible: int
    """The number of first moves that look plausible."""


def only_turns(solver: Solver, state: State, asked: Demand) -> OnlyTurns | None:
    """Return the turns that meet a demand, such as to win by force; ``asked`` says what it is.

    Return None if there are none or more than it allows, or if it is unclear whether a turn meets it.
    """
    found = list(_each(solver, state, state.seat, (), asked))
    by_board = {solver.after(state, each.turn).board: each.turn for each in reversed(found)}
    if any(each.is_unclear for each in found) or not 0 < len(by_board) <= asked.most:
        return None
    return OnlyTurns(tuple(reversed(by_board.values())), max(each.sensible for each in found))


@dataclass(frozen=True, slots=True)
class _Tried:
    """A turn that meets a demand or, if ``is_unclear``, the first moves of a turn for which this is not known."""

    turn: SolvingTurn
    sensible: int
    is_unclear: bool = False


def _each(solver: Solver, state: State, seat: int, before: SolvingTurn, asked: Demand) -> Iterator[_Tried]:
    """Yield every turn that meets a demand, in every order of its stones.

    ``before`` are the moves of the turn so far.
    """
    most = asked.most * max(1, state.placements_left)
    ranked = solver.best(state, asked.nodes, most + 2)
    good = [each for each in ranked if asked.does(each)]
    unclear = any(asked.is_unclear(each) for each in ranked)
    sensible = len(good) + sum(1 for each in ranked if not asked.does(each) and each.chance > SENSIBLE)
    if asked.looks_at_each and not unclear and len(good) <= most:
        others = (each for each in _others(solver, state, ranked) if asked.does(each) or asked.is_unclear(each))
        found = tuple(islice(others, most + 1 - len(good)))
        good, unclear = [*good, *filter(asked.does, found)], any(map(asked.is_unclear, found))
    if len(good) > most or unclear:
        yield _Tried(before, sensible, is_unclear=True)
        return
    for each in good:
        turn, after = (*before, each.line[0]), solver.after(state, each.line[:1])
        if after.seat != seat or solver.ruleset.outcome(after) is not None:
            yield _Tried(turn, sensible)
        else:
            yield from _each(solver, after, seat, turn, asked)


def _others(solver: Solver, state: State, known: tuple[RankedMove, ...]) -> Iterator[RankedMove]:
    """Search each move near the stones separately that is not known to win or lose yet, and yield the results.

    Moves with a certain result in the short search come first. Then come the others that look good, from a longer
    search.
    """
    certain, undecided, forgets = {each.line[0] for each in known if each.is_certain}, list[RankedMove](), True
    for move in _near(solver, state):
        if move in certain:
            continue
        seen = solver.worth(state, move, _SHORT, forgets=forgets)
        forgets = False
        if seen.is_certain:
            yield seen
        elif seen.chance >= _WORTH_A_SECOND:
            undecided.append(seen)
    for seen in sorted(undecided, key=lambda each: -each.chance):
        yield solver.worth(state, seen.line[0], _LONG, forgets=False)


def _near(solver: Solver, state: State) -> Iterator[Move]:
    """Yield the legal placements near a stone."""
    cells = state.geometry.cells
    stones = [cells[cell] for cell, stone in enumerate(state.board) if stone != EMPTY]
    for move in solver.ruleset.legal_moves(state):
        if isinstance(move, Place):
            column, row = cells[move.cell]
            if any(max(abs(column - x), abs(row - y)) <= _NEAR for x, y in stones):
                yield move
