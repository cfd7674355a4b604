"""Notes in a copy of the checkout which tests reach the places of mutants, and how each test ended.

Changed modules of the program import this module, and pytest loads it as a plug-in; it imports no module of ours.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Container
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).resolve().parents[2]
#: Lines ``[number of a mutant, test]``.
REACHED = ROOT / "reached.jsonl"
#: Lines ``[test, "passed", "failed" or "skipped", seconds, True if it is a night test]``.
RESULTS = ROOT / "results.jsonl"

_seen: set[tuple[int, str]] = set()
_environment = os.environ
# Tests replace these in the module os; the recorder goes on with the real ones.
_open, _write, _close = os.open, os.write, os.close


class Item(Protocol):
    """A test that pytest has collected."""

    nodeid: str


class CollectReport(Protocol):
    """Pytest's report about a collected file."""

    nodeid: str
    failed: bool


class TestReport(Protocol):
    """Pytest's report about a phase of a test."""

    nodeid: str
    when: str
    outcome: str
    duration: float
    keywords: Container[str]


def reached(number: int) -> None:
    """Note that the running test reaches the place of a mutant, once per process. No test runs during collection."""
    test = _environment.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if (number, test) not in _seen:
        _seen.add((number, test))
        _append(REACHED, [number, test])


def pytest_collection_modifyitems(items: list[Item]) -> None:
    """Leave out the tests whose end is known, so that a traced run that was stopped goes on."""
    if RESULTS.exists():
        known = {json.loads(line)[0] for line in RESULTS.read_text("utf-8").splitlines()}
        items[:] = [item for item in items if item.nodeid not in known]


def pytest_runtest_logreport(report: TestReport) -> None:
    """Note how a phase of a test ended, in the process that collects the results."""
    if "PYTEST_XDIST_WORKER" not in _environment and (report.when == "call" or report.outcome != "passed"):
        _append(RESULTS, [report.nodeid, report.outcome, report.duration, "night" in report.keywords])


def pytest_collectreport(report: CollectReport) -> None:
    """Note a file of tests that cannot be imported."""
    if report.failed:
        _append(RESULTS, [report.nodeid, "failed", 0.0, False])


def _append(file: Path, entry: list[object]) -> None:
    with contextlib.suppress(OSError):
        descriptor = _open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            _write(descriptor, (json.dumps(entry) + "\n").encode())
        finally:
            _close(descriptor)
