"""The contents of a game file after reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.tournament import Tournament
from game.library.study.study import Study


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The studies read from a game file, and warnings about parts that could not be read."""

    format: str
    """Title of the format; translated with ``_``."""
    studies: Sequence[Study]
    """A study for each game, in file order; large databases create each study on access."""
    tournament: Tournament | None = None
    """The tournament if the file is one of ours or in a tournament format of a ruleset, otherwise None."""
    problems: tuple[str, ...] = ()
    """A sentence for each part that could not be read, with its line or byte."""
    encoding: str = ""
    """Python's name of the encoding of its text; empty if it has no text."""
    has_readings: bool = False
    """True if the studies are different readings of one game, the likeliest first."""
