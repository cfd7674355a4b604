"""The game that the championship's lines are about, recognised by its shape.

In the notation of the paper that introduced the family (Wu and Huang, A New Family of k-in-a-row Games, 2005) it is
Connect(19, 19, 6, 2, 1): on 19x19 six in a row win, a turn is two stones, and the first one.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.core.model import Options, ParseError, Place, State
from game.core.ruleset import Ruleset, complete_options
from game.engine.wire.sau import SIZE

_LENGTH = 6
#: The seats of the first stones.
_SEATS = (0, 1, 1, 0, 0, 1)


def stones_of_turn(state: State) -> int:
    """The number of stones of the side to move's whole turn: the very first turn has one."""
    return 2 if any(stone in state.colours for stone in state.board) else 1


def expresses(ruleset: Ruleset, options: Options) -> bool:
    """Whether the game with these complete options is Connect(19, 19, 6, 2, 1)."""
    geometry = ruleset.geometry(options)
    is_board = geometry.columns == geometry.rows == SIZE and len(geometry) == SIZE * SIZE
    return is_board and not ruleset.info.names_stone and _has_turns(ruleset, options) and _has_line(ruleset, options)


def _has_turns(ruleset: Ruleset, options: Options) -> bool:
    state = ruleset.setup(options, 0).state
    if state.colours != ruleset.info.colours:
        return False
    for seat in _SEATS:
        move = next(ruleset.legal_moves(state), None)
        if state.seat != seat or not isinstance(move, Place):
            return False
        state = ruleset.apply(state, move).state
    return True


def _has_line(ruleset: Ruleset, options: Options) -> bool:
    first, second = ruleset.info.colours

    def is_won(length: int) -> bool:
        return ruleset.outcome(ruleset.arrange(options, dict.fromkeys(range(length), first), second)) is not None

    return is_won(_LENGTH) and not is_won(_LENGTH - 1)


def find_game(rulesets: Iterable[Ruleset]) -> tuple[Ruleset, Options]:
    """The first ruleset whose default options make this game, with those options; raises ParseError without one."""
    for ruleset in rulesets:
        options = complete_options(ruleset.info, {})
        if expresses(ruleset, options):
            return ruleset, options
    raise ParseError("there is no game here with two stones a turn and six in a row on 19x19")
