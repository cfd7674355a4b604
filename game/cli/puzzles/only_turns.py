"""The turns of a position that do what a puzzle asks for, and whether there is nothing else that might."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.cli.puzzles.solver import RankedMove, Solver
from game.core.model import Move, State

#: The winning chance that a move must have to look worth a thought.
SENSIBLE = 0.2
#: The winning chance from which on a move that is not proved to win may still do so.
_ALMOST_WON = 0.93

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


def a_win(most: int, nodes: int) -> Demand:
    """A win by force."""
    return Demand(
        lambda found: found.wins, lambda found: not found.is_certain and found.chance > _ALMOST_WON, most, nodes
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
    sensible = len(good) + sum(1 for each in ranked if not asked.does(each) and each.chance > SENSIBLE)
    if len(good) > most or any(asked.is_unclear(each) for each in ranked):
        yield _Tried(before, sensible, is_unclear=True)
        return
    for each in good:
        turn, after = (*before, each.line[0]), solver.after(state, each.line[:1])
        if after.seat != seat or solver.ruleset.outcome(after) is not None:
            yield _Tried(turn, sensible)
        else:
            yield from _each(solver, after, seat, turn, asked)
