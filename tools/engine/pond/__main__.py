"""`python -m tools.engine.pond`: checks the Threestones engine against slow reference code, and prints a table.

``--games`` and ``--cases`` name files with games and with single placements, and with their points. If there are
defects, up to 50 are printed and the exit code is 1.
"""

import argparse
import sys
import time
from pathlib import Path

from tools.engine.pond.checks import check_cases, check_ends, check_games, check_set_up, check_trace
from tools.engine.search.checks import Report

#: The number of random moves that are made or unmade, and for each number of stones left, the number of positions that
#: are played out.
MOVES, ENDS = 1_000_000, {8: 200, 11: 200, 14: 200}
#: The number of positions that are set up with few empty pockets and played out.
SET_UP = 500


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.pond", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the cases")
    parser.add_argument("--games", type=Path, help="games with the points of each placement, a line of JSON each")
    parser.add_argument("--cases", type=Path, help="single placements with their points, as JSON")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a position that is played out")
    arguments = parser.parse_args()
    part = 100 if arguments.quick else 1
    total = Report()
    checks = [("stones come and go", lambda: check_trace(MOVES // part, 1))]
    checks += [("games", lambda: check_games(arguments.games))] if arguments.games else []
    checks += [("placements", lambda: check_cases(arguments.cases))] if arguments.cases else []
    checks.append(("ponds set up", lambda: check_set_up(SET_UP // part, 1)))
    for left, count in ENDS.items():
        checks.append((f"last {left} stones", lambda n=left, c=count: check_ends(n, c // part, arguments.seconds, 1)))
    for name, check in checks:
        begin = time.monotonic()
        report = check()
        total += report
        cases = ", ".join(f"{number:,} {kind}" for kind, number in report.seen.items())
        sys.stdout.write(f"{name:<20}{len(report.defects):>4} defects {time.monotonic() - begin:>8.1f} s  {cases}\n")
        sys.stdout.flush()
    sys.stdout.write("\n".join(total.defects[:50] or ["Nothing was wrong."]) + "\n")
    return int(bool(total.defects))


if __name__ == "__main__":
    sys.exit(main())
