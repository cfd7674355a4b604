"""The greedy player of the 2017 document "Threestones", section 6, which looks only at the points of the next move."""

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
    """The points that a placement gains for the player who makes it, and for the opponent."""

    move: Place
    own: int
    given: int


def greedy(state: State, limits: Limits, *, minds_opponent: bool = True) -> Generator[Info, None, Place]:
    """Choose the placement with the greatest value: points gained minus points given to the opponent.

    The order is that of the 2017 document "Threestones": cells from top to bottom and left to right; in each, the own
    stone, the opponent's and the neutral one, as far as legal. The document does not say how ties are broken and how
    "best so far" starts: here the first legal move is the first best, and only a strictly better one replaces it. Thus
    among equals the own stone is spent first, in the topmost cell. If ``minds_opponent`` is False, the opponent's gain
    is ignored; this weaker level is not from the document.
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
