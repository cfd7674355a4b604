"""Self-play in several processes, or on several machines. The games are the same whichever worker plays them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.search.compiled import watched
from game.session.matches.executors import open_executor, results_in_order
from tools.tune.selfplay import SelfPlay, play_game
from tools.tune.tuned_game import GameName, open_tuned_game
from tools.tune.work import Work

#: The size of self-play's transposition table, as a power of two: small, as it is cleared before each game.
_MEMORY_BITS = 16
#: The number of games in a worker's task. Each task creates an engine of its own.
_TASK_GAMES = 20


@dataclass(frozen=True, slots=True)
class _Task:
    """A task for a worker process: to play the games of a run with these numbers."""

    game: GameName
    nodes: int
    seed: int
    numbers: range


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The games that one task has played, and the processor time that they took, in seconds."""

    games: tuple[SelfPlay, ...]
    seconds: float
    of_kernels: float
    """The seconds of that time that were spent in machine code."""


def play_games(work: Work, first: int) -> Iterator[PlayedGames]:
    """Play the games of a run from number ``first`` on in several processes; yield those of each task, in order."""
    # Everything is compiled here once, before any time is measured, and not again by every worker.
    work.tuned.engine(_MEMORY_BITS)
    starts = range(first, work.games, _TASK_GAMES)
    numbers = (range(start, min(start + _TASK_GAMES, work.games)) for start in starts)
    tasks = (_Task(work.game, work.nodes, work.seed, each) for each in numbers)
    with open_executor(work.workers, work.scheduler, in_processes=True) as executor:
        yield from results_in_order(executor, _play, tasks, 2 * work.workers)


def _play(task: _Task) -> PlayedGames:
    begin = time.thread_time()
    with watched() as kernels:
        tuned = open_tuned_game(task.game)
        searcher = tuned.engine(_MEMORY_BITS)
        games = tuple(play_game(tuned, searcher, task.nodes, task.seed, number) for number in task.numbers)
    return PlayedGames(games, time.thread_time() - begin, kernels.seconds)
