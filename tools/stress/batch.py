"""Batches of stress trials in a child process, so that one that crashes or hangs does not end the stress test."""

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
    """Run the trials of ``count`` seeds from ``first`` on in a child process, and return the results.

    Stop after the trial that ends later than ``until`` (time.monotonic). A trial that crashes or hangs counts as failed
    and ends the batch. Processes that the trials have started are ended.
    """
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
    """Start the child process; its temporary files lie in ``folder``, which the caller deletes."""
    command = own_command("stress", "--batch", campaign.name, str(first), str(count))
    environment = {**os.environ, **WITHOUT_GREETING, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL, env=environment)


def _lines(child: subprocess.Popen[bytes], patience: float) -> Iterator[bytes]:
    """Yield the child's output lines until it ends or writes nothing for ``patience`` seconds.

    The wait goes on while the child is ready to run but other programs take most of the processor time.
    """
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
    """Return the processor time that a child has used, in seconds."""
    try:
        times = psutil.Process(child.pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


def _last_lines(child: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    """Explain why the child wrote no further line: that it hangs, or the last line of its error output."""
    try:
        child.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it hangs"
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), f"it ended with {child.returncode}")[:300]


def _end(child: subprocess.Popen[bytes], others: Collection[psutil.Process]) -> None:
    """End the child and every process that it started, even one whose parent has ended; spare ``others``."""
    child.kill()
    end_descendants(spared=others)
    child.wait()


def try_seeds(campaign: Campaign, first: int, count: int) -> int:
    """Run trials in this process, which is the child, each in a new folder.

    Print a line of JSON with the result of each, and return the exit code 0.
    """
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
