"""``main.py convert``: writes the games of files in another format, or describes them as JSON objects.

Without OUT, each file is described by one line of JSON on standard output (see ``descriptions``). With OUT, the games
are written to files (see ``outputs``), and messages about this go to standard error.
"""

from __future__ import annotations

import sys
from argparse import Namespace

from game.plugins.registry import discover
from game.session.matches.match_requests import answers_alone, write_outcomes
from tools.convert.descriptions import described
from tools.convert.orders import Order, WrongUseError, order_of
from tools.convert.outputs import Converter


def run(arguments: Namespace) -> int:
    """Write the games of files in another format or describe them as JSON, as the arguments say.

    Return the exit code: 1 if a file failed, 2 for a wrong command line.
    """
    try:
        order = order_of(arguments)
    except WrongUseError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    with answers_alone() as answers:
        rulesets = discover(arguments.plugins).rulesets
        if order.format is None:
            return write_outcomes(answers, (described(file, rulesets, order.encoding) for file in order.files))
        return _written(order, Converter(order.format, rulesets, is_forced=order.is_forced, encoding=order.encoding))


def _written(order: Order, converter: Converter) -> int:
    """Write the games of all files. Return the exit code, which is 1 if anything failed."""
    done = [converter.convert(file, order.target(file)) for file in order.files]
    return 0 if all(done) else 1
