"""Random openings for the games of an arena."""

from __future__ import annotations

import random

from game.core.match import Match
from game.core.model import Options, ParseError
from game.core.ruleset import Ruleset, format_move
from game.library.formats.openings import Opening

#: Maximum number of tries for each opening.
_THROWS = 20


def throw_openings(ruleset: Ruleset, options: Options, plies: int, count: int, seed: int) -> list[Opening]:
    """Return ``count`` random openings of ``plies`` plies, with all legal moves equally likely. None ends the game.

    Raises ParseError if too many random games end within the opening.
    """
    dice = random.Random(seed)
    openings: list[Opening] = []
    for _ in range(_THROWS * count):
        match = Match(ruleset, options, 0)
        while match.outcome is None and len(match.plies) < plies:
            move = dice.choice(list(ruleset.legal_moves(match.state)))
            match.play(move)
        if match.outcome is None:
            openings.append(tuple(format_move(ruleset.info, match.state.geometry, move) for move in match.moves))
        if len(openings) == count:
            return openings
    raise ParseError(f"games of {plies} plies by dice have mostly ended")
