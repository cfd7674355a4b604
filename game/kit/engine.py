"""A search at work: it runs in threads of its own and says how far it has come, until it is told to stop.

Several threads search the same position, each on a board of its own, and share what they remember (lazy SMP): one
that comes upon a position which another has searched goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from game.kit import position as board
from game.kit import proofs
from game.kit.fitted import Fitted
from game.kit.pace import Pace
from game.kit.rules import Rules
from game.kit.settings import FULL, SearchSettings
from game.kit.tables import build
from game.kit.team import Found, Team
from game.kit.threats import is_forbidden
from game.kit.worker import Stone, Task, Worker

#: Entries of the table of positions and of that of positions without a win by fours, as powers of two.
MEMORY_BITS = 21
#: The smallest table of positions.
_LEAST_BITS = 10
_ENTRY_BYTES = 16
MAX_DEPTH = 60
#: More threads than anybody's machine has are not begun.
MOST_THREADS = 64
#: Seconds between two looks at the search.
LOOK_SECONDS = 0.005
NO_LIMIT = 1 << 60


class Engine:
    """A board of one size under one pair of rules, and what its searches remember."""

    def __init__(
        self,
        rules: Rules,
        size: int,
        memory_bits: int = MEMORY_BITS,
        evaluation: Fitted | None = None,
        settings: SearchSettings = FULL,
    ) -> None:
        self.size = size
        self._tables = build(rules, evaluation, settings)
        self._workers = [Worker(size, self._tables)]
        self._stones: tuple[Stone, ...] = ()
        self._memory = np.zeros(2 << memory_bits, np.int64)
        self._proofs = np.zeros(proofs.SIZE, np.int64)
        self._age = 0

    def set_stones(self, stones: Sequence[Stone]) -> None:
        """Puts down column, row and colour (0 or 1) of every stone, oldest first."""
        self._stones = tuple(stones)
        self._workers[0].set_stones(stones)

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

    def may_place(self, x: int, y: int, side: int) -> bool:
        """Whether a colour may use an empty cell."""
        if side == 1 or not self._tables[0]["banned"]:
            return True
        self._workers[0].join()
        return not is_forbidden(self._workers[0].position[0], self._tables[0], board.cell_at(x, y))

    def fives(self, side: int) -> int:
        """On how many cells a colour would win at once."""
        return self._workers[0].fives(side)

    def seek_wins(self, does: bool) -> None:
        """Whether the searches to come look for forced wins in every position, as they do from the start."""
        self._workers[0].position["seeks_wins"] = does

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
    ) -> Iterator[Found]:
        """Searches ever deeper and says, a few times in a hundredth of a second, what it has found; the last counts.

        ``most_seconds``, when given, may be spent on a move that is in doubt, and a clear one takes less than
        ``seconds``. 0 nodes or depth are no limit. Of the ``best`` moves each is told, the best one last. With
        ``makes_way`` other programs go first. Closing the iterator stops the search at once.
        """
        team = Team(self._workers_for(threads), Pace(seconds, most_seconds))
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

    def _workers_for(self, threads: int) -> list[Worker]:
        """So many workers, each with the stones on its board."""
        threads = min(max(1, threads), MOST_THREADS)
        while len(self._workers) < threads:
            self._workers.append(Worker(self.size, self._tables))
        for worker in self._workers[1:threads]:
            worker.set_stones(self._stones)
            worker.position["seeks_wins"] = self._workers[0].position["seeks_wins"]
        return self._workers[:threads]
