"""The folder of the recorded games of the tests, and the function that chose their moves."""

from __future__ import annotations

from pathlib import Path

from game.core.match import Match
from game.core.model import Choose, Move
from game.core.ruleset import Limits

FOLDER = Path(__file__).parents[2] / "tests" / "golden" / "playthroughs"


def next_move(match: Match, think, settings, word: str) -> Move:
    """Return the next move of a recorded game.

    In a choice of an opening this is the choice ``word`` if it is legal, else the first one. Otherwise it is the move
    that ``think`` finds.
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
