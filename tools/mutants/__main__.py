"""The command ``python -m tools.mutants draw|trace|run|report FOLDER``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.json import encode

from tools.mutants.places import Mutant, drawn
from tools.mutants.recorder import ROOT
from tools.mutants.traces import copied, mutants_of, reaching, results, started, trace
from tools.mutants.trying import TREES, Verdict, verdicts


def main(arguments: Sequence[str]) -> int:
    """Run the step of the mutant test that the arguments name.

    ``trace`` and ``run`` pass unknown arguments on to pytest. Return the exit code, which is 1 if the report has a
    mutant that only the slow tests marked ``night`` notice.
    """
    parser = ArgumentParser("python -m tools.mutants")
    parser.add_argument("step", choices=("draw", "trace", "run", "report"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    chosen, for_pytest = parser.parse_known_args(arguments)
    folder = chosen.folder.resolve()
    if chosen.step == "draw":
        folder.mkdir(parents=True, exist_ok=True)
        lines = (encode(mutant).decode() + "\n" for mutant in drawn(ROOT, chosen.count, chosen.seed))
        (folder / "mutants.jsonl").write_text("".join(lines), "utf-8")
    elif chosen.step == "trace":
        trace(folder, mutants_of(folder), for_pytest)
    elif chosen.step == "run":
        run(folder, mutants_of(folder), for_pytest)
    else:
        sys.stdout.writelines(f"{line}\n" for line in report(folder, mutants_of(folder)))
        return int(any(verdict.night for verdict in verdicts(folder).values()))
    return 0


def run(folder: Path, mutants: Sequence[Mutant], for_pytest: Sequence[str]) -> None:
    """Test each mutant that has no verdict yet, in two processes, each with its own copy of the checkout."""
    files = {mutant.file for mutant in mutants}
    # The files that mutants change are copied again, because a run that was killed may have left a mutant in them.
    trees = [copied(folder / name, fresh=files) for name in TREES]
    options = [
        "-p",
        "tools.mutants.trying",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-o",
        "faulthandler_timeout=240",
    ]
    for process in [started(tree, [*options, *for_pytest]) for tree in trees]:
        process.wait()


def report(folder: Path, mutants: Sequence[Mutant]) -> Iterator[str]:
    """Yield the lines of the report.

    First come the numbers, then the mutants that only the slow tests marked ``night`` notice, then those that no test
    notices.
    """
    known, tests = verdicts(folder), reaching(folder, results(folder))
    usual = [number for number, verdict in known.items() if verdict.killed_by and not verdict.night]
    night = [number for number, verdict in known.items() if verdict.night]
    missed = [number for number, verdict in known.items() if not verdict.killed_by]
    yield f"{len(known)} of {len(mutants)} mutants were tried; no test reaches {len(mutants) - len(tests)} of all"
    yield f"noticed by the usual suite: {len(usual)}"
    yield f"noticed by the whole suite: {len(usual) + len(night)}"
    for title, numbers in (("noticed by night tests only", night), ("not noticed", missed)):
        yield f"\n{title}: {len(numbers)}"
        yield from (_row(mutants[number], known[number]) for number in sorted(numbers))


def _row(mutant: Mutant, verdict: Verdict) -> str:
    change = f"{' '.join(mutant.before.split())} -> {mutant.after}"
    tried = f"{verdict.killed_by or 'survived'} ({verdict.usual} usual tests, {verdict.left} tests left out)"
    return f"{mutant.number} | {mutant.file}:{mutant.line} | {mutant.kind} | {change} | {tried}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
