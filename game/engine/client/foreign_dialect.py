"""Protocols of foreign engines: an engine is sent the position, and its answer is checked against the rules.

Every invalid answer becomes a sentence for the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from game.core.geometry import Position
from game.core.language import _
from game.core.lines.line_state import LineState
from game.core.lines.opening_steps import is_offering, narrows
from game.core.model import EMPTY, Choose, Options, ParseError, Place, State
from game.core.ruleset import PluginError, Ruleset, complete_options, format_move
from game.engine.client import texts as sentences
from game.engine.client.dialect import Dialect, EngineError, EngineReport, LinesToSend, NoAnswer
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Question, TroubleKind
from game.engine.protocol.replies import Moves

#: Most characters of a line that is quoted to the player.
_LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question to an engine, with the position's text parsed into a board."""

    question: Question
    ruleset: Ruleset
    options: Options
    state: State

    @property
    def stones(self) -> dict[int, str]:
        """Colour of the stone on each occupied cell."""
        return {cell: letter for cell, letter in enumerate(self.state.board) if letter != EMPTY}

    def by_age(self) -> list[list[int]]:
        """Return the occupied cells as one list for each colour. Each list ends with the last turn's stones.

        The beginning colour comes first.
        """
        stones = sorted(self.stones.items(), key=lambda stone: stone[0] in self.state.last)
        return [[cell for cell, letter in stones if letter == colour] for colour in self.ruleset.info.colours]


@dataclass(frozen=True, slots=True)
class PointsPlayed:
    """An engine's answer: the points of its stones, counted from 0 at the upper left, each with its original text."""

    points: tuple[Position, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivesUp:
    """The engine's report that it cannot answer, with its reason."""

    problem: str


def _substitute_move(position: BoardQuestion) -> str:
    """Return the opening move to make for an engine whose protocol cannot express the decision, or ""."""
    state, ruleset = position.state, position.ruleset
    first = next(ruleset.legal_moves(state), None)
    if first is None:
        return ""
    is_narrow = isinstance(state, LineState) and (is_offering(state) or narrows(state))
    return format_move(ruleset.info, state.geometry, first) if is_narrow or isinstance(first, Choose) else ""


def complaints(text: str) -> Iterator[EngineError]:
    """Yield an EngineError that quotes an unknown line of an engine, or nothing if it is long or not printable."""
    if text and len(text) <= _LONGEST_QUOTE and text.isprintable():
        yield EngineError(text)


class Talk(Protocol):
    """Abstract translator between the stones on a board and the protocol of one running engine."""

    def ask(self, position: BoardQuestion) -> LinesToSend:
        """Return the protocol lines that ask the engine for a move, or that prepare this request.

        Raises ParseError if the dialect cannot express the position.
        """

    def parse_line(self, text: str) -> Iterator[EngineReport | PointsPlayed | GivesUp]:
        """Parse a line of the engine's output, stripped of white space, and yield what it reports."""

    def accept(self, stones: dict[int, str]) -> None:
        """Add the stones of the engine's answer, which was legal, to our copy of the engine's board.

        ``stones`` maps cells to letters.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignDialect(Dialect):
    """A protocol of foreign engines, such as Gomocup's, with sentences about it for the player."""

    title: str
    refusal: str
    """Sentence about a game that the dialect cannot express, without a full stop and with the field ``ruleset``."""
    about: str
    """Sentence that helps the player choose a dialect."""
    talk: Callable[[EngineProgram], Talk]
    """Function that creates the translation for a new program."""
    whole_turns: bool = False
    """True if an answer is a whole turn, False if it is a single stone of it."""

    def begin(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> ForeignConversation:
        """Create the conversation with an engine program that is about to be started."""
        return ForeignConversation(self, engine, rulesets)


class ForeignConversation:
    """A conversation with a foreign engine, which answers with one stone or a whole turn.

    Decisions of an opening that the engine cannot be asked for are made for it: the first choice is taken, and where
    the opening restricts the places of stones, the first legal place.
    """

    def __init__(self, dialect: ForeignDialect, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> None:
        self._dialect = dialect
        self._name = engine.name
        self._rulesets = rulesets
        self._talk = dialect.talk(engine)
        self._open: BoardQuestion | None = None
        """Position of the open question, or None if no question is open."""

    def ask(self, question: Question) -> LinesToSend | Moves:
        """Return the lines that ask the engine for a move, or the move to play instead of the engine.

        Raises ParseError if the dialect cannot express the game or the position.
        """
        self._open = None
        position = self._read(question)
        instead = _substitute_move(position)
        if instead:
            return Moves((instead,))
        told = self._talk.ask(position)
        self._open = position
        return told

    def _read(self, question: Question) -> BoardQuestion:
        ruleset = self._rulesets.get(question.ruleset_id)
        if ruleset is None:
            raise ParseError(_("the ruleset {ruleset!r} is not installed", ruleset=question.ruleset_id))
        options = complete_options(ruleset.info, question.options)
        if not self._dialect.expresses(ruleset, options):
            raise ParseError(_(self._dialect.refusal, ruleset=_(ruleset.info.title)))
        return BoardQuestion(question, ruleset, options, ruleset.load(question.position_text, options))

    def parse_line(self, text: str) -> Iterator[EngineReport]:
        """Parse a line of the engine and yield what it reports; moves are ignored while no question is open."""
        for report in self._talk.parse_line(text):
            if not isinstance(report, PointsPlayed | GivesUp):
                yield report
            elif self._open is not None:
                position, self._open = self._open, None
                yield self._judged(position, report)

    def _judged(self, position: BoardQuestion, report: PointsPlayed | GivesUp) -> Moves | NoAnswer:
        if isinstance(report, GivesUp):
            return NoAnswer(sentences.cannot_play(self._name, report.problem), ends_program=True)
        try:
            stones = self._legal_stones(position, report)
        except PluginError as error:
            return NoAnswer(str(error), ends_program=True)
        except ParseError as error:
            return NoAnswer(str(error), ends_program=True, kind=TroubleKind.ILLEGAL)
        self._talk.accept(stones)
        return Moves(tuple(position.state.geometry.names[cell] for cell in stones))

    def _legal_stones(self, position: BoardQuestion, played: PointsPlayed) -> dict[int, str]:
        """Return the stones of an engine's answer as a dict by cell, up to the one that ends the game.

        Raises ParseError, with a complete sentence for the player, if the answer cannot be played.
        """
        ruleset, state, name = position.ruleset, position.state, self._name
        stones: dict[int, str] = {}
        for point, word in zip(played.points, played.words, strict=True):
            cell = state.geometry.at(*point)
            if cell is None:
                raise ParseError(_("{name} answered {word}, which is not on the board.", name=name, word=word))
            if stones and ruleset.outcome(state) is not None:
                break
            refusal = ruleset.check(state, Place(cell, position.state.colour))
            if refusal is not None:
                shown = state.geometry.names[cell].upper()
                reason = sentences.ended_text(refusal.message)
                raise ParseError(
                    _("{name} played {move}, which is not allowed: {reason}", name=name, move=shown, reason=reason)
                )
            stones[cell] = state.colour
            state = ruleset.apply(state, Place(cell, state.colour)).state
        is_short = not stones or (self._dialect.whole_turns and state.seat == position.state.seat)
        if is_short and ruleset.outcome(state) is None:
            if not played.words:
                raise ParseError(_("{name} answered without a stone, which is not a complete turn.", name=name))
            words = " ".join(played.words)
            raise ParseError(_("{name} answered {words}, which is not a complete turn.", name=name, words=words))
        return stones
