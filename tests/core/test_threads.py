"""Threads of the program: work is stopped or ends at its limit, and a failure is reported and known."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from game.core.threads.bell import Bell
from game.core.threads.interruptible import Interrupted, Interruptible
from game.core.threads.worker import WindowQueue, failure_text, start_worker

ROOT = Path(__file__).parents[2]


def endless() -> None:
    number = 0
    while True:
        number += 1


def stubborn(until: float) -> str:
    """Works on where it is interrupted, as a guard of a plug-in does that takes anything for an error."""
    while time.monotonic() < until:
        try:
            endless()
        except BaseException:  # noqa: BLE001
            continue
    return "done"


def test_work_ends_at_its_limit() -> None:
    work = Interruptible(0.2)
    with pytest.raises(Interrupted):
        work.run(endless)
    assert not work.is_stopped


def test_work_that_another_thread_stops_ends_soon() -> None:
    work, ended = Interruptible(), threading.Event()

    def run() -> None:
        with pytest.raises(Interrupted):
            work.run(endless)
        ended.set()

    start_worker(run, "test")
    time.sleep(0.05)
    work.stop()
    assert ended.wait(5)
    assert work.is_stopped


def test_work_that_was_stopped_before_it_began_ends_as_well() -> None:
    work = Interruptible()
    work.stop()
    with pytest.raises(Interrupted):
        work.run(endless)


def test_work_that_passes_an_interruption_over_is_interrupted_again() -> None:
    assert Interruptible(0.1).run(lambda: stubborn(time.monotonic() + 0.6)) == "done"


def test_an_interruption_that_became_another_error_on_its_way_is_one_still() -> None:
    def disguised() -> None:
        try:
            endless()
        except Interrupted as error:
            raise ValueError("the plug-in failed") from error

    with pytest.raises(Interrupted):
        Interruptible(0.1).run(disguised)


def test_what_ends_in_time_is_never_interrupted_afterwards() -> None:
    for _number in range(300):
        try:
            Interruptible(0.001).run(lambda: sum(range(2_000)))
        except Interrupted:
            continue
    # An interruption that came late would be raised here.
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        sum(range(100))


#: Interrupts work as often as possible while it begins, for a second; the exceptions may come anywhere.
_INTERRUPTED_AS_IT_BEGINS = """
import sys, time
from contextlib import suppress
from game.core.threads import interruptible
from game.core.threads.interruptible import Interrupted, Interruptible
from game.core.threads.worker import start_worker

interruptible._TICK, until = 0.0, time.monotonic() + 1.0

def begin_again_and_again():
    while time.monotonic() < until:
        with suppress(Interrupted):
            Interruptible(0.0).run(int)

sys.setswitchinterval(1e-6)
worker = start_worker(begin_again_and_again, "test")
worker.join(20)
print("hangs" if worker.is_alive() else "ended", flush=True)
"""


def test_work_that_is_interrupted_as_it_begins_keeps_no_later_work_waiting() -> None:
    """Before, the lock of an Event stayed held, and the next thread that read a file waited for ever."""
    command = [sys.executable, "-c", _INTERRUPTED_AS_IT_BEGINS]
    child = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert "ended" in child.stdout


def test_a_bell_that_rang_before_it_is_waited_for_wakes_once() -> None:
    bell, woken = Bell(), threading.Semaphore(0)
    bell.ring()
    bell.ring()

    def wait_twice() -> None:
        for _number in range(2):
            bell.wait()
            woken.release()

    start_worker(wait_twice, "test")
    assert woken.acquire(timeout=10)
    assert not woken.acquire(timeout=0.1)
    bell.ring()
    assert woken.acquire(timeout=10)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_that_fails_is_reported_and_known(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[str] = []
    failed: list[Exception] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.thread.name))
    start_worker([].pop, "a job", failed.append).join(5)
    assert reported == ["a job"]
    assert "IndexError" in failure_text(failed[0])
    assert "memory" in failure_text(MemoryError())


def test_what_workers_post_is_carried_out_in_order_by_whoever_runs_the_queue() -> None:
    queue, done = WindowQueue(), list[tuple[int, int]]()
    here = threading.get_ident()

    def post() -> None:
        for number in range(100):
            queue.post(lambda number=number: done.append((number, threading.get_ident())))

    start_worker(post, "test").join()
    assert done == []
    queue.run()
    assert done == [(number, here) for number in range(100)]


def test_an_action_that_is_posted_by_an_action_waits_for_the_next_frame() -> None:
    queue, done = WindowQueue(), list[str]()
    queue.post(lambda: queue.post(lambda: done.append("second")))
    queue.run()
    assert done == []
    queue.run()
    assert done == ["second"]
