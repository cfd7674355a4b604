"""Checks of the compiled evaluation net, a small neural network, against its definition in slow code.

Moves are made and unmade, as the compiled code updates its sums with each move. A defect is a sentence. ``python -m
tools.engine.search.net_checks`` makes a million moves; ``--moves`` sets another number.
"""

import argparse
import random
import sys
import time

from game.engine.search.lines import position as board
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.net.net import install
from game.engine.search.lines.rules import Rules
from game.engine.search.lines.tables import build
from rulesets.connect6.ai import THINKER as CONNECT6
from rulesets.connect6.rules import RULESET as CONNECT6_RULESET
from tools.engine.search.checks import KIT_RULES, Report, stones_come_and_go
from tools.engine.search.slow_net import all_totals, any_net, slow_score, stored_features_are_right

#: The rules of every game that the engine plays with a net.
NET_RULES: dict[str, Rules] = {**KIT_RULES, "connect6": CONNECT6.rules_of(CONNECT6_RULESET.line_rule)}
NET_SIZES = (5, 9, 15, 20, 22)
MOVES = 1_000_000
#: The sizes of random weights as shares of the largest: small ones that seldom clip a unit, up to the full range.
PARTS = (0.02, 0.2, 1.0)
#: The probabilities with which the net is evaluated after a move: rarely, as in a search for a forced win, up to nearly
#: always. One of them is chosen at random every ``WHILE`` moves.
ASKS = (0.02, 0.3, 0.9)
WHILE = 200


def check_net(variant: str, size: int, moves: int, seed: int = 1, part: float = 0.2) -> Report:
    """Make and unmake random moves with a net of random weights; compare its scores and sums with their definition.

    ``part`` is the size of the weights, as a share of the largest possible ones.
    """
    rules, report = NET_RULES[variant], Report()
    tables = build(rules)[0]
    net = any_net(seed, 1 if rules.first == rules.second else 2, part)
    install(net, tables["net"])
    position = board.new_position(size, tables)[0]
    rng = random.Random(f"{variant} {size} {seed} net")
    ask = rng.choice(ASKS)
    for number in stones_come_and_go(position, tables, rng, moves):
        if number % WHILE == 0:
            ask = rng.choice(ASKS)
        if rng.random() > ask and number != moves:
            continue
        side, left = rng.randrange(2), rng.randint(1, 2)
        found, expected = net_score(position, tables, side, left), slow_score(net, position, tables, side, left)
        report.seen["scores"] += 1
        report.seen["bounded scores"] += abs(expected) == 20_000
        where = f"{variant} {size}, seed {seed}, part {part}, move {number}"
        if found != expected:
            report.defects.append(f"{where}: {found}, should be {expected}")
        if list(position["sums"]["totals"]) != all_totals(net, position, tables):
            report.defects.append(f"{where}: totals")
        if not stored_features_are_right(net, position, tables):
            report.defects.append(f"{where}: features")
    report.seen["moves"] = moves
    return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.search.net_checks", description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES, help="of all rules and sizes together")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    each = max(1, arguments.moves // (len(NET_RULES) * len(NET_SIZES) * len(PARTS)))
    defects: list[str] = []
    for variant in NET_RULES:
        for size in NET_SIZES:
            report, begin = Report(), time.monotonic()
            for part in PARTS:
                report += check_net(variant, size, each, arguments.seed, part)
            defects += report.defects
            cases = ", ".join(f"{number:,} {kind}" for kind, number in report.seen.items())
            seconds = time.monotonic() - begin
            sys.stdout.write(f"{variant:<12}{size:>3}{len(report.defects):>8} defects{seconds:>8.1f} s  {cases}\n")
            sys.stdout.flush()
    sys.stdout.write("\n".join(defects[:50] or ["Nothing was wrong."]) + "\n")
    return int(bool(defects))


if __name__ == "__main__":
    sys.exit(main())
