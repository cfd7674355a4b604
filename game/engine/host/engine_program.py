"""A program that plays, as it was set up: its command, its dialect, and what it is to be told."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

#: The dialect of a program of which nothing else is said.
USUAL_DIALECT = "gomocup"


def own_command(*words: str) -> list[str]:
    """How this program is started with a command, from a checkout, installed, or frozen into one program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[3] / "main.py"), *words]


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """A program that plays, and what it is to be told."""

    name: str
    """Empty for our own engine: whoever plays a level has another name at each table."""
    command: tuple[str, ...]
    memory_megabytes: int = 350
    """0 for no limit."""
    rules: Mapping[int, int] = field(default_factory=dict)
    """Rule numbers that this engine knows by another one: ``{4: 2}`` where it has renju as 2."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of its own, told before each game: ``{"thread_num": "2"}``; one without a value is a word alone."""
    dialect: str = USUAL_DIALECT
    """The id of the dialect that it speaks."""
    rows_from_bottom: bool = False
    """Whether its letters of rows run from the bottom, where the dialect names rows by letters."""

    @property
    def folder(self) -> Path | None:
        """Where it is started: beside a program named by a path, as engines look for their files there."""
        program = Path(self.command[0])
        return program.absolute().parent if len(program.parts) > 1 else None

    @property
    def relay_command(self) -> list[str]:
        """How it is started under the relay; files that it is told of are found from its folder, too."""
        folder = self.folder
        if folder is None:
            return own_command("relay", "--", *self.command)
        words = (str(Path(word).absolute()) if Path(word).exists() else word for word in self.command)
        return own_command("relay", "--folder", str(folder), "--", *words)

    def settings_lines(self, before: str = "") -> list[str]:
        """Its own settings, a line each: key and value behind the words that the dialect has ``before`` them."""
        return [f"{before}{key} {value}".rstrip() for key, value in self.settings.items()]
