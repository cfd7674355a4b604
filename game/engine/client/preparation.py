"""The engines that are compiled for the stronger opponents: which are ready, and which comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from game.core.ruleset import Level
from game.engine.client.preparer import Preparer

#: Starts the compilation of a game, the first word, at the lowest priority or not; raises OSError.
StartPreparer = Callable[[str, bool], Preparer]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is, in steps."""

    done: int
    total: int

    @property
    def share(self) -> float:
        """The part that is done, 0 to 1."""
        return self.done / self.total if self.total else 0.0


class Preparation:
    """Compiles the engines of all games in a process of their own, one game after the other; once on a machine.

    Nothing starts before ``begin``, ``favour`` or ``hurry``. ``poll`` takes what came in.
    """

    def __init__(self, games: Iterable[str], is_compiled: Callable[[str], bool], start: StartPreparer) -> None:
        """``games`` are those with levels that have to be compiled; ``is_compiled`` tells whether they are."""
        self._games = tuple(games)
        self._is_compiled = is_compiled
        self._start = start
        self._waiting: list[str] = []
        self._running: Preparer | None = None
        self._is_idle = True
        self._steps: dict[str, Progress] = {}
        self._failed: set[str] = set()
        self._known_ready: set[str] = set()
        self._has_begun = False
        self._has_begun_another = False
        """Whether a compilation was started since the last ``poll``."""

    # What is ready

    def can_answer(self, game: str, level: Level) -> bool:
        """Whether a level of a game would answer at once if it were asked now."""
        return not level.compiled or self.is_ready(game)

    def is_ready(self, game: str) -> bool:
        """Whether nothing has to be compiled any more for a game's levels."""
        if game not in self._known_ready and self._is_compiled(game):
            self._known_ready.add(game)
        return game in self._known_ready

    def progress_of(self, game: str) -> Progress:
        """How far the engine of a game is."""
        return self._steps.get(game, Progress(0, 0))

    def has_failed(self, game: str) -> bool:
        """Whether the engine of a game could not be compiled, or not be kept."""
        return game in self._failed and not self.is_ready(game)

    @property
    def games(self) -> Progress:
        """How many of the games whose engines are compiled are ready."""
        return Progress(sum(map(self.is_ready, self._games)), len(self._games))

    @property
    def share(self) -> float:
        """The part of all that is done, 0 to 1."""
        shares = [1.0 if self.is_ready(game) else self.progress_of(game).share for game in self._games]
        return sum(shares) / len(shares) if shares else 1.0

    @property
    def is_at_work(self) -> bool:
        """Whether an engine is being compiled."""
        return self._running is not None

    # Getting ready

    def begin(self) -> None:
        """Have every engine compiled that is not, in the order of the stalls, when nothing else needs the machine.

        A second call changes nothing.
        """
        if self._has_begun:
            return
        self._has_begun = True
        for game in self._games:
            self._queue(game)
        self._go_on()

    def favour(self, game: str) -> None:
        """Let a game's engine be the next one: somebody looks at its stall."""
        if self._queue(game):
            self._waiting.remove(game)
            self._waiting.insert(0, game)
            self._go_on()

    def hurry(self, game: str) -> None:
        """Let a game's engine be compiled now, and not only in idle time: somebody sits at the table and waits."""
        running = self._running
        if self.is_ready(game) or (running is not None and running.game == game and not self._is_idle):
            return
        self._failed.discard(game)
        if running is not None:
            running.kill()
            self._running = None
            self._queue(running.game)
        if game in self._waiting:
            self._waiting.remove(game)
        self._launch(game, idle=False)

    def poll(self) -> bool:
        """Take what came in; returns whether there is something new to see."""
        has_begun, self._has_begun_another = self._has_begun_another, False
        running = self._running
        if running is None:
            return has_begun
        step = running.latest()
        if step is not None:
            self._steps[running.game] = Progress(*step)
        if running.ended:
            self._running = None
            if not self.is_ready(running.game):
                self._failed.add(running.game)
            self._go_on()
            return True
        return has_begun or step is not None

    def close(self) -> None:
        """End what is running; what it has compiled so far is kept."""
        self._waiting.clear()
        if self._running is not None:
            self._running.kill()
            self._running = None

    def _queue(self, game: str) -> bool:
        """Whether a game's engine waits for its turn, from now on or already."""
        is_running = self._running is not None and self._running.game == game
        if is_running or self.is_ready(game) or game in self._failed:
            return False
        if game not in self._waiting:
            self._waiting.append(game)
        return True

    def _go_on(self) -> None:
        while self._running is None and self._waiting:
            game = self._waiting.pop(0)
            # Another window of the same home may have compiled it meanwhile.
            if not self.is_ready(game):
                self._launch(game, idle=True)

    def _launch(self, game: str, *, idle: bool) -> None:
        self._has_begun_another = True
        try:
            self._running, self._is_idle = self._start(game, idle), idle
        except OSError:
            self._failed.add(game)
