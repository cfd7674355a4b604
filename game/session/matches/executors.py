"""Executors that run many games in parallel, in local threads or processes or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from game.core.model import ParseError

Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def open_executor(jobs: int, scheduler: str | None, *, in_processes: bool = False) -> Iterator[Executor]:
    """Open an executor for games as a context manager.

    On exit, waiting games are cancelled and local running games finish.

    Threads suffice if the opponents think in their own processes; ``in_processes`` gives each job a process for
    thinking here. Raises ParseError without the extra ``cluster``, OSError if no scheduler answers.
    """
    if scheduler is not None and find_spec("distributed") is None:
        raise ParseError("--scheduler needs the extra cluster, which is the package distributed")
    if scheduler is None:
        processes = in_processes and jobs > 1
        executor = _processes(jobs) if processes else ThreadPoolExecutor(jobs)
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)
    else:
        from distributed import Client  # noqa: PLC0415 - only the extra brings it

        from stone_fair import put_on_path  # noqa: PLC0415 - a package for players has no such start

        with Client(scheduler) as client:
            # Also on workers that come later.
            client.register_worker_callbacks(put_on_path)
            remote = client.get_executor()
            try:
                yield remote
            finally:
                remote.shutdown(wait=False)


def _processes(jobs: int) -> ProcessPoolExecutor:
    # A forked copy of this process would lack any threads that it has started.
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """End this worker process when its parent process ends, and leave Ctrl+C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # Exit at once: the worker thread would wait for another task forever.
        os._exit(1)


def results_in_order(
    executor: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int
) -> Iterator[Result]:
    """Yield the results of all tasks in the order of the tasks.

    Up to ``ahead`` + 1 tasks are submitted at a time.
    """
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(executor.submit(work, task))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
