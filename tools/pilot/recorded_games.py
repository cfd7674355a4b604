"""The folder with recorded games for tests, and the function that chose the moves when they were recorded."""

from __future__ import annotations

from pathlib import Path

from game.core.match import Match
from game.core.model import Choose, Move
from game.core.ruleset import Limits

FOLDER = Path(__file__).parents[2] / "tests" / "golden" / "playthroughs"


def next_move(match: Match, think, settings, word: str) -> Move:
    """Return the move that was chosen in a recorded game at this point.

    If an opening decision is to be made, it is the choice ``word`` if this is legal, else the first one. Otherwise it
    is the move that the computer player's function ``think`` finds with these settings.
    """
    legal = list(match.ruleset.legal_moves(match.state))
    if isinstance(legal[0], Choose):
        return Choose(word) if Choose(word) in legal else legal[0]
    thinking = think(match.state, Limits(seconds=5.0, seed=len(match.plies)), **settings)
    try:
        while True:
            next(thinking)
    except StopIteration as end:
        return end.value
