"""The contents of a game file after reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from game.core.tournament import Tournament
from game.library.study.study import Study

#: Key of the study fact that describes which part of a game could not be read.
LEFT_OUT = "left out"
Written = TypeVar("Written")


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


def joined(title: str, files: Sequence[OpenedFile]) -> OpenedFile:
    """Return files of one game each as one file with this title of its format; equal warnings appear once."""
    problems = dict.fromkeys(problem for each in files for problem in each.problems)
    return OpenedFile(title, tuple(each.studies[0] for each in files), None, tuple(problems))


class StudiesOnAccess(Sequence[Study], Generic[Written]):
    """The games of a large file as a sequence that makes each study when it is accessed."""

    def __init__(self, games: Sequence[Written], study_of: Callable[[Written], Study]) -> None:
        """``games`` are the games as the file has them, of which ``study_of`` makes a study."""
        self._games, self._study_of = games, study_of

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> Study: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Study]: ...

    def __getitem__(self, index: int | slice) -> Study | Sequence[Study]:
        if isinstance(index, slice):
            return [self._study_of(game) for game in self._games[index]]
        return self._study_of(self._games[index])
