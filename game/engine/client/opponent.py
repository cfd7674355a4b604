"""The abstract class of computer opponents, and the questions and replies that they exchange."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from game.core.language import _
from game.core.model import Options
from game.core.notation import Remark
from game.core.ruleset import Proof


@dataclass(frozen=True, slots=True)
class Question:
    """A request for the move of a level (a computer opponent) in a position, which is given as text.

    The ruleset's ``dump`` writes ``position_text``. ``revision`` identifies the state of the match; replies repeat it.
    ``seconds`` is the thinking time of the turn, and ``seed`` makes random choices reproducible.
    """

    revision: int
    ruleset_id: str
    options: Options
    level: str
    position_text: str
    seconds: float = 1.0
    seed: int = 0
    nodes: int = 0
    """Most positions to search, 0 for no limit."""
    ponders: bool = False
    """True if our engine may go on searching after its answer, until the next question."""
    language: str = ""
    """Language code for the notes of our engine; "" leaves the language unchanged, which is English at first."""
    asks_proof: bool = False
    """True to ask for a forced win of the side to move instead of a move; only our own engine can answer."""
    judges: int = 0
    """Number of best moves to report instead of playing a turn.

    0 asks for a turn. Only our own engine can report them, and it searches only while the machine is idle.
    """
    forgets: bool = False
    """True to clear our engine's transposition table first, so that the same number of nodes gives the same result."""
    game_seconds: float | None = None
    """Seconds left for the whole game, or None if the game has no time limit."""
    increment: float = 0.0
    """Seconds added to the game's time after each turn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An opponent's answer: the moves of one turn as text, such as ``h8 i9``, which is not checked yet."""

    revision: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proven:
    """An opponent's answer to a question that asks for a forced win."""

    revision: int
    proof: Proof[str]


@dataclass(frozen=True, slots=True)
class Thought:
    """A remark that a computer opponent makes during its search, such as its depth and score."""

    revision: int
    remark: Remark


@dataclass(frozen=True, slots=True)
class Restarted:
    """The report that the opponent's program stopped and was restarted with the same question.

    ``sentence`` describes this to the player.
    """

    revision: int
    sentence: str = field(default_factory=lambda: _("The opponent's program stopped and was restarted."))


class TroubleKind(Enum):
    """The kinds of trouble with an opponent. Their values are stored in logs and never change."""

    NOT_STARTED = "not started"
    """The program never came so far that it could be asked for a move."""
    LATE = "late"
    CRASH = "crash"
    ILLEGAL = "illegal"
    ERROR = "error"
    """The program reported an error, or the rules failed."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The report that an opponent's question ended without an answer; ``sentence`` tells the player why.

    Two reports are equal if their sentences are, whatever their kind.
    """

    revision: int
    sentence: str
    kind: TroubleKind = field(default=TroubleKind.ERROR, compare=False)


Reply = Answer | Proven | Thought | Restarted | Trouble


class Opponent(Protocol):
    """Abstract computer opponent that is asked for moves. Only the method ``close`` may block."""

    def ask(self, question: Question) -> None:
        """Ask the opponent a question, cancelling a question that is still open."""

    def cancel(self) -> None:
        """Cancel the question that the opponent has not answered yet; its replies are dropped."""

    def poll(self) -> list[Reply]:
        """Return the opponent's replies that have arrived since the last call, oldest first."""

    def close(self) -> None:
        """End the opponent's program."""
