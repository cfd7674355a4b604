"""The greedy best-first player and the help mode of the 2017 document "Threestones", section 6."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from game.core.model import Place, State
from game.core.ruleset import Info, Limits

from .pond import gained, other_team, points
from .reasons import placement_reason
from .rules import placements


@dataclass(frozen=True, slots=True)
class Trade:
    """The gains of one placement: for the player who makes it, and for the opponent."""

    move: Place
    own: int
    given: int


def greedy(state: State, limits: Limits, *, minds_opponent: bool = True) -> Generator[Info, None, Place]:
    """The placement with the greatest heuristic value: points gained by self less points gained by the opponent.

    The document's order is kept: pockets from the top row down and from left to right, in each the own mascot, then the
    opponent's, then the Miller, as far as a stone of the kind is left and the pocket is open. The document leaves open
    where a tie goes and what "best so far" is at the start: here the first valid move starts as the best, and only a
    strictly better one replaces it. Among equals the own mascot is spent first, in the topmost pocket. With
    ``minds_opponent`` off the opponent's gain is left out of the value (our weaker level, not the document's).
    """
    trades = list(_trades(state))
    best = max(trades, key=lambda trade: _value(trade, minds_opponent))
    yield Info(
        depth=1,
        score=_value(best, minds_opponent),
        nodes=len(trades),
        variation=(best.move,),
        note=placement_reason(state, best.move).message,
    )
    return best.move


def _trades(state: State) -> Iterator[Trade]:
    opponent = other_team(state.colour)
    for move in placements(state):
        gains = points(gained(state.board, move.cell, move.stone))
        yield Trade(move, gains[state.colour], gains[opponent])


def _value(trade: Trade, minds_opponent: bool) -> int:
    return trade.own - trade.given if minds_opponent else trade.own
