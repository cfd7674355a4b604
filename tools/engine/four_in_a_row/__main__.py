"""``python -m tools.engine.four_in_a_row``: compares the engine of rule sheets with an exhaustive solver.

The game is the shipped four in a row with gravity. Random positions are solved, and the engine is asked for each. In
games, the engine is the first player and the solver a perfect second player. The exit code is 1 if the engine called a
position won or lost that is not.
"""

import argparse
import sys
import time

from game.core.ruleset import Limits
from tools.engine.four_in_a_row.checks import (
    FEWEST,
    MOST,
    Counts,
    PerfectPlayer,
    check_position,
    engine_chooser,
    play_game,
    random_positions,
)
from tools.engine.four_in_a_row.solver import Solver

#: Most positions that the solver searches in a game, for the value of a move and for the exact length of the game.
#: After the first stone all moves lose, but it takes a thousand million positions to see that.
VALUE_NODES, LENGTH_NODES = 300_000_000, 2_000_000
_POINTS = {0: 1.0, None: 0.5, 1: 0.0}


def check_positions(number: int, most: int, seconds: float, seed: int, solver: Solver) -> Counts:
    """Compare the engine with the solver on random positions of up to ``most`` stones, at this time for each."""
    counts = Counts()
    for columns in random_positions(number, seed, most=most):
        check_position(columns, solver, Limits(seconds=seconds, forgets=True), counts)
    return counts


def print_counts(counts: Counts) -> None:
    """Print how often the engine was right, and each case in which it was not."""
    for name, number in sorted(counts.seen.items()):
        sys.stdout.write(f"  {number:>4} {name}\n")
    for title, lines in (("wrong proofs", counts.wrong_proofs), ("moves that lose value", counts.lost_values)):
        sys.stdout.write("".join([f"  {len(lines):>4} {title}\n", *(f"       {line}\n" for line in lines)]))
    sys.stdout.flush()


def play_games(number: int, limits: Limits, seed: int, perfect: PerfectPlayer) -> float:
    """Play games of the engine against a perfect player, print each, and return the engine's points."""
    points = 0.0
    for game in range(number):
        perfect.dice.seed(f"{seed} {game}")
        winner, columns = play_game((engine_chooser(limits), perfect))
        points += _POINTS[winner]
        sys.stdout.write(f"  {_POINTS[winner]:.1f} {_named(columns)}\n")
        sys.stdout.flush()
    for columns in sorted(perfect.unknown):
        sys.stdout.write(f"  The solver played at random after {_named(columns)}: it had no time to solve it.\n")
    return points


def _named(columns: tuple[int, ...]) -> str:
    return "".join(str(column + 1) for column in columns)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.four_in_a_row", description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="number of random positions")
    parser.add_argument("--most", type=int, default=MOST, help=f"most stones of a position; all have {FEWEST} or more")
    parser.add_argument("--games", type=int, default=20, help="number of games")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 5.0], help="times for a position")
    parser.add_argument("--move-seconds", type=float, default=1.0, help="time for a move of a game")
    parser.add_argument("--move-nodes", type=int, default=0, help="most positions searched for a move; 0 for no limit")
    parser.add_argument("--varied", type=int, default=4, help="stones up to which the solver does not delay its loss")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    solver, is_wrong = Solver(), False
    for seconds in arguments.seconds if arguments.positions else ():
        begin = time.monotonic()
        counts = check_positions(arguments.positions, arguments.most, seconds, arguments.seed, solver)
        sys.stdout.write(f"{arguments.positions} positions, {seconds:g} s each: {time.monotonic() - begin:.0f} s\n")
        print_counts(counts)
        is_wrong |= bool(counts.wrong_proofs)
    if arguments.games:
        perfect = PerfectPlayer(solver, arguments.varied, VALUE_NODES, LENGTH_NODES)
        limits = Limits(seconds=arguments.move_seconds, nodes=arguments.move_nodes)
        points = play_games(arguments.games, limits, arguments.seed, perfect)
        sys.stdout.write(f"{points:g} of {arguments.games} points as first player against the solver\n")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
