"""The process that compiles the engine of one game, as seen by the program that waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core.own_program import own_command, plug_in_words
from game.engine.protocol.line_process import LineProcess
from game.engine.protocol.preparing import parse_step

#: Most lines read by one call of ``latest``.
_MOST_LINES = 64


class Preparer:
    """A running compilation; its process ends when this program ends. No method blocks."""

    def __init__(self, game: str, plugins: Path | None, *, idle: bool, tried: Sequence[str] | None = None) -> None:
        """Start the compilation, at the lowest priority if ``idle``; raises OSError if it cannot be started.

        ``plugins`` is the folder of drop-in plug-ins. ``tried`` names the only plug-in modules to load, which passed
        their trial already; None makes the process try all of them.
        """
        self.game = game
        words = ["prepare", game, "--attended", *(["--idle"] if idle else []), *plug_in_words(plugins, tried)]
        self._process = LineProcess(own_command(*words), idle=idle)

    def latest(self) -> tuple[int, int] | None:
        """Return the latest progress since the last call as steps done and steps in total, or None if there is none."""
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
