"""The process that compiles the engine of one game, seen from whoever waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core.own_program import own_command, plug_in_words
from game.engine.protocol.line_process import LineProcess
from game.engine.protocol.preparing import parse_step

#: The most lines that one look reads.
_MOST_LINES = 64


class Preparer:
    """A running compilation; it ends with this program, however that ends. Nothing waits but ``close``."""

    def __init__(self, game: str, plugins: Path | None, *, idle: bool, tried: Sequence[str] | None = None) -> None:
        """Start it, at the lowest priority if ``idle``; raises OSError when that is not possible.

        ``tried``: the only modules of plug-ins that it loads, untried; None to let it try all of them itself.
        """
        self.game = game
        words = ["prepare", game, "--attended", *(["--idle"] if idle else []), *plug_in_words(plugins, tried)]
        self._process = LineProcess(own_command(*words), idle=idle)

    def latest(self) -> tuple[int, int] | None:
        """The latest steps done and all steps that came in since the last look, None when nothing did."""
        steps = [parse_step(line) for line in self._process.receive(_MOST_LINES)]
        told = [(done, total) for game, done, total in filter(None, steps) if game == self.game]
        return told[-1] if told else None

    @property
    def ended(self) -> bool:
        """Whether it is over and everything that it said was taken."""
        return self._process.ended

    def kill(self) -> None:
        """End it at once, without waiting; what it has compiled so far is kept."""
        self._process.kill()
