"""What a file turned out to hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.tournament import Tournament
from game.library.study.study import Study


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The studies of a file, and what of it could not be read."""

    format: str
    """The title of its format; shown through ``_``."""
    studies: Sequence[Study]
    """A study for each game, in the order of the file; of a great database each is made when it is asked for."""
    tournament: Tournament | None = None
    """The tournament, where the file is one of ours or in a format that a ruleset has for whole tournaments."""
    problems: tuple[str, ...] = ()
    """A sentence for each thing that could not be read, with its line or its byte."""
