"""Dialects: what the process that looks after a program and the words that it is spoken to in know of each other.

A dialect puts questions into lines and reads what a program says. It knows no process, no clock and no player: those
are ``OpponentProcess``'s.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from game.core.notation import Remark
from game.core.ruleset import Ruleset
from game.engine.host.engine_program import EngineProgram
from game.engine.host.opponent import Question
from game.engine.wire.protocol import Moves

# What comes of a line that a program said


@dataclass(frozen=True, slots=True)
class Named:
    """The program says who it is."""

    name: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that the program is to be told."""

    lines: tuple[str, ...]
    asks_move: bool = False
    """Whether they end in the request for a move, so that its time begins."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """There will be no answer to the open question, and why in a sentence for the player."""

    sentence: str
    ends_program: bool = False
    """Whether the program can no longer be trusted to know the game, so that it is started anew."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Words that mean nothing here, but may explain why no answer comes."""

    words: str


Heard = Named | Lines | Moves | NoAnswer | Complaint | Remark


class Conversation(Protocol):
    """What one running program was told and has said, in the words of its dialect."""

    def ask(self, question: Question) -> Lines | Moves:
        """What the program is told so that it answers, or gets ready to; moves where nobody needs to be asked.

        Raises ParseError where the dialect has no words for the question, and PluginError.
        """

    def hear(self, text: str) -> Iterator[Heard]:
        """What a line of the program means, white space around it left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(ABC):
    """A protocol that programs speak."""

    id: str
    farewell: str
    who_are_you: str = ""
    stop: str = ""
    """What makes a thinking program answer at once; "" where nothing but the end of the program does."""
    is_relayed: bool = True
    """Whether a program stands under the relay, which ends it when our side falls silent."""

    @abstractmethod
    def begin(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> Conversation:
        """Begins to talk to a program that is about to be started."""
