"""Ways to play Threestones in tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from game.core.model import State
from game.core.ruleset import complete_options, parse_move
from rulesets.threestones import RULESET
from rulesets.threestones.pond import POND, PondState

DATA = Path(__file__).parent.parent / "data"


def start(seed: int = 0, **options: str) -> State:
    return RULESET.setup(complete_options(RULESET.info, options), seed).state


def played(state: State, moves: str) -> State:
    for word in moves.split():
        move = parse_move(RULESET.info, state, word)
        refusal = RULESET.check(state, move)
        assert refusal is None, (word, refusal)
        state = RULESET.apply(state, move).state
    return state


def arranged(colour: str, **cells: str) -> PondState:
    """A position set up from cell names by letter: ``arranged("w", b="e7 e8")``."""
    stones = {POND.cell(name): letter for letter, names in cells.items() for name in names.split()}
    state = RULESET.arrange(complete_options(RULESET.info, {}), stones, colour)
    assert isinstance(state, PondState)
    return state


def refusal(state: State, word: str) -> str:
    """What a player reads when this move is refused."""
    reason = RULESET.check(state, parse_move(RULESET.info, state, word))
    assert reason is not None, f"{word} is allowed"
    return reason.message


def random_states(seed: int, **options: str) -> Iterator[PondState]:
    """Every position of a random game, from the first to the last."""
    rng = random.Random(seed)
    state = start(seed, **options)
    while True:
        assert isinstance(state, PondState)
        yield state
        moves = list(RULESET.legal_moves(state))
        if not moves:
            return
        state = RULESET.apply(state, rng.choice(moves)).state
