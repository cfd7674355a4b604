"""The turns of a position that do what a puzzle asks for, and whether there is nothing else that might."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from game.core.model import EMPTY, Move, Place, State
from tools.puzzles.solver import RankedMove, Solver

#: The winning chance that a move must have to look worth a thought.
SENSIBLE = 0.2
#: The winning chance from which on a move that is not proved to win may still do so.
_ALMOST_WON = 0.93
#: The nodes of the first look at a move by itself, and of a second one where its chance is at least this.
_SHORT, _LONG, _WORTH_A_SECOND = 3_000, 40_000, 0.5
#: The farthest that a move which is looked at by itself is from a stone, in columns and rows.
_NEAR = 2

SolvingTurn = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a puzzle asks for, of the candidates of a search."""

    does: Callable[[RankedMove], bool]
    """Whether a move does it."""
    is_unclear: Callable[[RankedMove], bool]
    """Whether a move might do it after all: then nothing is proved."""
    most: int
    """The number of turns that may do it."""
    nodes: int
    """The nodes of the searches that tell."""
    looks_at_each: bool = False
    """Whether each move is looked at by itself, too: a search ends where its best moves win, and leaves others out."""


def a_win(most: int, nodes: int) -> Demand:
    """A win by force."""
    return Demand(
        lambda found: found.wins,
        lambda found: not found.is_certain and found.chance > _ALMOST_WON,
        most,
        nodes,
        looks_at_each=True,
    )


def no_loss(nodes: int) -> Demand:
    """The only turn that does not lose."""
    return Demand(
        lambda found: not found.loses and found.chance > SENSIBLE,
        lambda found: not found.is_certain and found.chance <= SENSIBLE,
        1,
        nodes,
    )


def most_points(score: float, nodes: int) -> Demand:
    """The only turn that leads to so many points, where the end is counted out."""
    return Demand(lambda found: found.is_certain and found.score >= score, lambda found: not found.is_certain, 1, nodes)


@dataclass(frozen=True, slots=True)
class OnlyTurns:
    """The turns that do what is asked for."""

    turns: tuple[SolvingTurn, ...]
    """A turn of several stones stands here once, in one of its orders."""
    sensible: int
    """How many first moves look worth a thought."""


def only_turns(solver: Solver, state: State, asked: Demand) -> OnlyTurns | None:
    """The turns that do what is asked for; None where there are none, or too many, or it is not clear."""
    found = list(_each(solver, state, state.seat, (), asked))
    by_board = {solver.after(state, each.turn).board: each.turn for each in reversed(found)}
    if any(each.is_unclear for each in found) or not 0 < len(by_board) <= asked.most:
        return None
    return OnlyTurns(tuple(reversed(by_board.values())), max(each.sensible for each in found))


@dataclass(frozen=True, slots=True)
class _Tried:
    """A turn that does what is asked for, or the beginning of one where it is not clear."""

    turn: SolvingTurn
    sensible: int
    is_unclear: bool = False


def _each(solver: Solver, state: State, seat: int, before: SolvingTurn, asked: Demand) -> Iterator[_Tried]:
    """Every turn that does, in every order."""
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
    """The moves near the stones that are not known to win or lose yet, each looked at by itself.

    Those that win at a short look come first; the others that are not lost are looked at for longer.
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
    """The placements near a stone."""
    cells = state.geometry.cells
    stones = [cells[cell] for cell, stone in enumerate(state.board) if stone != EMPTY]
    for move in solver.ruleset.legal_moves(state):
        if isinstance(move, Place):
            column, row = cells[move.cell]
            if any(max(abs(column - x), abs(row - y)) <= _NEAR for x, y in stones):
                yield move
