"""Abstract base classes of dialects, which translate questions and replies for an engine's protocol.

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
from game.engine.client.opponent import Question, TroubleKind
from game.engine.protocol.replies import Compiling, Moves

# Meanings of a program's line


@dataclass(frozen=True, slots=True)
class Named:
    """The name that an engine program reports for itself, with its version and commit if it reports them."""

    name: str
    version: str = ""
    commit: str = ""


@dataclass(frozen=True, slots=True)
class LinesToSend:
    """Lines of text to send to an engine program."""

    lines: tuple[str, ...]
    asks_move: bool = False
    """True if the last line requests a move, so that the time of the move begins."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The report that an engine will not answer the open question; ``sentence`` tells the player why."""

    sentence: str
    ends_program: bool = False
    """True if the program has to be restarted before the next question."""
    kind: TroubleKind = TroubleKind.ERROR


@dataclass(frozen=True, slots=True)
class EngineError:
    """A line of an engine that its protocol does not define. The player sees it if no answer comes."""

    words: str


#: Everything a program can report about its current question; ``EngineReport`` adds its name.
QuestionReport = LinesToSend | Moves | Proof[str] | NoAnswer | EngineError | Compiling | Remark
EngineReport = Named | QuestionReport


class Conversation(Protocol):
    """Interface class for a conversation with one running engine program."""

    def ask(self, question: Question) -> LinesToSend | Moves:
        """Return the lines that ask the engine for a move, or the moves of the answer if the engine need not be asked.

        Some lines only prepare the engine for the request. Raises ParseError if the dialect cannot express the
        question, and PluginError if the ruleset fails.
        """

    def parse_line(self, text: str) -> Iterator[EngineReport]:
        """Parse a line of the engine's output, stripped of white space, and yield what it reports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(ABC):
    """Abstract base class for a protocol of engine programs, such as Gomocup's."""

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
        """Create the conversation with an engine program that is about to be started."""
