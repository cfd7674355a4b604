"""`python -m tools.engine.puzzles`: proves every shipped puzzle again with independent solvers; prints a table.

If files are named, their puzzles are checked instead. ``--part N`` checks every N-th puzzle; ``--drop`` rewrites the
files without the wrong puzzles. The exit code is 1 if any puzzle was wrong.
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from game.plugins.registry import discover
from game.training.puzzles.puzzle_file import read_set, shipped_sets, write_puzzles
from tools.engine.puzzles.proofs import check_puzzle
from tools.engine.search.checks import Report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.puzzles", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="sets of puzzles")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="only every N-th puzzle (1)")
    parser.add_argument("--drop", action="store_true", help="take the puzzles out of their files that were wrong")
    arguments = parser.parse_args()
    catalogue, total = discover(), Report()
    shipped = [path for name in catalogue.rulesets for path in shipped_sets(name, catalogue.folder(name))]
    for path in arguments.files or shipped:
        begin, report, puzzles, wrong = time.monotonic(), Report(), read_set(path, catalogue.rulesets), []
        for puzzle in puzzles.puzzles[:: arguments.part]:
            found = check_puzzle(puzzles, puzzle)
            report += found
            wrong += [puzzle] if found.defects else []
        if arguments.drop and wrong:
            right = tuple(puzzle for puzzle in puzzles.puzzles if puzzle not in wrong)
            path.write_text(write_puzzles(replace(puzzles, puzzles=right)), encoding="utf-8")
        total += report
        cases = ", ".join(f"{number:,} {kind}" for kind, number in report.seen.items())
        sys.stdout.write(
            f"{path.stem:<16}{len(report.defects):>4} defects {time.monotonic() - begin:>8.1f} s  {cases}\n"
        )
        sys.stdout.flush()
    sys.stdout.write("\n".join(total.defects[:50] or ["Nothing was wrong."]) + "\n")
    return int(bool(total.defects))


if __name__ == "__main__":
    sys.exit(main())
