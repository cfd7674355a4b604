"""``main.py tune``: fits the numbers of a compiled engine (net, move order, margins) to games of self-play.

The same sources, options, seed and versions of numpy and scipy give the same numbers again. Every step writes its
results to the folder of ``--out``; a run that was killed continues from there. ``--workers`` and ``--scheduler`` say in
how many processes, and on which machines, games are played and read; they do not change the results.

1. ``play``. The engine plays games against itself with a fixed number of search nodes for each stone. A game begins
   with two to seven random stones near the middle of the board; such an opening is kept if the first search scores it
   within 300 points of even. The game ends with a win by the rules, or with one that the search has proved. A seed for
   each game slightly changes the order in which moves are tried, so that games differ. In about two of five positions a
   random stone nearby is also tried, searched and taken back: such *slips* show the net positions that good players
   never allow. ``games.jsonl`` has one line for each game.
2. ``learn``. A net is trained on the quiet positions of these games and of those in the folders of ``--games-from``,
   whose boards may have other sizes. A position is quiet if the search would call the evaluation there: neither side
   can make a five, and the side to move has no win by fours within 16 nodes. The target is 0.7 times the outcome of the
   game plus 0.3 times the score of the search; after a slip it is the score alone. Nine games in ten are the training
   set, the tenth is the validation set. There are ``--passes`` epochs in random order, with Adam and batches of 64; the
   learning rate falls from 0.01 to 0.0001. The log-loss on the validation set is printed for the shipped net first and
   then after each epoch, when the state of the training is written to ``learning.npz``. At the end the net is written
   with integer weights to a file with the same name as the shipped net of these rules.
3. ``gate``. The candidate in the folder, a net or a move order, plays a match against what is shipped, with the same
   search and nodes; each balanced opening is played from both sides. The step prints the Elo difference with its
   interval, and a sequential test ends the match. The log has one line for each pair of games; its name is ``gate-``
   and a hash of the players and the terms of the match. A match that was killed continues.
4. ``keep``. The candidate in the folder becomes the shipped one of these rules: a file in
   ``game/engine/search/lines/net/shipped``, and for a move order ``game/engine/search/lines/order_points.npz``.
5. ``openings``. Random openings of three stones are judged by longer and longer searches. Those that the longest one
   scores within 40 points of even go to ``game/engine/search/lines/even_openings.txt``; the engine offers them where
   players choose their colours.
6. ``order``. The order in which the search tries moves is fitted to the moves chosen in the games, in positions where
   neither side can make a five and the side to move cannot make an open four. The step takes four in five positions of
   games in random order (``--seed``), at most 150,000. It fits a softmax regression (see ``order``) to nine games in
   ten until an iteration gains next to nothing (see ``minimum``). For the shipped and the new order it prints, on the
   remaining games, the mean log-likelihood, how often the first move was the chosen one, and the mean rank of the
   chosen move. The new order is written to ``order.npz``, for ``gate`` and ``keep``.

``plan`` plays a few games of every rule, or of the one that is named, measures their time, and estimates how many hours
a round of ``play``, ``learn`` and ``gate`` would take with the options of the command line.

``margins`` tunes margins, reductions and budgets of the search in ``--games`` games (see ``margins``). In each pair the
search with all numbers changed a little at random plays the search with the opposite changes. ``margins.jsonl`` has one
line for each pair; a run that was killed continues. At the end the tuned numbers, which are to be copied to
``SearchSettings``, play a match against the shipped ones.

``ablate`` measures what each idea of the search gains: the whole search plays a match, as in ``gate``, against the same
search with one setting switched off. The table is written to ``ablation.txt``; ``game/engine/search/ablation.txt`` is a
copy of the latest one.
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

#: The steps that run if the command line names none.
_USUAL = ("play", "learn")
#: All steps. The command line may name them in any order.
STEPS = ("plan", "play", "learn", "gate", "keep", "openings", "order", "margins", "ablate")


def run(arguments: Namespace) -> int:
    """Run the steps of the tuning that the command line names, or ``play`` and ``learn`` if none.

    Return the exit code.
    """
    if "order" in arguments.steps and not all(map(find_spec, ("scipy", "threadpoolctl"))):
        return _refused("the step order needs scipy and threadpoolctl, which the extra tune brings")
    from tools.tune import steps  # noqa: PLC0415 - compiled code is loaded only when a step runs
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
