"""Pondering: searching the expected next position while the opponent thinks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from game.core.model import Move, State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import Level, Ruleset

#: Longest pondering in seconds; after that, the opponent has probably left.
MOST_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected next position, and the level that will be asked for a move in it."""

    ruleset: Ruleset
    level: Level
    state: State


def expectation(
    ruleset: Ruleset, level: Level, state: State, moves: Sequence[Move], remark: Remark | None
) -> Expectation | None:
    """Return the position after our turn ``moves`` and the reply that the remark's principal variation expects.

    Return None if the level does not ponder, no reply is known, or the game is over then. Exceptions of the ruleset are
    passed on.
    """
    if not level.ponders or remark is None or not moves:
        return None
    *before, last = moves
    for move in before:
        state = ruleset.apply(state, move).state
    line = list(islice(playable_moves(ruleset, state, remark.variation), 2))
    if len(line) < 2 or line[0][0] != last:
        return None
    expected = line[1][1]
    return None if ruleset.outcome(expected) is not None else Expectation(ruleset, level, expected)
