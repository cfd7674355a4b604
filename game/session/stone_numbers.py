"""Numbers on stones: in which order the stones of a game were placed."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.match import Match
from game.core.model import Place


def stone_numbers(match: Match) -> Mapping[int, int]:
    """The number, from 1, of the placement that put a stone on a cell; stones that lay there before have none."""
    placed = [ply.move.cell for ply in match.plies if isinstance(ply.move, Place)]
    return {cell: number for number, cell in enumerate(placed, start=1)}
