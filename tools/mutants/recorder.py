"""Recorder of which tests reach the places of mutants, and of how each test ended, in a copy of the checkout.

The marked modules of the program import this module, and pytest loads it as a plug-in. Therefore it imports no other
module of the project.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Container
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).resolve().parents[2]
#: A file with lines ``[number of a mutant, test that reaches it]``.
REACHED = ROOT / "reached.jsonl"
#: A file with lines ``[test, "passed", "failed" or "skipped", seconds, True if it is a night test]``.
RESULTS = ROOT / "results.jsonl"

_seen: set[tuple[int, str]] = set()
_environment = os.environ
# Tests may replace these functions in the module os. The recorder keeps the real ones.
_open, _write, _close = os.open, os.write, os.close


class Item(Protocol):
    """The part of a collected pytest test that is used here."""

    nodeid: str


class CollectReport(Protocol):
    """The part of pytest's report about a collected file that is used here."""

    nodeid: str
    failed: bool


class TestReport(Protocol):
    """The part of pytest's report about a phase of a test (setup, call or teardown) that is used here."""

    nodeid: str
    when: str
    outcome: str
    duration: float
    keywords: Container[str]


def reached(number: int) -> None:
    """Record that the running test reaches the place of a mutant, once per process.

    If no test runs, as during collection, the recorded test is "".
    """
    test = _environment.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if (number, test) not in _seen:
        _seen.add((number, test))
        _append(REACHED, [number, test])


def pytest_collection_modifyitems(items: list[Item]) -> None:
    """Leave out the tests that already have a result, so that a traced run that was stopped can continue."""
    if RESULTS.exists():
        known = {json.loads(line)[0] for line in RESULTS.read_text("utf-8").splitlines()}
        items[:] = [item for item in items if item.nodeid not in known]


def pytest_runtest_logreport(report: TestReport) -> None:
    """Record how a test ended, or that its setup or teardown did not pass. Workers of pytest-xdist record nothing."""
    if "PYTEST_XDIST_WORKER" not in _environment and (report.when == "call" or report.outcome != "passed"):
        _append(RESULTS, [report.nodeid, report.outcome, report.duration, "night" in report.keywords])


def pytest_collectreport(report: CollectReport) -> None:
    """Record a failure for a file of tests that cannot be collected."""
    if report.failed:
        _append(RESULTS, [report.nodeid, "failed", 0.0, False])


def _append(file: Path, entry: list[object]) -> None:
    with contextlib.suppress(OSError):
        descriptor = _open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            _write(descriptor, (json.dumps(entry) + "\n").encode())
        finally:
            _close(descriptor)
