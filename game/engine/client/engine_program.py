"""The description of an engine program that can be an opponent: its command, its protocol and its settings."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.core.own_program import own_command

#: Default dialect of a program.
USUAL_DIALECT = "gomocup"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine program that can be an opponent, and the settings it is started with."""

    name: str
    """Name in sentences for the player; "" for our own engine, which is called "the opponent" there."""
    command: tuple[str, ...]
    memory_megabytes: int = 350
    """Memory limit in megabytes (MiB), 0 for no limit."""
    rules: Mapping[int, int] = field(default_factory=dict)
    """Rule numbers that differ from the standard for this engine: ``{4: 2}`` if it calls renju rule 2."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The engine's own settings, sent for each game: ``{"thread_num": "2"}``; a setting with no value maps to ""."""
    dialect: str = USUAL_DIALECT
    """Id of the program's dialect."""
    rows_from_bottom: bool = False
    """True if row letters begin at the bottom of the board, in dialects that name rows by letters."""

    @property
    def folder(self) -> Path | None:
        """Folder to start the engine program in, so that it finds its own files; None if the command is not a path."""
        program = Path(self.command[0])
        return program.absolute().parent if len(program.parts) > 1 else None

    @property
    def relay_command(self) -> list[str]:
        """Command line of the relay process that starts the engine; files in its arguments have absolute paths."""
        folder = self.folder
        if folder is None:
            return own_command("relay", "--", *self.command)
        words = (str(Path(word).absolute()) if _names_file(word) else word for word in self.command)
        return own_command("relay", "--folder", str(folder), "--", *words)

    def settings_lines(self, before: str = "") -> list[str]:
        """Return the engine's settings as protocol lines: the prefix ``before``, a key and a value."""
        return [f"{before}{key} {value}".rstrip() for key, value in self.settings.items()]


def _names_file(word: str) -> bool:
    """Return True if an argument of a command is the path of an existing file or folder."""
    with contextlib.suppress(OSError, ValueError):
        return Path(word).exists()
    return False
