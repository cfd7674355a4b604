"""The contract between an opponent and those who ask it: questions, replies, and how they are put and fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from game.core.language import _
from game.core.model import Options
from game.core.notation import Remark
from game.core.ruleset import Proof


@dataclass(frozen=True, slots=True)
class Question:
    """A position put to a level; ``position_text`` is the ruleset's dump."""

    revision: int
    ruleset_id: str
    options: Options
    level: str
    position_text: str
    seconds: float = 1.0
    seed: int = 0
    nodes: int = 0
    """Positions that may be looked at, 0 for no limit."""
    ponders: bool = False
    """Whether our engine may think on after its answer, until it is asked again."""
    language: str = ""
    """The code of the language that our engine's notes are in; "" for the one before, English at first."""
    asks_proof: bool = False
    """Whether a forced win of the side on turn is asked for, and no move; only our own engine knows an answer."""
    judges: int = 0
    """The number of best moves of which reports are wanted, and no turn; 0 asks for a turn. Only our own engine judges,
    in time that nothing else wants."""
    forgets: bool = False
    """Whether our engine is to forget first what it remembers of positions, so that the same nodes find the same."""
    game_seconds: float | None = None
    """What is left for the whole game, None where that has no limit."""
    increment: float = 0.0
    """Seconds that each turn brings for the game."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The moves of one turn in our notation, as the opponent wrote them; whoever asked has to check them."""

    revision: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proven:
    """The answer to a question that asks for a forced win."""

    revision: int
    proof: Proof[str]


@dataclass(frozen=True, slots=True)
class Thought:
    """A remark of the opponent while it thinks."""

    revision: int
    remark: Remark


@dataclass(frozen=True, slots=True)
class Restarted:
    """The opponent's program stopped, was started again and asked the same; ``sentence`` tells the player so."""

    revision: int
    sentence: str = field(default_factory=lambda: _("The opponent's program stopped and was restarted."))


@dataclass(frozen=True, slots=True)
class Trouble:
    """The end of a question without an answer; ``sentence`` tells the player why."""

    revision: int
    sentence: str


Reply = Answer | Proven | Thought | Restarted | Trouble


class Opponent(Protocol):
    """An opponent that is asked for moves; nothing blocks but ``close``."""

    def ask(self, question: Question) -> None:
        """Put a question; one that is still open is forgotten."""

    def cancel(self) -> None:
        """Forget the open question."""

    def poll(self) -> list[Reply]:
        """The replies since the last call."""

    def close(self) -> None:
        """End the opponent's program."""
