"""A plug-in of pytest that collects the tests once, and tries each mutant in a fork of the process.

A fork changes the functions that are loaded from the file of the mutant, and the file, for the processes that tests
start. What the file had computed while the tests were collected stays as it was.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from msgspec import Struct, convert, field
from msgspec.json import encode

from tools.mutants.places import Mutant
from tools.mutants.recorder import ROOT, TestReport
from tools.mutants.traces import affordable, lines_of, mutants_of, ordered, reaching, results

TREES = ("trial-0", "trial-1")
#: Tests, and seconds that they took when they were traced, that a mutant gets of the usual suite and of the night.
_MOST_TESTS, _MOST_SECONDS = 400, 200.0
#: Seconds after which tests that a mutant keeps from ending count as failed.
_PATIENCE = 300.0
_ANSWER = ROOT / "answer.json"


class Verdict(Struct, frozen=True):
    """What the tests that reach a mutant said about it."""

    number: int = field(name="number")
    killed_by: str = field(name="killed_by")
    """The first test that failed, or "" if all passed."""
    night: bool = field(name="night")
    """True if no usual test that was tried failed, and a night test did."""
    usual: int = field(name="usual")
    """How many usual tests were to be tried."""
    left: int = field(name="left")
    """How many tests that reach it were not to be tried."""


def verdicts(folder: Path) -> dict[int, Verdict]:
    """Return what is known of each mutant so far."""
    found = (entry for tree in TREES for entry in lines_of(folder / f"{tree}.jsonl"))
    return {entry["number"]: convert(entry, Verdict) for entry in found}


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants that have no verdict yet, of two processes each every second one."""
    folder, share = ROOT.parent, TREES.index(ROOT.name)
    known, done = results(folder), verdicts(folder)
    tests, trials = reaching(folder, known), _Trials(session)
    for mutant in mutants_of(folder)[share::2]:
        if mutant.number not in done:
            here = ordered([test for test in tests.get(mutant.number, []) if test in trials.items], mutant, known)
            groups = [[test for test in here if known[test].night == night] for night in (False, True)]
            tried = [affordable(group, known, _MOST_TESTS, _MOST_SECONDS) for group in groups]
            by_day = trials.killer(mutant, tried[0])
            killer = by_day or trials.killer(mutant, tried[1])
            left = len(here) - sum(map(len, tried))
            verdict = Verdict(mutant.number, killer, bool(killer) and not by_day, len(tried[0]), left)
            with (folder / f"{ROOT.name}.jsonl").open("a", encoding="utf-8") as log:
                log.write(encode(verdict).decode() + "\n")
    return True


class _Trials:
    """Forks of a process that has collected the tests."""

    def __init__(self, session: pytest.Session) -> None:
        self._config = session.config
        self.items = {item.nodeid: item for item in session.items}
        self._sound: dict[str, bool] = {}

    def killer(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Return the first test that fails on a mutant, but passes here without it; "" if there is none."""
        left = list(tests)
        while left and (failed := self._first_failure(mutant, left)):
            if failed not in self._sound:
                self._sound[failed] = not self._first_failure(None, [failed])
            if self._sound[failed]:
                return failed
            left = left[left.index(failed) + 1 :]
        return ""

    def _first_failure(self, mutant: Mutant | None, tests: Sequence[str]) -> str:
        """Run tests in a fork and return the first that fails, or that was running when time was up."""
        _ANSWER.unlink(missing_ok=True)
        path = ROOT / mutant.file if mutant else _ANSWER
        before = (path.stat(), path.read_bytes()) if mutant else None
        child = os.fork()
        if child == 0:
            self._run(mutant, path, tests)
        _wait_for(child)
        if before:
            path.write_bytes(before[1])
            os.utime(path, ns=(before[0].st_atime_ns, before[0].st_mtime_ns))
        reached, is_over = next(lines_of(_ANSWER), (tests[0], False))
        return "" if is_over else str(reached)

    def _run(self, mutant: Mutant | None, path: Path, tests: Sequence[str]) -> None:
        """Run tests until one fails, answer how far they came, and end the process."""
        try:
            os.setsid()
            if mutant:
                _change(path, mutant.applied(path.read_bytes()))
            failures = _Failures()
            self._config.pluginmanager.register(failures)
            items = [self.items[test] for test in tests]
            for item, following in zip(items, [*items[1:], None], strict=True):
                _ANSWER.write_text(json.dumps([item.nodeid, False]), "utf-8")
                self._config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if failures.seen:
                    os._exit(0)
            _ANSWER.write_text(json.dumps(["", True]), "utf-8")
        finally:
            os._exit(0)


class _Failures:
    """A plug-in that notes whether a test has failed."""

    seen = False

    def pytest_runtest_logreport(self, report: TestReport) -> None:
        self.seen = self.seen or report.outcome == "failed"


def _wait_for(child: int) -> None:
    """Wait for a fork, which is ended when time is up, with whatever its tests have started."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.02)
    try:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _change(path: Path, source: bytes) -> None:
    """Write a module's file, and change the functions that are loaded from it."""
    path.write_bytes(source)
    codes: dict[str, list[CodeType]] = {}
    _collect(compile(source, str(path), "exec", dont_inherit=True), codes)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            found = codes.get(function.__code__.co_qualname, [])
            if len(found) == 1 and found[0].co_freevars == function.__code__.co_freevars:
                function.__code__ = found[0]


def _collect(code: CodeType, codes: dict[str, list[CodeType]]) -> None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            codes.setdefault(constant.co_qualname, []).append(constant)
            _collect(constant, codes)
