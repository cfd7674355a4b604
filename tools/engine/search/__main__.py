"""``python -m tools.engine.search``: checks the engine's search against slow reference code, and prints a table.

The reference code only follows the rules. ``--quick`` runs a hundredth of the cases. If there are defects, up to 50 are
printed and the exit code is 1.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from tools.engine.search.boards import RULES
from tools.engine.search.checks import (
    CORNER,
    CROWDED,
    KIT_RULES,
    Report,
    check_counts,
    check_fours,
    check_lines,
    check_threes,
    check_trace,
)

#: The number of random moves for each variant, and of small positions for each variant and kind of win.
MOVES, POSITIONS = 300_000, 1_000
SIZES = (5, 9, 15, 22)
SMALL, LARGER = (7, 8, 9), (9, 11)

Check = Callable[[], Report]


def checks(part: int) -> Iterator[tuple[str, str, Check]]:
    """Yield for each check its name, the variant of the rules, and the function that runs it.

    The number of cases is divided by ``part``.
    """
    for variant in KIT_RULES:
        yield "classes of lines", variant, lambda v=variant: check_lines(v, 0 if part == 1 else 100_000 // part)
    for variant in KIT_RULES:
        each = MOVES // part // len(SIZES)
        yield "stones come and go", variant, lambda v=variant, n=each: added(check_trace(v, size, n) for size in SIZES)
    for variant in RULES:
        yield "counts of games", variant, lambda v=variant: added(counts(v))
    for variant in KIT_RULES:
        each = POSITIONS // part // len(SMALL) + 1
        yield "wins by fours", variant, lambda v=variant, n=each: added(check_fours(v, size, n) for size in SMALL)
    for variant in KIT_RULES:
        each = POSITIONS // part // len(LARGER) + 1
        yield "wins by threes", variant, lambda v=variant, n=each: added(check_threes(v, size, n) for size in LARGER)


def counts(variant: str) -> Iterator[Report]:
    for size, stones, depth in ((5, "", 3), (5, CORNER, 4), (7, "", 3), (7, CROWDED, 3)):
        yield check_counts(variant, size, stones, depth)


def added(reports: Iterator[Report]) -> Report:
    total = Report()
    for report in reports:
        total += report
    return total


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.search", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the cases")
    part = 100 if parser.parse_args().quick else 1
    defects: list[str] = []
    say(f"{'check':<22}{'variant':<12}{'defects':>8}{'seconds':>9}  cases")
    for name, variant, check in checks(part):
        begin = time.monotonic()
        report = check()
        defects += report.defects
        cases = ", ".join(f"{number:,} {kind}" for kind, number in report.seen.items())
        say(f"{name:<22}{variant:<12}{len(report.defects):>8}{time.monotonic() - begin:>9.1f}  {cases}")
    say("\n".join(defects[:50]) or "Nothing was wrong.")
    return int(bool(defects))


if __name__ == "__main__":
    sys.exit(main())
