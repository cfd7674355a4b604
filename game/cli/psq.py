"""A game as PSQ, the file of Piskvork: ``x,y,milliseconds`` a stone, oldest first, counted from 1 at the top left.

Source: Piskvork, its saved games; the two players' names and an error code follow the stones.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.match import Match
from game.core.model import Place, Termination

_NORMAL, _OTHER = 0, -2


def write_psq(match: Match, players: tuple[str, str], milliseconds: Sequence[int]) -> str:
    """Write an ended game on a board with one kind of stone a player, where every move is a stone or a choice."""
    geometry, outcome = match.state.geometry, match.outcome
    assert outcome is not None
    placed = [(ply.move, spent) for ply, spent in zip(match.plies, milliseconds, strict=True)]
    positions = [(geometry.cells[move.cell], spent) for move, spent in placed if isinstance(move, Place)]
    code = _OTHER if outcome.termination in (Termination.FORFEIT, Termination.TIME) else _NORMAL
    lines = [
        f"Piskvorky {geometry.columns}x{geometry.rows}, 11:11, 0",
        *(f"{x + 1},{y + 1},{spent}" for (x, y), spent in positions),
        *players,
        str(code),
    ]
    return "".join(f"{line}\n" for line in lines)
