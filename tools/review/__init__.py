"""``main.py review``: reviews games with the engine as JSON objects, or measures how reliable such reviews are.

Without a file, each line of standard input is a request, and each line of standard output a reply (see ``answers``).
With a file of any format, the command prints such a reply for each game of the file, and the exit code is 1 if a game
was refused.

With ``--fit`` the command instead fits the constant that relates score to winning chance (see ``fitting``). With
``--check classes`` it measures how often a longer analysis puts moves in the same classes, such as mistakes (see
``classes``). With ``--check thrown`` it measures how many thrown-away wins a review reports as missed (see ``thrown``).
A run of a measurement that was stopped continues from its log.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import TextIO

from game.core.model import ParseError
from game.library.formats.reading import missing_text
from game.session.matches.match_requests import answers_alone, refusal, serve, write_outcomes
from tools.review.answers import answer, replies_about
from tools.review.classes import check_classes
from tools.review.fitting import fit_constant
from tools.review.reading_engine import Bench, open_bench
from tools.review.thrown import check_thrown

_CHECKS: Mapping[str, Callable[[Namespace, Bench, TextIO], None]] = {"classes": check_classes, "thrown": check_thrown}


def run(arguments: Namespace) -> int:
    """Answer requests until the input ends, review the games of a file, or run a measurement. Return the exit code."""
    missing = missing_text(arguments.file) if arguments.file and not (arguments.fit or arguments.check) else ""
    if missing:
        # Before the engine is compiled, which may take minutes.
        return write_outcomes(sys.stdout, [refusal(ParseError(missing))])
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
    except (ParseError, OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0
