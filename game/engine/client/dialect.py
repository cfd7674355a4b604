"""The contract between a dialect, which has words for a program, and ``OpponentProcess``, which looks after it.

A dialect puts questions into lines and reads the program's lines. It knows no process, no clock and no player.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from game.core.model import Options
from game.core.notation import Remark
from game.core.ruleset import Proof, Ruleset
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Question
from game.engine.protocol.protocol import Compiling, Moves

# The meanings of a program's line


@dataclass(frozen=True, slots=True)
class Named:
    """The program's name, in its own words."""

    name: str


@dataclass(frozen=True, slots=True)
class LinesToSend:
    """Lines to be sent to the program."""

    lines: tuple[str, ...]
    asks_move: bool = False
    """Whether they end in the request for a move, so that its time begins."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The end of the open question without an answer; ``sentence`` tells the player why."""

    sentence: str
    ends_program: bool = False
    """Whether the program has to be started anew before it is asked again."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Words without a meaning in the dialect; they may explain why no answer comes."""

    words: str


#: What can be heard about the question on the wire, and all that can be heard.
HeardAbout = LinesToSend | Moves | Proof[str] | NoAnswer | Complaint | Compiling | Remark
Heard = Named | HeardAbout


class Conversation(Protocol):
    """The conversation with one running program, in the words of its dialect."""

    def ask(self, question: Question) -> LinesToSend | Moves:
        """The lines that make the program answer, or get ready to; the moves where it need not be asked.

        Raises ParseError where the dialect has no words for the question, and PluginError.
        """

    def hear(self, text: str) -> Iterator[Heard]:
        """The meanings of a line of the program, which has no white space around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(ABC):
    """A protocol that programs speak."""

    id: str
    farewell: str
    who_are_you: str = ""
    stop: str = ""
    """The line that makes a thinking program answer at once; "" where only ending the program stops it."""
    is_relayed: bool = True
    """Whether programs are started under the relay, which ends them when our side falls silent."""
    expresses: Callable[[Ruleset, Options], bool] = lambda _ruleset, _options: True
    """Whether it can express a game with these complete options."""
    lays_stones: bool = True
    """Whether it can express a game that has begun."""
    numbers_rules: bool = False
    """Whether it names rules by numbers, which may be different for a program."""
    letters_rows: bool = False
    """Whether it names rows by letters, which may go up or down the board."""

    @abstractmethod
    def begin(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> Conversation:
        """Begin a conversation with a program that is about to be started."""
