"""A batch of trials in a process of its own: one that falls or hangs costs a trial and not the stress test."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO

import psutil

from game.core.own_program import own_command
from game.engine.client.descendants import adopt_orphans, end_descendants
from tools.stress.campaign import WAITS, WITHOUT_GREETING, Campaign
from tools.stress.stress_log import Batch


def run_batch(campaign: Campaign, first: int, count: int, until: float) -> Batch:
    """Try so many seeds from ``first`` on, but begin none after ``until`` (time.monotonic); nothing is left running."""
    begin, broke, seed, reports = time.monotonic(), dict[int, str](), first, list[tuple[float, ...]]()
    others = set(psutil.Process().children(recursive=True))
    adopt_orphans()
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        child = _start(campaign, first, count, errors, folder)
        for line in _lines(child, campaign.patience):
            report = json.loads(line)
            if report["told"]:
                broke[report["seed"]] = report["told"]
            reports.append((report["before"], report["after"], report["calm"], report["attacked"]))
            seed = report["seed"] + 1
            if time.monotonic() > until:
                break
        else:
            if seed < first + count:
                broke[seed] = _last_lines(child, errors)
                seed += 1
        _end(child, others)
    most = [max(figures) for figures in zip(*reports, strict=True)] if reports else [0.0] * 4
    return Batch(
        campaign.name, first, seed - first, broke, time.monotonic() - begin,
        memory_at_start=reports[0][0] if reports else 0.0, memory_at_end=most[1], calm=most[2], attacked=most[3],
    )  # fmt: skip


def _start(campaign: Campaign, first: int, count: int, errors: IO[bytes], folder: str) -> subprocess.Popen[bytes]:
    """The child, whose temporary files lie in the folder, and go with it even if it is killed."""
    command = own_command("stress", "--batch", campaign.name, str(first), str(count))
    environment = {**os.environ, **WITHOUT_GREETING, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL, env=environment)


def _lines(child: subprocess.Popen[bytes], patience: float) -> Iterator[bytes]:
    """The child's lines, until it ends or says nothing for so many seconds; those that others had do not count."""
    said: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        assert child.stdout is not None
        for line in child.stdout:
            said.put(line)
        said.put(b"")

    threading.Thread(target=listen, daemon=True).start()
    worked = _worked(child)
    while True:
        try:
            line = said.get(timeout=patience)
        except queue.Empty:
            if psutil.Process(child.pid).status() == psutil.STATUS_RUNNING and _worked(child) - worked < patience / 2:
                continue
            return
        worked = _worked(child)
        if not line:
            return
        yield line


def _worked(child: subprocess.Popen[bytes]) -> float:
    """The seconds that a child has had a processor."""
    try:
        times = psutil.Process(child.pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


def _last_lines(child: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    """Why the child did not go on: it hangs, or the last line that it wrote as it fell."""
    try:
        child.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it hangs"
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), f"it ended with {child.returncode}")[:300]


def _end(child: subprocess.Popen[bytes], others: Collection[psutil.Process]) -> None:
    """End the child and all that it started, also what outlived it; ``others`` were there before."""
    child.kill()
    end_descendants(spared=others)
    child.wait()


def try_seeds(campaign: Campaign, first: int, count: int) -> int:
    """What the child does: every trial in a folder of its own, a line for each; the exit code."""
    own = psutil.Process()
    for seed in range(first, first + count):
        before = own.memory_info().rss / 1e6
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            told = campaign.trial(seed, Path(folder))
        after = own.memory_info().rss / 1e6
        waits = {"calm": WAITS.calm, "attacked": WAITS.attacked}
        sys.stdout.write(json.dumps({"seed": seed, "told": told, "before": before, "after": after, **waits}) + "\n")
        sys.stdout.flush()
    return 0
