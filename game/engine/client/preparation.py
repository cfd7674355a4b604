"""Background compilation of the engine code that the stronger levels need, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.core.own_program import own_command, plug_in_arguments
from game.core.ruleset import Level
from game.engine.protocol.line_process import LineProcess, parse_step

#: Most lines read by one call of ``latest``.
_MOST_LINES = 64


class Preparer:
    """A running compilation of engine code in a child process, which ends with this program. No method blocks."""

    def __init__(self, game: str, plugins: Path | None, *, idle: bool, tried: Sequence[str] | None = None) -> None:
        """Start compiling engine code, at the lowest priority if ``idle``; raises OSError if it cannot be started.

        ``plugins`` is the folder of drop-in plug-ins. ``tried`` names the only third-party plug-in modules to load,
        which were found to load without trouble; None makes the child process try all of them.
        """
        self.game = game
        words = ["prepare", game, "--attended", *(["--idle"] if idle else []), *plug_in_arguments(plugins, tried)]
        self._process = LineProcess(own_command(*words), idle=idle)

    def latest(self) -> tuple[int, int] | None:
        """Return the steps done and in total, from the newest report since the last call; None without a report."""
        steps = [parse_step(line) for line in self._process.receive(_MOST_LINES)]
        told = [(done, total) for game, done, total in filter(None, steps) if game == self.game]
        return told[-1] if told else None

    @property
    def ended(self) -> bool:
        """True if the process has ended and all its lines were received."""
        return self._process.ended

    def kill(self) -> None:
        """Kill the process at once, without waiting; the code compiled so far stays in the cache."""
        self._process.kill()


#: Starts the compilation of a game, given its id and True for the lowest priority; raises OSError if it fails to start.
StartPreparer = Callable[[str, bool], Preparer]


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a task in steps, as ``done`` of ``total``."""

    done: int
    total: int

    @property
    def share(self) -> float:
        """Share of the steps that are done, 0 to 1."""
        return self.done / self.total if self.total else 0.0


class Preparation:
    """The background compilation of the engines of all games, one game after another; needed once on a machine.

    Each game is compiled in its own process. Nothing starts before ``begin``, ``favour`` or ``prioritise``, and
    ``poll`` receives the progress.
    """

    def __init__(self, games: Iterable[str], is_compiled: Callable[[str], bool], start: StartPreparer) -> None:
        """Prepare the compilation of all games' engines without starting it.

        ``games`` are the games with levels that need compiled code. ``is_compiled`` returns True if a game's code is
        compiled. ``start`` starts the compilation of a game.
        """
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
        """True if a compilation was started since the last ``poll``."""

    # State

    def can_answer(self, game: str, level: Level) -> bool:
        """Return True if a level of a game could answer now, without compiling first."""
        return not level.compiled or self.is_ready(game)

    def is_ready(self, game: str) -> bool:
        """Return True if all engine code of a game's levels is compiled."""
        if game not in self._known_ready and self._is_compiled(game):
            self._known_ready.add(game)
        return game in self._known_ready

    def progress_of(self, game: str) -> Progress:
        """Return the progress of compiling a game's engine code."""
        return self._steps.get(game, Progress(0, 0))

    def has_failed(self, game: str) -> bool:
        """Return True if a game's engine code could not be compiled or saved."""
        return game in self._failed and not self.is_ready(game)

    @property
    def games(self) -> Progress:
        """Number of games whose engine code is compiled, out of all games that need compiled code."""
        return Progress(sum(map(self.is_ready, self._games)), len(self._games))

    @property
    def share(self) -> float:
        """Share of the compilation of all games' engines that is done, 0 to 1."""
        shares = [1.0 if self.is_ready(game) else self.progress_of(game).share for game in self._games]
        return sum(shares) / len(shares) if shares else 1.0

    @property
    def is_at_work(self) -> bool:
        """True while a game's engine code is being compiled."""
        return self._running is not None

    # Compilation

    def begin(self) -> None:
        """Start compiling all missing engine code, in menu order, at idle priority; a second call does nothing."""
        if self._has_begun:
            return
        self._has_begun = True
        for game in self._games:
            self._queue(game)
        self._proceed()

    def favour(self, game: str) -> None:
        """Compile this game's engine next, because the player is looking at its game card."""
        if self._queue(game):
            self._waiting.remove(game)
            self._waiting.insert(0, game)
            self._proceed()

    def prioritise(self, game: str) -> None:
        """Compile this game's engine now, at normal priority, because the player is waiting for it."""
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
        """Receive the progress of the running compilation; return True if anything changed."""
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
            self._proceed()
            return True
        return has_begun or step is not None

    def close(self) -> None:
        """Stop the running compilation; the code compiled so far stays in the cache."""
        self._waiting.clear()
        if self._running is not None:
            self._running.kill()
            self._running = None

    def _queue(self, game: str) -> bool:
        """Add a game to the compilation queue; return False if it is already compiling, ready or failed."""
        is_running = self._running is not None and self._running.game == game
        if is_running or self.is_ready(game) or game in self._failed:
            return False
        if game not in self._waiting:
            self._waiting.append(game)
        return True

    def _proceed(self) -> None:
        while self._running is None and self._waiting:
            game = self._waiting.pop(0)
            # Another window of the same user may have compiled it meanwhile.
            if not self.is_ready(game):
                self._launch(game, idle=True)

    def _launch(self, game: str, *, idle: bool) -> None:
        self._has_begun_another = True
        try:
            self._running, self._is_idle = self._start(game, idle), idle
        except OSError:
            self._failed.add(game)
