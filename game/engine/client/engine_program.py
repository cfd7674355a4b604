"""The description from which an opponent's program is started: its command, its dialect and its settings."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.core.own_program import own_command

#: The dialect of a program unless another one is named.
USUAL_DIALECT = "gomocup"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """A program that plays, and its settings."""

    name: str
    """The name in sentences for the player; empty for our own engine, which is called the opponent there."""
    command: tuple[str, ...]
    memory_megabytes: int = 350
    """0 for no limit."""
    rules: Mapping[int, int] = field(default_factory=dict)
    """Rule numbers that are different for this engine: ``{4: 2}`` where renju is its 2."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The engine's own settings, sent before each game: ``{"thread_num": "2"}``; a single word has no value."""
    dialect: str = USUAL_DIALECT
    """The id of its dialect."""
    rows_from_bottom: bool = False
    """Whether its rows are lettered from the bottom, in dialects that name rows by letters."""

    @property
    def folder(self) -> Path | None:
        """The folder to start it in: its own if it is named by a path, as engines look for their files there."""
        program = Path(self.command[0])
        return program.absolute().parent if len(program.parts) > 1 else None

    @property
    def relay_command(self) -> list[str]:
        """The command line that starts it under the relay; files among its arguments are found from its folder, too."""
        folder = self.folder
        if folder is None:
            return own_command("relay", "--", *self.command)
        words = (str(Path(word).absolute()) if _names_file(word) else word for word in self.command)
        return own_command("relay", "--folder", str(folder), "--", *words)

    def settings_lines(self, before: str = "") -> list[str]:
        """Its own settings, one line each: ``before``, which the dialect puts first, then key and value."""
        return [f"{before}{key} {value}".rstrip() for key, value in self.settings.items()]


def _names_file(word: str) -> bool:
    """Whether a word of a command is the path of something that is there; one that is no path at all names nothing."""
    with contextlib.suppress(OSError, ValueError):
        return Path(word).exists()
    return False
