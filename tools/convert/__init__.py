"""``main.py convert``: files of games in another format, or as JSON objects.

Without OUT each file is a line of JSON on the standard output (see ``descriptions``). With OUT its games are written
(see ``outputs``), and what happens is told on standard error.
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
    """Describe files or write their games; returns the exit code: 1 if some failed, 2 for wrong use."""
    try:
        order = order_of(arguments)
    except WrongUseError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    with answers_alone() as answers:
        rulesets = discover(arguments.plugins).rulesets
        if order.format is None:
            return write_outcomes(answers, (described(file, rulesets) for file in order.files))
        return _written(order, Converter(order.format, rulesets, is_forced=order.is_forced))


def _written(order: Order, converter: Converter) -> int:
    """Write the games of all files; returns the exit code."""
    done = [converter.convert(file, order.target(file)) for file in order.files]
    return 0 if all(done) else 1
