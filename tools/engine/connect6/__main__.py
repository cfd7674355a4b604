"""`python -m tools.engine.connect6`: checks the Connect6 engine against slow reference code, and prints a table.

The reference code only follows the rules. ``--quick`` runs a hundredth of the cases. If there are defects, up to 50 are
printed and the exit code is 1.
"""

import argparse
import sys
import time

from tools.engine.connect6.checks import check_needs, check_stones, check_wins
from tools.engine.search.checks import Report

MOVES, POSITIONS, ATTACKS = 1_000_000, 2_000, 300


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.connect6", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the cases")
    part = 100 if parser.parse_args().quick else 1
    total = Report()
    for name, check in (
        ("stones come and go", lambda: check_stones(MOVES // part)),
        ("stones that stop", lambda: check_needs(POSITIONS // part)),
        ("wins by threats", lambda: check_wins(ATTACKS // part)),
    ):
        begin = time.monotonic()
        report = check()
        total += report
        cases = ", ".join(f"{number:,} {kind}" for kind, number in sorted(report.seen.items()))
        sys.stdout.write(f"{name:<20}{len(report.defects):>4} defects {time.monotonic() - begin:>8.1f} s  {cases}\n")
        sys.stdout.flush()
    sys.stdout.write("\n".join(total.defects[:50] or ["Nothing was wrong."]) + "\n")
    return int(bool(total.defects))


if __name__ == "__main__":
    sys.exit(main())
