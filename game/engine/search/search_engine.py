"""Abstract base class of search engines, which search in threads and report progress until stopped.

Several threads search the same position (lazy SMP). Each has its own board, and all share one transposition table, so
that a thread can use the results of another.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np

from game.engine.search.compiled import Record, load
from game.engine.search.lazy_smp import Found, LazySmp
from game.engine.search.search_thread import SearchThread
from game.engine.search.task import Task
from game.engine.search.time_manager import TimeManager

#: Entries of the transposition table as powers of two: default, least and most (64 GiB).
MEMORY_BITS = 21
_LEAST_BITS, _MOST_BITS = 10, 32
_ENTRY_BYTES = 16
MAX_DEPTH = 60
#: Most search threads.
MOST_THREADS = 64
#: Seconds between two checks for new results.
LOOK_SECONDS = 0.005
NO_LIMIT = 1 << 60

#: The type of a search thread of the game.
Thread = TypeVar("Thread", bound=SearchThread)
#: The type of a move of the caller.
Told = TypeVar("Told")


class SearchEngine(ABC, Generic[Thread, Told]):
    """Abstract base class of a search engine: a position, and the tables that its threads share."""

    def __init__(self, first: Thread, memory_bits: int = MEMORY_BITS, proofs: int = 0) -> None:
        """Create an engine with its first thread.

        ``memory_bits`` gives the entries of the transposition table as a power of two; ``proofs`` is the number of
        entries of the proof table, in games that have one.
        """
        load()
        self._search_threads = [first]
        self._usual_integers = 2 << memory_bits
        self._memory = np.zeros(self._usual_integers, np.int64)
        self._proofs = np.zeros(proofs, np.int64)
        self._age = 0

    @abstractmethod
    def _another(self) -> Thread:
        """Create another search thread; its position is set later."""

    @abstractmethod
    def _prepare(self, helper: Thread) -> None:
        """Copy the first thread's position to another search thread."""

    @abstractmethod
    def _told(self, move: int) -> Told:
        """Convert the search's number for a move to the caller's type of move."""

    @property
    def position(self) -> Record:
        """Record of the current position."""
        return self._search_threads[0].position[0]

    def set_memory(self, megabytes: float) -> None:
        """Set the transposition table to the largest size within ``megabytes`` (MiB), or to its initial size for 0.

        A change of size clears the table. If the machine does not have the memory, the table stays as it is.
        """
        entries = max(1, int(megabytes * 2**20) // _ENTRY_BYTES)
        fitting = 2 << min(max(_LEAST_BITS, entries.bit_length() - 1), _MOST_BITS)
        integers = fitting if megabytes else self._usual_integers
        if integers != len(self._memory):
            with contextlib.suppress(MemoryError):
                self._memory = np.zeros(integers, np.int64)

    def forget(self, seed: int = 0) -> None:
        """Clear the transposition table and the move histories.

        A ``seed`` other than 0 varies the move order a little.
        """
        # A new array costs no time or memory until its pages are used, however large it is.
        self._memory = np.zeros(len(self._memory), np.int64)
        self._proofs[:] = 0
        for thread in self._search_threads:
            thread.forget(seed)

    def think(
        self,
        side: int,
        seconds: float,
        nodes: int = 0,
        depth: int = 0,
        *,
        threads: int = 1,
        most_seconds: float = 0.0,
        best: int = 1,
        makes_way: bool = False,
    ) -> Iterator[Found[Told]]:
        """Search with increasing depth, and yield results every few milliseconds; the last one is final.

        ``seconds`` is the thinking time. If ``most_seconds`` is greater, an unsettled move may take up to that time,
        and a clear one takes less than ``seconds``. ``nodes`` and ``depth`` are limits, 0 for none. Each of the
        ``best`` moves (multi-PV) is reported, the best one last. With ``makes_way`` the threads run at low priority.
        Closing the iterator stops the search at once.
        """
        smp = LazySmp(self._search_threads_for(threads), TimeManager(seconds, most_seconds), self._told)
        self._age += 1
        task = Task(
            memory=self._memory,
            proofs=self._proofs,
            side=side,
            nodes=max(1, nodes // len(smp.search_threads)) if nodes else NO_LIMIT,
            depths=range(1, 1 + min(depth or MAX_DEPTH, MAX_DEPTH)),
            best=best,
            age=self._age,
            makes_way=makes_way,
        )
        smp.start(task)
        try:
            while not smp.wait(LOOK_SECONDS):
                yield from smp.found()
        finally:
            smp.stop()
        smp.raise_error()
        yield from smp.found()

    def find(self, side: int, nodes: int) -> Found[Told] | None:
        """Search a fixed number of nodes in the caller's thread, without a time limit, and return the result.

        Return None if there is no move. Move and score are the same as the last ones of ``think``; there is no
        variation. Meant for thousands of self-played games.
        """
        self._age += 1
        (thread,) = self._search_threads_for(1)
        task = Task(
            memory=self._memory,
            proofs=self._proofs,
            side=side,
            nodes=nodes,
            depths=range(1, 1 + MAX_DEPTH),
            best=1,
            age=self._age,
            tells_lines=False,
            goes_on=lambda result: not result.is_decided,
        )
        thread.search_at_once(task)
        if not thread.ranked:
            return None
        best = thread.ranked[0]
        return Found(self._told(best.move), best.depth, best.score, thread.nodes, is_whole=best.is_whole)

    def _search_threads_for(self, threads: int) -> list[Thread]:
        """Return the requested number of search threads, all set to the current position."""
        threads = min(max(1, threads), MOST_THREADS)
        while len(self._search_threads) < threads:
            self._search_threads.append(self._another())
        for thread in self._search_threads[1:threads]:
            self._prepare(thread)
        return self._search_threads[:threads]
