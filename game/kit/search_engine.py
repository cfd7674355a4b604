"""A search at work: it runs in threads of its own and says how far it has come, until it is told to stop.

Several threads search the same position, each on a board of its own, and share what they remember (lazy SMP): one
that comes upon a position which another has searched goes on from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np

from game.kit.compiled import Record, load
from game.kit.pace import Pace
from game.kit.team import Found, Team
from game.kit.worker import Task, Worker

#: Entries of the table of positions, as a power of two, and of the smallest one.
MEMORY_BITS = 21
_LEAST_BITS = 10
_ENTRY_BYTES = 16
MAX_DEPTH = 60
#: More threads than anybody's machine has are not begun.
MOST_THREADS = 64
#: Seconds between two looks at the search.
LOOK_SECONDS = 0.005
NO_LIMIT = 1 << 60

#: A thread of the search of a game.
Thread = TypeVar("Thread", bound=Worker)
#: How a move of the game is told.
Told = TypeVar("Told")


class SearchEngine(ABC, Generic[Thread, Told]):
    """A position and what searches of it remember, whatever the game."""

    def __init__(self, first: Thread, memory_bits: int = MEMORY_BITS, proofs: int = 0) -> None:
        """``proofs`` is the size of the table of forced wins, if the game has one."""
        load()
        self._workers = [first]
        self._memory = np.zeros(2 << memory_bits, np.int64)
        self._proofs = np.zeros(proofs, np.int64)
        self._age = 0

    @abstractmethod
    def _another(self) -> Thread:
        """One more thread, with any position."""

    @abstractmethod
    def _prepare(self, helper: Thread) -> None:
        """Gives a thread the position of the first one."""

    @abstractmethod
    def _told(self, move: int) -> Told:
        """A move as it is told."""

    @property
    def position(self) -> Record:
        """The record of the position."""
        return self._workers[0].position[0]

    @property
    def memory_bytes(self) -> int:
        """What the table of positions takes."""
        return self._memory.nbytes

    def set_memory(self, megabytes: float) -> None:
        """Makes the table of positions the largest that fits; one of another size begins empty."""
        entries = max(1, int(megabytes * 2**20) // _ENTRY_BYTES)
        integers = 2 << max(_LEAST_BITS, entries.bit_length() - 1)
        if integers != len(self._memory):
            self._memory = np.zeros(integers, np.int64)

    def forget(self, seed: int = 0) -> None:
        """Forgets every position that was searched; the seed's dice change a little in which order moves are tried."""
        # Fresh pages cost nothing until they are used, however large the table is.
        self._memory = np.zeros(len(self._memory), np.int64)
        self._proofs[:] = 0
        for worker in self._workers:
            worker.forget(seed)

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
        """Searches ever deeper and says, a few times in a hundredth of a second, what it has found; the last counts.

        ``most_seconds``, when given, may be spent on a move that is in doubt, and a clear one takes less than
        ``seconds``. 0 nodes or depth are no limit. Of the ``best`` moves each is told, the best one last. With
        ``makes_way`` other programs go first. Closing the iterator stops the search at once.
        """
        team = Team(self._workers_for(threads), Pace(seconds, most_seconds), self._told)
        self._age += 1
        task = Task(
            memory=self._memory,
            proofs=self._proofs,
            side=side,
            nodes=max(1, nodes // len(team.workers)) if nodes else NO_LIMIT,
            depths=range(1, 1 + min(depth or MAX_DEPTH, MAX_DEPTH)),
            best=best,
            age=self._age,
            makes_way=makes_way,
        )
        team.start(task)
        try:
            while not team.wait(LOOK_SECONDS):
                yield from team.found()
        finally:
            team.stop()
        team.raise_error()
        yield from team.found()

    def _workers_for(self, threads: int) -> list[Thread]:
        """So many workers, each with the position."""
        threads = min(max(1, threads), MOST_THREADS)
        while len(self._workers) < threads:
            self._workers.append(self._another())
        for worker in self._workers[1:threads]:
            self._prepare(worker)
        return self._workers[:threads]
