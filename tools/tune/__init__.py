"""``main.py tune``: what a compiled game's engine knows of it is made from games of the engine against itself.

The recipe, which gives the same numbers again for the same sources, options, seed and versions of numpy and scipy.
What a step makes is left in the folder of ``--out``, and a run that was killed goes on there. ``--workers`` and
``--scheduler`` say in how many processes, and on which machines, games are played and read: they are the same.

1. ``play``. The engine plays itself, so many search nodes a stone. A game begins with two to seven stones thrown
   around the middle of the board, kept when the first search calls them even within 300 points. It ends with a win by
   the rules or one that the search is certain of; the dice of each game change a little in which order moves are
   tried, so that no two are alike. After two stones of five another one nearby is tried out, searched and taken back:
   such *slips* show the net what good players never allow. ``games.jsonl`` has a line a game; a killed run goes on.
2. ``learn``. A net is trained on the quiet positions of these games, and of those in the folders of ``--games-from``,
   which may be of other sizes of board: the positions that the search asks its evaluation about, where nobody can make
   a five, and the side on turn has no win by fours within 16 nodes. The target is 0.7 times the outcome and
   0.3 times what the search said; after a slip it is what the search said. ``--passes`` times the samples of nine games
   in ten are gone through in an order of dice, 64 a step of Adam, whose size falls from 0.01 to 0.0001; after each pass
   the log-loss on the tenth is printed, that of what is shipped before the first, and the state of the training is
   written to ``learning.npz``. In the end a file named after the rules, as those that are shipped, is the net in whole
   numbers.
3. ``gate``. What the folder holds, a net or a move order, against what is shipped, the same search and nodes, balanced
   openings from both sides: Elo with its interval, and a sequential test that ends the match. A log of this match, with
   a line a pair, is the file ``gate-`` and a number for whoever plays it on which terms; a killed match goes on.
4. ``keep``. What the folder holds becomes that of these rules, from the next command on: a file in
   ``game/engine/search/lines/net/shipped``, and for a move order ``game/engine/search/lines/order_points.npz``.
5. ``openings``. Three-stone openings are made by dice and judged by ever longer searches; those that are even within
   40 points at the longest, the ones that the engine offers where colours are chosen, go to
   ``game/engine/search/lines/even_openings.txt``.
6. ``order``. The order in which the search tries moves is fitted to which moves the games chose, only where nobody can
   make a five and the side on turn no open four: four in five choices of games that the dice of ``--seed`` draw, until
   there are 150,000. Softmax regression (see ``order``) on nine games of ten, until a step gains next to nothing (see
   ``minimum``). For the shipped and the new numbers it prints the mean log-likelihood in the tenth, how often the first
   move was the one, and the mean rank; the new ones go to ``order.npz``, for ``gate`` and ``keep``.

``plan`` plays a few games of every rule, or of the one that is named, and tells from what they took how many hours a
round of ``play``, ``learn`` and ``gate`` takes with the numbers of the command line.

``margins`` tunes margins, reductions and budgets of the search by ``--games`` games (see ``margins``): each pair plays
the search with all numbers moved a little by dice against the search with the opposite moves. ``margins.jsonl`` has a
line a pair; a killed run goes on. In the end the tuned numbers, which belong into ``SearchSettings``, play those that
are shipped.

``ablate`` measures what each idea of the search gains: matches like those of the gate, with their logs, against the
same search with one setting switched off. The table is left in ``ablation.txt``, and the last one is kept as
``game/engine/search/ablation.txt``.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from importlib.util import find_spec

from game.core.model import ParseError
from game.core.ruleset import PluginError

#: The steps that are done where none is named.
_USUAL = ("play", "learn")
#: The steps in the order in which they are done.
STEPS = ("plan", "play", "learn", "gate", "keep", "openings", "order", "margins", "ablate")


def run(arguments: Namespace) -> int:
    """Do the steps that are asked for, the first two unless any is named; the exit code."""
    if "order" in arguments.steps and not all(map(find_spec, ("scipy", "threadpoolctl"))):
        return _refused("the step order needs scipy, which the extra tune brings: pip install stone-fair[tune]")
    from tools.tune import steps  # noqa: PLC0415 - the kit's compiled code is loaded only here
    from tools.tune.work import Work, read_work  # noqa: PLC0415

    does: Mapping[str, Callable[[Work], None]] = {name: getattr(steps, name) for name in STEPS}
    try:
        _check_steps(arguments.steps)
        work = read_work(arguments, partial(print, flush=True))
        for name in arguments.steps or _USUAL:
            does[name](work)
    except BrokenExecutor:
        return _refused("a process that worked for it has ended; what was done is kept, and the same command goes on")
    except (ParseError, PluginError, OSError, ValueError) as error:
        return _refused(str(error))
    return 0


def _check_steps(names: Sequence[str]) -> None:
    for name in names:
        if name not in STEPS:
            raise ParseError(f"there is no step {name!r} (there are: {', '.join(STEPS)})")


def _refused(sentence: str) -> int:
    print(f"The tuning cannot go on: {sentence.rstrip('.')}.", file=sys.stderr)  # noqa: T201
    return 2
