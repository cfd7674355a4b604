"""Games in which the opening phase is played at random, to test Gomoku's opening rules.

``python -m tools.engine.random_openings 10000`` plays 10,000 openings under each rule.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from game.core.line_game import LineState
from game.core.model import Options
from game.core.ruleset import complete_options
from rulesets.gomoku.opening_rules import FOR_RENJU, OPENING_RULES
from rulesets.gomoku.rules import RULESET

OPENINGS = tuple(name for name, phase in OPENING_RULES.items() if phase is not None)


def options_for(opening: str) -> Options:
    """Return the default options of Gomoku for playing with this opening rule."""
    variant = "renju" if opening in FOR_RENJU else "freestyle"
    return complete_options(RULESET.info, {"opening": opening, "variant": variant})


def play_at_random(opening: str, games: int) -> Iterator[LineState]:
    """Yield every position of ``games`` random openings, up to the first position after the opening phase."""
    options = options_for(opening)
    for seed in range(games):
        rng, state = random.Random(f"{opening} {seed}"), RULESET.setup(options, seed).state
        while True:
            yield state
            if state.phase is None:
                break
            moves = list(RULESET.legal_moves(state))
            state = RULESET.apply(state, rng.choice(moves)).state


def main(games: int) -> None:
    """Play the openings and print counts; fail if a position changes when it is written as text and read back."""
    for opening in OPENINGS:
        options, positions, phases = options_for(opening), 0, set[str]()
        for state in play_at_random(opening, games):
            assert RULESET.load(RULESET.dump(state), options) == state
            positions += 1
            phases.add(state.phase.name if state.phase else "")
            assert state.phase is not None or state.board.count("b") - state.board.count("w") in {0, 1}
        print(f"{opening:12} {games} openings, {positions} positions, {len(phases) - 1} phases")


if __name__ == "__main__":
    main(int(sys.argv[1]))
