"""Where the games of an arena are played: in threads of this program, or on a Dask cluster."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor


def open_executor(jobs: int, scheduler: str | None) -> Executor:
    """The executor; raises ImportError without the extra ``cluster``, OSError when no scheduler answers.

    Threads are enough here: the thinking is done in the opponents' processes.
    """
    if scheduler is None:
        return ThreadPoolExecutor(jobs)
    from distributed import Client  # noqa: PLC0415 - only the extra brings it

    executor: Executor = Client(scheduler).get_executor()
    return executor
