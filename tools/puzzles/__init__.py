"""``main.py puzzles``: makes puzzles, and measures them.

``make`` looks through games, those of the files of ``--games-from`` or else games that middling levels play by the dice
of ``--seed``. In each of the last turns the strongest level and the prover look for a puzzle:

1. *A win by force*: proved by the prover, and no more than two first turns win. Every other placement near the stones
   is looked at by itself: 3,000 nodes after it, 40,000 where it does not look bad. A win that lies deeper than that can
   be missed, so whoever asks has to let another turn count when it is proved.
2. *The only defence*: the other side would win by force, and every turn but one is proved to lose.
3. *The most points*, in games that are decided by points: with five to ten stones left the end is counted out, and one
   turn alone leads to the best of it.

The line goes on with the longest defence; its tail, in which several turns win, is cut. Positions that repeat, turned
and mirrored ones too, are thrown out. The theme is named, a first rating made (see ``difficulty``). ``FILE.jsonl``
beside ``--out`` has a line a game; a killed run goes on there. In the end ``--out`` is the set as text.

``levels`` lets the levels solve the puzzles of a file, and prints a table of their shares by rating.
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
    """Do what is asked for; the exit code."""
    catalogue = discover(arguments.plugins)
    try:
        return _make(arguments, catalogue) if arguments.what == "make" else _levels(arguments, catalogue)
    except (ParseError, PluginError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _make(arguments: Namespace, catalogue: Catalogue) -> int:
    # The compiled engines are loaded only here.
    from tools.puzzles.making import Maker  # noqa: PLC0415
    from tools.puzzles.solver import Solver  # noqa: PLC0415

    ruleset = named_ruleset(arguments.plugins, arguments.ruleset or next(iter(catalogue.rulesets)))
    options = chosen_options(ruleset, arguments.option)
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
