"""Executors for the games of an arena: threads of this program, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def open_executor(jobs: int, scheduler: str | None) -> Iterator[Executor]:
    """An executor as a context manager; on leaving, waiting games are dropped, and games in a thread waited for.

    Raises ImportError without the extra ``cluster``, OSError when no scheduler answers. Threads are enough here: the
    thinking is done in the opponents' processes.
    """
    if scheduler is None:
        executor = ThreadPoolExecutor(jobs)
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)
    else:
        from distributed import Client  # noqa: PLC0415 - only the extra brings it

        with Client(scheduler) as client:
            remote = client.get_executor()
            try:
                yield remote
            finally:
                remote.shutdown(wait=False)
