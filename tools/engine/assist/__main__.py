"""``python -m tools.engine.assist``: compares help mode with the search for forced wins, and prints a table.

Help mode shows a player the forced wins of both sides during a game. The command looks at 500 positions, or at as many
as ``--positions N`` says. A defect is a position with a forced win that the search finds within the time that help mode
allows, although help mode denies the win or shows nothing. These positions are printed, and the exit code is then 1.
"""

import argparse
import sys

from tools.engine.assist.checks import GAMES, counted

_COLUMNS = ("positions", "threat forced", "threat forced, by row", "threat forced, by prover")
_OWN = ("own forced", "own forced, by row", "own forced, by prover")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.assist", description=__doc__)
    parser.add_argument("--positions", type=int, default=500)
    number = parser.parse_args().positions
    _say(f"{'':<20}" + "".join(f"{name:>26}" for name in (*_COLUMNS, *_OWN)))
    denied = []
    for game in GAMES:
        found, wrong = counted(game, number * game.share // 100)
        denied += wrong
        _say(f"{game.name:<20}" + "".join(f"{found[name]:>26}" for name in (*_COLUMNS, *_OWN)))
    _say("\n\n".join((f"denied: {len(denied)}", *denied)))
    return 1 if denied else 0


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
