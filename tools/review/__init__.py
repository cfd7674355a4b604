"""``main.py review``: games read back by the engine, as JSON objects, and measurements of how well it reads them.

Requests come in one a line and are answered one a line (see ``answers``); with a file the command prints the same of
its games, whatever its format, and the exit code is 1 if a game was refused. Instead, ``--fit`` fits a game's constant
between score and winning chance (see ``fitting``), and ``--check`` measures the review itself: ``classes`` how often
more thought comes to the same classes (see ``classes``), ``thrown`` how many wins that were thrown away are told as
missed (see ``thrown``). Both go on where a killed run ended.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import TextIO

from game.core.model import ParseError
from game.session.matches.match_requests import answers_alone, serve, write_outcomes
from tools.review.answers import answer, replies_about
from tools.review.classes import check_classes
from tools.review.fitting import fit_constant
from tools.review.reading_engine import Bench, open_bench
from tools.review.thrown import check_thrown

_CHECKS: Mapping[str, Callable[[Namespace, Bench, TextIO], None]] = {"classes": check_classes, "thrown": check_thrown}


def run(arguments: Namespace) -> int:
    """Answer requests until the input ends, review a file's games, or measure; returns the exit code."""
    with answers_alone() as answers, open_bench(arguments.plugins) as bench:
        if arguments.fit or arguments.check:
            return _measured(arguments, bench, answers)
        if arguments.file is None:
            return serve(answers, lambda line: answer(line, bench.rulesets, bench.engine))
        return write_outcomes(answers, replies_about(arguments.file, bench.rulesets, bench.engine))


def _measured(arguments: Namespace, bench: Bench, answers: TextIO) -> int:
    measure = fit_constant if arguments.fit else _CHECKS[arguments.check]
    try:
        measure(arguments, bench, answers)
    except (ParseError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0
