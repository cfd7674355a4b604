"""``main.py puzzles``: makes puzzles, and measures how many of them the levels solve.

``make`` searches the games in the files of ``--games-from``, or else games between levels of medium strength that are
played with the random numbers of ``--seed``. In the positions of each game's last turns, the strongest level and the
prover, a search for forced wins, look for a puzzle of one of these kinds:

1. *A forced win*: the prover finds it, and at most two first turns win. Every other placement near the stones is
   searched separately, with 3,000 nodes, or 40,000 if it does not look bad. A deeper win can be missed, so a program
   that presents the puzzle must accept another turn if it is proved to win.
2. *The only defence*: the opponent threatens to win by force, and every turn but one is proved to lose.
3. *The most points*, in games that are decided by points: with five to ten stones left the game is searched to its
   end, and only one turn leads to the best result.

The solution continues against the longest defence, up to the last turn that was the only winning one. A position that
is already in the set, also rotated or mirrored, is left out. Each puzzle gets a theme and a first rating (see
``difficulty``). A log beside the file of ``--out``, with the suffix ``.jsonl``, has a line for each searched game, so
that a run that was stopped can continue. At the end the puzzles are written to ``--out`` as text.

``levels`` lets the levels solve the puzzles of a file, and prints a table of the share that each solves, by rating.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial

from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.plugins.registry import Catalogue, discover
from game.session.matches.arena_plan import chosen_options, named_ruleset


def run(arguments: Namespace) -> int:
    """Run the command that the arguments name.

    Return the exit code, which is 2 if a file, ruleset or option is wrong.
    """
    catalogue = discover(arguments.plugins)
    try:
        return _make(arguments, catalogue) if arguments.what == "make" else _levels(arguments, catalogue)
    except (ParseError, PluginError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _make(arguments: Namespace, catalogue: Catalogue) -> int:
    # Imported here, because these modules load the compiled engines.
    from tools.puzzles.making import Maker  # noqa: PLC0415
    from tools.puzzles.solver import Solver  # noqa: PLC0415

    ruleset = named_ruleset(arguments.plugins, arguments.ruleset or next(iter(catalogue.rulesets)))
    options = chosen_options(ruleset, arguments.option)
    if not ruleset.info.prover and not ruleset.setup(options, 0).state.hands:
        raise PluginError(
            f"{ruleset.info.title} has no puzzles to find: it has no prover of forced wins, and no last stones to count"
        )
    made = Maker(Solver(catalogue, ruleset), options, arguments.seed).make(arguments, partial(print, flush=True))
    themes = ", ".join(f"{theme} {count}" for theme, count in sorted(made.themes().items()))
    sys.stdout.write(f"{len(made.puzzles)} puzzles in {made.next_number} games: {themes}\n")
    return 0


def _levels(arguments: Namespace, catalogue: Catalogue) -> int:
    from game.training.puzzles.puzzle_file import read_set  # noqa: PLC0415
    from tools.puzzles.levels_table import levels_table  # noqa: PLC0415
    from tools.puzzles.solver import Solver  # noqa: PLC0415

    puzzles = read_set(arguments.file, catalogue.rulesets)
    levels = [level for level in puzzles.ruleset.info.levels if level.elo is not None]
    for row in levels_table(Solver(catalogue, puzzles.ruleset), puzzles, levels, arguments.nodes):
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()
    return 0
