"""Copies of the checkout, what the traced run of the tests told, and the tests that are worth trying on a mutant."""

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

#: Tests that read our sources, and so tell nothing about what the program does.
_READERS = ("tests/core/test_architecture.py", "tests/test_pages.py", "tests/box/test_shipped_code.py")
_NOT_COPIED = (".git", ".*_cache", ".hypothesis", ".venv", "saves", REACHED.name, RESULTS.name)


@dataclass(frozen=True)
class Result:
    """How a test ended on the unchanged program."""

    passed: bool
    seconds: float
    night: bool


def lines_of(file: Path) -> Iterator[Any]:
    """Yield what the lines of a file of JSON hold; one that was cut off by a kill is passed over."""
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                yield json.loads(line)


def mutants_of(folder: Path) -> list[Mutant]:
    """Return the mutants that were drawn for a folder; each stands at its number."""
    return [convert(entry, Mutant) for entry in lines_of(folder / "mutants.jsonl")]


def copied(to: Path, fresh: Iterable[str] = ()) -> Path:
    """Return a folder with a copy of the checkout; of one that is there, only the ``fresh`` files are copied again."""
    if not to.exists():
        shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(*_NOT_COPIED))
    for file in fresh:
        shutil.copy2(ROOT / file, to / file)
    return to


def started(tree: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start pytest in a copy of the checkout, with its output in a log beside it."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", *arguments]
    with (tree.parent / f"{tree.name}.log").open("ab") as log:
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        return subprocess.Popen(command, cwd=tree, env=environment, stdout=log, stderr=log)


def trace(folder: Path, mutants: Sequence[Mutant], arguments: Sequence[str]) -> None:
    """Run tests on a copy of the checkout that notes which of them reach which mutants."""
    tree = folder / "traced"
    if not tree.exists():
        copied(tree)
        for file in {mutant.file for mutant in mutants}:
            path = tree / file
            here = (mutant for mutant in mutants if mutant.file == file)
            path.write_text(marked(path.read_text("utf-8"), here), "utf-8")
    started(tree, ["-p", "tools.mutants.recorder", "-n", "2", "--dist", "worksteal", *arguments]).wait()


def marked(source: str, mutants: Iterable[Mutant]) -> str:
    """Return the source of a module that notes each test that reaches one of its mutants."""
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
    """Return how each test of the traced run ended."""
    found: dict[str, Result] = {}
    for test, outcome, seconds, night in lines_of(folder / "traced" / RESULTS.name):
        before = found.get(test, Result(True, 0.0, night))
        found[test] = Result(before.passed and outcome == "passed", before.seconds + seconds, night)
    return found


def reaching(folder: Path, known: dict[str, Result]) -> dict[int, list[str]]:
    """Return for each mutant the tests that reach it, pass without it, and do more than read our sources."""
    found: dict[int, set[str]] = {}
    for number, test in lines_of(folder / "traced" / REACHED.name):
        if test in known and known[test].passed and not test.startswith(_READERS):
            found.setdefault(number, set()).add(test)
    return {number: sorted(tests) for number, tests in found.items()}


def ordered(tests: Sequence[str], mutant: Mutant, known: dict[str, Result]) -> list[str]:
    """Return tests in the order in which they are worth trying.

    The cases of one test alternate with those of others. Tests named after the module come first, then tests of its
    package, and among these the quick ones.
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
    """Return the first tests that take no more than a time together, at least one and at most a number."""
    chosen: list[str] = []
    for test in tests:
        seconds -= known[test].seconds
        if not chosen or (seconds >= 0.0 and len(chosen) < most):
            chosen.append(test)
    return chosen
