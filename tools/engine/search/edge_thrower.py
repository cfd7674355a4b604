"""``python -m tools.engine.search.edge_thrower``: lets the engine play Six in a row against random edge stones.

The engine plays games as either colour. The number of turns of its wins is printed, and the exit code is 1 unless it
won every game within 15 turns.
"""

import argparse
import random
import sys
from collections.abc import Callable

from game.core.match import Match
from game.core.model import Move, Place, State
from game.core.ruleset import Limits, Think
from rulesets.six_in_a_row import RULESET, ai

#: The number of turns within which the engine must win, as nobody stops its attack.
TURNS = 15

Player = Callable[[State], Move]


def move_of(think: Think, state: State, limits: Limits) -> Move:
    """Return the move that a computer player's function ``think`` chooses in a position."""
    thinking = think(state, limits)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value


def edge_thrower(rng: random.Random) -> Player:
    """Return a player who puts each stone on a random empty cell at the edge of the board."""

    def move(state: State) -> Move:
        last = state.geometry.columns - 1
        edge = (Place(cell, state.colour) for cell, point in enumerate(state.geometry.cells) if {0, last} & {*point})
        return rng.choice([place for place in edge if RULESET.check(state, place) is None])

    return move


def turns_to_win(seat: int, seed: int, limits: Limits) -> int | None:
    """Return the number of turns in which the engine on this seat wins a game; None if it takes more than ``TURNS``."""
    players = [edge_thrower(random.Random(seed))] * 2
    players[seat] = lambda state: move_of(ai.engine, state, limits)
    match = Match(RULESET, {}, 0)
    while match.outcome is None and len(match.plies) < 2 * TURNS:
        match.play(players[match.state.seat](match.state))
    won = match.outcome is not None and match.outcome.winner == seat
    return (len(match.plies) + 1) // 2 if won else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="games as either colour")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds a move")
    asked = parser.parse_args()
    list(ai.warm())
    missed = 0
    for seat, colour in enumerate(("black", "white")):
        turns = [turns_to_win(seat, seed, Limits(seconds=asked.seconds)) for seed in range(asked.games)]
        won = [number for number in turns if number is not None]
        missed += len(turns) - len(won)
        shown = f"{min(won)} to {max(won)} turns, {sum(won) / len(won):.1f} on average" if won else ""
        print(f"as {colour}: {len(won)} of {len(turns)} won within {TURNS} turns; {shown}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
