"""Pytest plug-in that collects the tests once, and tests each mutant in a fork of the process.

A fork replaces the code of the loaded functions from the mutant's file. It also changes the file itself, for processes
that the tests start. Values that the module computed when it was imported stay unchanged.
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

#: The names of the two copies of the checkout in which mutants are tested.
TREES = ("trial-0", "trial-1")
#: The maximum number of tests for a mutant, and the maximum of the seconds that they took in the traced run. The limits
#: apply to the usual suite and to the night tests separately.
_MOST_TESTS, _MOST_SECONDS = 400, 200.0
#: The time in seconds after which the tests of a mutant are stopped, and the running test counts as failed.
_PATIENCE = 300.0
#: The file in which a fork reports its running test, and whether it has passed all tests.
_ANSWER = ROOT / "answer.json"


class Verdict(Struct, frozen=True):
    """The result of testing a mutant."""

    number: int = field(name="number")
    killed_by: str = field(name="killed_by")
    """The first test that failed because of the mutant, or "" if there is none."""
    night: bool = field(name="night")
    """True if a night test failed, but none of the chosen tests of the usual suite."""
    usual: int = field(name="usual")
    """The number of tests of the usual suite that were chosen."""
    left: int = field(name="left")
    """The number of tests that reach the mutant but were not chosen, because there were too many."""


def verdicts(folder: Path) -> dict[int, Verdict]:
    """Return the verdicts so far, by the numbers of their mutants."""
    found = (entry for tree in TREES for entry in lines_of(folder / f"{tree}.jsonl"))
    return {entry["number"]: convert(entry, Verdict) for entry in found}


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Test the mutants that have no verdict yet. Each of the two processes takes every second mutant."""
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
    """Runner of the collected tests in forks of this process."""

    def __init__(self, session: pytest.Session) -> None:
        self._config = session.config
        self.items = {item.nodeid: item for item in session.items}
        self._sound: dict[str, bool] = {}

    def killer(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Return the first test that fails with a mutant but passes in a fork without it, or "" if there is none."""
        left = list(tests)
        while left and (failed := self._first_failure(mutant, left)):
            if failed not in self._sound:
                self._sound[failed] = not self._first_failure(None, [failed])
            if self._sound[failed]:
                return failed
            left = left[left.index(failed) + 1 :]
        return ""

    def _first_failure(self, mutant: Mutant | None, tests: Sequence[str]) -> str:
        """Run tests in a fork of this process, with the mutant if it is not None.

        Return the first test that fails, or the one that was running when the time was up or the fork ended early, or
        "" if all pass.
        """
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
        """Run tests until one fails, write the progress to the answer file, and end this process, which is a fork."""
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
    """Pytest plug-in that records whether a test has failed."""

    seen = False

    def pytest_runtest_logreport(self, report: TestReport) -> None:
        self.seen = self.seen or report.outcome == "failed"


def _wait_for(child: int) -> None:
    """Wait for a fork until it ends or the time is up. Then kill the fork and all processes of its group."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.02)
    try:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _change(path: Path, source: bytes) -> None:
    """Write the changed source of a module to its file, and replace the code of its loaded functions."""
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
