"""The search engine of any game: searches in threads of its own and reports its progress, until it is stopped.

Several threads search the same position (lazy SMP), each on a board of its own, with one transposition table: a thread
that comes upon a position which another has searched goes on from there.
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

#: Entries of the transposition table, as a power of two: the usual number, the smallest, and the largest (64 GiB).
MEMORY_BITS = 21
_LEAST_BITS, _MOST_BITS = 10, 32
_ENTRY_BYTES = 16
MAX_DEPTH = 60
#: The most threads.
MOST_THREADS = 64
#: Seconds between two looks at the search.
LOOK_SECONDS = 0.005
NO_LIMIT = 1 << 60

#: The type of a search thread of the game.
Thread = TypeVar("Thread", bound=SearchThread)
#: The type of a move as callers see it.
Told = TypeVar("Told")


class SearchEngine(ABC, Generic[Thread, Told]):
    """A position and the tables that its searches share, for any game."""

    def __init__(self, first: Thread, memory_bits: int = MEMORY_BITS, proofs: int = 0) -> None:
        """``proofs`` is the number of entries of the proof table, for games that have one."""
        load()
        self._search_threads = [first]
        self._usual_integers = 2 << memory_bits
        self._memory = np.zeros(self._usual_integers, np.int64)
        self._proofs = np.zeros(proofs, np.int64)
        self._age = 0

    @abstractmethod
    def _another(self) -> Thread:
        """A further thread, with any position."""

    @abstractmethod
    def _prepare(self, helper: Thread) -> None:
        """Give a thread the position of the first one."""

    @abstractmethod
    def _told(self, move: int) -> Told:
        """Translate a move of the search into one of the caller."""

    @property
    def position(self) -> Record:
        """The record of the position."""
        return self._search_threads[0].position[0]

    def set_memory(self, megabytes: float) -> None:
        """Make the transposition table as large as fits, for 0 as large as it was first.

        A change of size clears it. One that the machine does not have stays as it is.
        """
        entries = max(1, int(megabytes * 2**20) // _ENTRY_BYTES)
        fitting = 2 << min(max(_LEAST_BITS, entries.bit_length() - 1), _MOST_BITS)
        integers = fitting if megabytes else self._usual_integers
        if integers != len(self._memory):
            with contextlib.suppress(MemoryError):
                self._memory = np.zeros(integers, np.int64)

    def forget(self, seed: int = 0) -> None:
        """Clear the transposition table and the histories; the seed's dice vary the move order a little."""
        # Fresh pages cost nothing until they are used, however large the table is.
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
        """Search ever deeper and report the results, every few milliseconds; the last report counts.

        ``most_seconds``, when given, may be spent on a move that is in doubt, and a clear one takes less than
        ``seconds``. 0 nodes or depth are no limit. Each of the ``best`` moves (multi-PV) is reported, the best one
        last. With ``makes_way`` the threads have low priority. Closing the iterator stops the search at once.
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
        """Search so many nodes in the thread of the caller, without a look at the clock; None where there is no move.

        Move and score are those with which ``think`` ends, and there is no variation: for games by the thousand.
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
        """The threads for a search, each with the position."""
        threads = min(max(1, threads), MOST_THREADS)
        while len(self._search_threads) < threads:
            self._search_threads.append(self._another())
        for thread in self._search_threads[1:threads]:
            self._prepare(thread)
        return self._search_threads[:threads]
