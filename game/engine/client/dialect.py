"""The interface between a dialect, which translates for a program, and ``OpponentProcess``, which supervises it.

A dialect turns questions into lines and parses the program's lines. It has no access to the process, the clock or the
player.
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

# Meanings of a program's line


@dataclass(frozen=True, slots=True)
class Named:
    """The name by which the program calls itself."""

    name: str


@dataclass(frozen=True, slots=True)
class LinesToSend:
    """Lines to send to the program."""

    lines: tuple[str, ...]
    asks_move: bool = False
    """True if the last line requests a move, so that the time of the move begins."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The end of the open question without an answer; ``sentence`` gives the reason to the player."""

    sentence: str
    ends_program: bool = False
    """True if the program has to be restarted before the next question."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A line without meaning in the dialect; it is shown to the player if no answer comes."""

    words: str


#: Everything a program can report about its current question; ``Heard`` adds its name.
HeardAbout = LinesToSend | Moves | Proof[str] | NoAnswer | Complaint | Compiling | Remark
Heard = Named | HeardAbout


class Conversation(Protocol):
    """A conversation with one running program in its dialect."""

    def ask(self, question: Question) -> LinesToSend | Moves:
        """Return the lines that request an answer or prepare for it; or the moves, if the program need not be asked.

        Raises ParseError if the dialect cannot express the question, and PluginError if the ruleset fails.
        """

    def hear(self, text: str) -> Iterator[Heard]:
        """Parse a line of the program, stripped of surrounding white space, and yield its meanings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(ABC):
    """A protocol that programs understand."""

    id: str
    farewell: str
    who_are_you: str = ""
    stop: str = ""
    """Line that makes a searching program answer at once; "" if only ending the program stops its search."""
    is_relayed: bool = True
    """True if programs are started under the relay, which ends them when our side closes the connection."""
    expresses: Callable[[Ruleset, Options], bool] = lambda _ruleset, _options: True
    """Function that returns True if the dialect can express a game with these complete options."""
    lays_stones: bool = True
    """True if the dialect can express a game in progress."""
    numbers_rules: bool = False
    """True if the dialect identifies rules by numbers, which may differ from program to program."""
    letters_rows: bool = False
    """True if the dialect names rows by letters, which may run up or down the board."""

    @abstractmethod
    def begin(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> Conversation:
        """Create the conversation with a program that is about to be started."""
