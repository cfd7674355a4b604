"""Copies of the checkout, the traced run of the tests and its results, and the choice of tests for a mutant."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import convert

from tools.mutants.places import Mutant, first_line
from tools.mutants.recorder import REACHED, RESULTS, ROOT

#: Files of tests that only read the sources, and so do not notice what the program does.
_READERS = ("tests/core/test_architecture.py", "tests/test_pages.py", "tests/box/test_shipped_code.py")
_NOT_COPIED = (".git", ".*_cache", ".hypothesis", ".venv", "saves", REACHED.name, RESULTS.name)


@dataclass(frozen=True)
class Result:
    """The result of a test on the unchanged program."""

    passed: bool
    seconds: float
    night: bool


def lines_of(file: Path) -> Iterator[Any]:
    """Yield the value of each line of a JSON Lines file. Skip lines that are not valid, as after a kill.

    If the file does not exist, yield nothing.
    """
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                yield json.loads(line)


def mutants_of(folder: Path) -> list[Mutant]:
    """Return the mutants that were drawn into a folder. The index of each is its number."""
    return [convert(entry, Mutant) for entry in lines_of(folder / "mutants.jsonl")]


def copied(to: Path, fresh: Iterable[str] = ()) -> Path:
    """Copy the checkout to a folder and return the folder. If it exists, copy only the ``fresh`` files again."""
    if not to.exists():
        shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(*_NOT_COPIED))
    for file in fresh:
        shutil.copy2(ROOT / file, to / file)
    return to


def started(tree: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start pytest in a copy of the checkout. Its output goes to a log file beside the copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", *arguments]
    with (tree.parent / f"{tree.name}.log").open("ab") as log:
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        return subprocess.Popen(command, cwd=tree, env=environment, stdout=log, stderr=log)


def trace(folder: Path, mutants: Sequence[Mutant], arguments: Sequence[str]) -> None:
    """Run the tests on a copy of the checkout that records which tests reach which mutants."""
    tree = folder / "traced"
    if not tree.exists():
        copied(tree)
        for file in {mutant.file for mutant in mutants}:
            path = tree / file
            here = (mutant for mutant in mutants if mutant.file == file)
            path.write_text(marked(path.read_text("utf-8"), here), "utf-8")
    started(tree, ["-p", "tools.mutants.recorder", "-n", "2", "--dist", "worksteal", *arguments]).wait()


def marked(source: str, mutants: Iterable[Mutant]) -> str:
    """Return the source of a module with inserted calls that record each test that reaches one of its mutants."""
    body = ast.parse(source).body
    first = next(node for node in body[1:] if not isinstance(node, ast.ImportFrom) or node.module != "__future__")
    calls = {mutant.number: mutant.statement for mutant in mutants}
    lines = source.split("\n")
    for number, line in sorted(calls.items(), key=lambda call: -call[1]):
        indent = lines[line - 1][: -len(lines[line - 1].lstrip())]
        lines.insert(line - 1, f"{indent}_reached({number})")
    lines.insert(first_line(first) - 1, "from tools.mutants.recorder import reached as _reached")
    return "\n".join(lines)


def results(folder: Path) -> dict[str, Result]:
    """Return the result of each test in the run that recorded which tests reach which mutants."""
    found: dict[str, Result] = {}
    for test, outcome, seconds, night in lines_of(folder / "traced" / RESULTS.name):
        before = found.get(test, Result(True, 0.0, night))
        found[test] = Result(before.passed and outcome == "passed", before.seconds + seconds, night)
    return found


def reaching(folder: Path, known: dict[str, Result]) -> dict[int, list[str]]:
    """Return for each mutant the tests to run on it: those that reach its place and pass on the unchanged program.

    Tests that only read the source files are left out.
    """
    found: dict[int, set[str]] = {}
    for number, test in lines_of(folder / "traced" / REACHED.name):
        if test in known and known[test].passed and not test.startswith(_READERS):
            found.setdefault(number, set()).add(test)
    return {number: sorted(tests) for number, tests in found.items()}


def ordered(tests: Sequence[str], mutant: Mutant, known: dict[str, Result]) -> list[str]:
    """Return tests in the order in which to run them on a mutant, the most promising first.

    The first parametrized case of each test function comes before the second case of any. Among these, tests in files
    named after the module come first, then tests of its package, and the fast ones before the slow ones.
    """
    path = Path(mutant.file)
    area = "tests/" + path.parts[path.parts[0] == "game"]
    by_seconds = sorted(tests, key=lambda test: known[test].seconds)
    cases: Counter[str] = Counter()
    keys: dict[str, tuple[int, int]] = {}
    for test in by_seconds:
        function = test.partition("[")[0]
        distance = 0 if path.stem in function.partition("::")[0] else 1 if test.startswith(area) else 2
        keys[test] = (cases[function], distance)
        cases[function] += 1
    return sorted(by_seconds, key=keys.__getitem__)


def affordable(tests: Sequence[str], known: dict[str, Result], most: int, seconds: float) -> list[str]:
    """Return the tests, in their order, that can run within the given seconds together.

    The result has at most ``most`` tests but always includes the first.
    """
    chosen: list[str] = []
    for test in tests:
        seconds -= known[test].seconds
        if not chosen or (seconds >= 0.0 and len(chosen) < most):
            chosen.append(test)
    return chosen
