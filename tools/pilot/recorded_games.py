"""The folder of the recorded games, and the way in which their moves were chosen."""

from __future__ import annotations

from pathlib import Path

from game.core.match import Match
from game.core.model import Choose, Move
from game.core.ruleset import Limits

FOLDER = Path(__file__).parents[2] / "tests" / "golden" / "playthroughs"


def next_move(match: Match, think, settings, word: str) -> Move:
    """Choose a move: the given choice where an opening has it, else the move of a level."""
    legal = list(match.ruleset.legal_moves(match.state))
    if isinstance(legal[0], Choose):
        return Choose(word) if Choose(word) in legal else legal[0]
    thinking = think(match.state, Limits(seconds=5.0, seed=len(match.plies)), **settings)
    try:
        while True:
            next(thinking)
    except StopIteration as end:
        return end.value
