"""What a dialect and the host of a foreign engine tell each other: one knows words, the other looks after a program.

A dialect formats questions and reads answers. It knows no process, no clock and no player: those are the host's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from game.core.geometry import Position as Point
from game.core.model import EMPTY, Options, State
from game.core.ruleset import Ruleset
from game.engine.host.client import Question
from game.engine.host.foreign_engine import ForeignEngine
from game.engine.wire.protocol import Remark

#: Letters of a line that says nothing to us and is quoted all the same.
_LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True)
class Position:
    """A question with its position read."""

    question: Question
    ruleset: Ruleset
    options: Options
    state: State

    @property
    def stones(self) -> dict[int, str]:
        """The colour of each cell that has a stone."""
        return {cell: letter for cell, letter in enumerate(self.state.board) if letter != EMPTY}

    def by_age(self) -> list[list[int]]:
        """The cells of each colour, the one that begins first; as far as it is known the newest stone comes last."""
        stones = sorted(self.stones.items(), key=lambda stone: stone[0] in self.state.last)
        return [[cell for cell, letter in stones if letter == colour] for colour in self.ruleset.info.colours]


# What comes of a line that an engine said


@dataclass(frozen=True, slots=True)
class Named:
    """The engine says who it is."""

    name: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that the engine is to be told."""

    lines: tuple[str, ...]
    asks_move: bool = False
    """Whether they end in the request for a move, so that its time begins."""


@dataclass(frozen=True, slots=True)
class Played:
    """The engine's move: a point for each stone, from 0 at the upper left, and the engine's own words for each."""

    points: tuple[Point, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivesUp:
    """The engine says that it cannot answer, and why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """Words that mean nothing here, but may explain why no answer comes."""

    words: str


Heard = Named | Lines | Played | GivesUp | Complaint | Remark


def complaints(text: str) -> Iterator[Complaint]:
    """A line that means nothing here, if a person can read it."""
    if text and text.isprintable() and len(text) <= _LONGEST_QUOTE:
        yield Complaint(text)


class Conversation(Protocol):
    """What one running program was told and has said, in the words of its dialect."""

    def ask(self, position: Position) -> Lines:
        """What it is told so that it answers, or gets ready to; raises ParseError where that has no words."""

    def hear(self, text: str) -> Iterator[Heard]:
        """What a line of the program means, white space around it left out."""

    def accept(self, stones: dict[int, str]) -> None:
        """Its answer was legal: these stones, by cell, lie on its board now."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A protocol that foreign engines speak."""

    id: str
    title: str
    refusal: str
    """What is said of a game that cannot be told in it, with the field ``ruleset``."""
    about: str
    """A sentence for the player who has to choose one."""
    expresses: Callable[[Ruleset, Options], bool]
    """Whether a game with these complete options can be told in it."""
    begin: Callable[[ForeignEngine], Conversation]
    """Begins to talk to a program that was just started."""
    who_are_you: str
    farewell: str
    whole_turns: bool = False
    """Whether an answer is a whole turn; else it is one stone of it."""
    lays_stones: bool = True
    """Whether a game that has begun can be told in it."""
