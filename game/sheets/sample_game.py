"""The sample of a rule sheet that names none: the beginning of a game, for the picture of the game on the menu."""

from __future__ import annotations

from collections.abc import Generator

from game.core.model import Move
from game.core.ruleset import Info, format_move
from game.core.thinker import Limits
from game.sheets.game import game_of
from game.sheets.players import look_ahead
from game.sheets.sheet import SheetRules

#: The number of moves, and the seed of the players: the same rules have the same sample.
_MOVES, _SEED = 10, 1


def sample_moves(rules: SheetRules) -> tuple[str, ...]:
    """Return the first moves of a game between two players of the weak kind, in notation."""
    game = game_of(rules)
    state, words = game.setup({}, _SEED).state, list[str]()
    while len(words) < _MOVES and game.outcome(state) is None:
        move = _result_of(look_ahead(state, Limits(seed=_SEED)))
        words.append(format_move(game.info, state.geometry, move))
        state = game.apply(state, move).state
    return tuple(words)


def _result_of(thinker: Generator[Info, None, Move]) -> Move:
    """Run a move chooser to its end and return its move."""
    while True:
        try:
            next(thinker)
        except StopIteration as chosen:
            found: Move = chosen.value
            return found
