"""Any foreign program as an opponent: asked in the dialect that it speaks, and believed nothing that it does not show.

Whatever the program does wrong ends in one Trouble.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.core.language import _, plural, unended
from game.core.model import Choose, Options, ParseError, Place
from game.core.ruleset import PluginError, Ruleset, complete_options
from game.engine.host.client import Answer, Question, Reply, Restarted, Transport, Trouble, thought_of
from game.engine.host.dialect import (
    Complaint,
    Conversation,
    Dialect,
    GivesUp,
    Heard,
    Lines,
    Named,
    Played,
    Position,
)
from game.engine.host.foreign_engine import USUAL_DIALECT, ForeignEngine
from game.engine.host.gomocup_dialect import GOMOCUP
from game.engine.host.messages import LONGEST_WORDS
from game.engine.host.sau_dialect import CLOUDICT, SAU
from game.engine.wire.line_process import RelayedProcess
from game.engine.wire.protocol import one_line

__all__ = [
    "DIALECTS",
    "GRACE_SECONDS",
    "USUAL_DIALECT",
    "Dialect",
    "ForeignEngine",
    "ForeignOpponent",
    "dialect_of",
    "expresses",
    "try_engine",
]

#: Seconds an engine has to get ready for a board.
START_SECONDS = 15.0
#: Seconds that a move may be late before the engine is given up.
GRACE_SECONDS = 5.0
_MOST_LINES = 256

#: The dialects that an engine can be asked in, by id.
DIALECTS: Mapping[str, Dialect] = {dialect.id: dialect for dialect in (GOMOCUP, SAU, CLOUDICT)}


def dialect_of(engine: ForeignEngine) -> Dialect:
    """The dialect that an engine speaks."""
    return DIALECTS[engine.dialect]


def expresses(engine: ForeignEngine, ruleset: Ruleset, options: Options) -> bool:
    """Whether a game with these complete options can be told to an engine."""
    return dialect_of(engine).expresses(ruleset, options)


@dataclass(slots=True)
class _Asked:
    """A question on the wire."""

    position: Position
    deadline: float
    is_second_try: bool
    is_ready: bool = False
    """Whether the engine is ready, so that it is the move that is waited for."""

    @property
    def question(self) -> Question:
        return self.position.question


class ForeignOpponent:
    """A foreign program in a process of its own, started when it is first asked.

    It has the face of ``OpponentProcess`` and answers with what its dialect has for a turn, or the first choice of an
    opening phase. What it says in vain is quoted in the Trouble it makes. Nothing blocks but ``close``.
    """

    def __init__(
        self,
        engine: ForeignEngine,
        rulesets: Mapping[str, Ruleset],
        *,
        asks_about: bool = False,
        grace: float = GRACE_SECONDS,
        start: Callable[[Sequence[str]], Transport] = RelayedProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``asks_about`` makes a started program say who it is, which ``calls_itself`` holds then."""
        self.engine = engine
        self.calls_itself = ""
        self._dialect = dialect_of(engine)
        self._rulesets = rulesets
        self._asks_about = asks_about
        self._grace = grace
        self._start = start
        self._clock = clock
        self._transport: Transport | None = None
        self._conversation: Conversation = self._dialect.begin(engine)
        self._asked: _Asked | None = None
        self._complaint = ""
        self._news: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Puts a question; one that is still open is cancelled."""
        self.cancel()
        try:
            position = self._read(question)
            choice = next(position.ruleset.legal_moves(position.state), None)
            if isinstance(choice, Choose):
                self._news.append(Answer(question.revision, (choice.key,)))
            else:
                self._put(position, is_second_try=False)
        except (ParseError, PluginError) as error:
            self._news.append(Trouble(question.revision, self._cannot_play(str(error))))

    def cancel(self) -> None:
        """Forgets the open question. A thinking engine cannot be stopped in every dialect, so its program is ended."""
        self._news.clear()
        if self._asked is not None:
            self._give_up()

    def poll(self) -> list[Reply]:
        """What came in since the last call."""
        if self._transport is not None:
            for line in self._transport.receive(_MOST_LINES):
                for heard in self._conversation.hear(line.strip()):
                    self._take(heard)
                if self._transport is None:
                    break
            self._look_after_asked()
        replies, self._news = self._news, []
        return replies

    def close(self) -> None:
        """Ends the program and waits, briefly, until it is gone."""
        transport, self._transport = self._transport, None
        self._asked = None
        if transport is not None:
            transport.stop(self._dialect.farewell)

    def __enter__(self) -> ForeignOpponent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, question: Question) -> Position:
        """What the question asks; raises ParseError where the dialect cannot express the game."""
        ruleset = self._rulesets.get(question.ruleset_id)
        if ruleset is None:
            raise ParseError(_("there is no ruleset {ruleset!r} here", ruleset=question.ruleset_id))
        options = complete_options(ruleset.info, question.options)
        if not self._dialect.expresses(ruleset, options):
            told = _(self._dialect.refusal, ruleset=_(ruleset.info.title))
            raise ParseError(told)
        return Position(question, ruleset, options, ruleset.load(question.position_text, options))

    # What is said to the engine

    def _put(self, position: Position, *, is_second_try: bool) -> None:
        """Puts a question, to a new program if need be; raises ParseError where the dialect has no words for it."""
        self._complaint = ""
        if self._transport is None:
            self._conversation = self._dialect.begin(self.engine)
        told = self._conversation.ask(position)
        if self._transport is None:
            try:
                self._transport = self._start(self.engine.relay_command)
            except OSError as error:
                problem = _sentence(error.strerror or str(error))
                trouble = _("{name} could not be started: {problem}", name=self.engine.name, problem=problem)
                self._news.append(Trouble(position.question.revision, trouble))
                return
            if self._asks_about:
                self._transport.send([self._dialect.who_are_you])
        else:
            # What an engine said unasked is no answer to what it is asked now.
            self._transport.receive(_MOST_LINES)
        self._asked = _Asked(position, self._clock() + START_SECONDS, is_second_try)
        self._tell(self._asked, told)

    def _tell(self, asked: _Asked, told: Lines) -> None:
        if told.asks_move:
            asked.is_ready = True
            asked.deadline = self._clock() + asked.question.seconds + self._grace
        if self._transport is not None:
            self._transport.send(told.lines)

    # What the engine says

    def _take(self, heard: Heard) -> None:
        if isinstance(heard, Named):
            self.calls_itself = self.calls_itself or heard.name
            return
        asked = self._asked
        if asked is None:
            return
        match heard:
            case Lines():
                self._tell(asked, heard)
            case Played():
                self._answer(asked, heard)
            case GivesUp():
                self._end_in_trouble(self._cannot_play(heard.sentence))
            case Complaint():
                self._complaint = heard.words
            case _:
                self._news.append(thought_of(asked.question.revision, heard))

    def _answer(self, asked: _Asked, played: Played) -> None:
        try:
            stones = self._legal_stones(asked.position, played)
        except (ParseError, PluginError) as error:
            self._end_in_trouble(str(error))
            return
        names = asked.position.state.geometry.names
        self._asked = None
        self._conversation.accept(stones)
        self._news.append(Answer(asked.question.revision, tuple(names[cell] for cell in stones)))

    def _legal_stones(self, position: Position, played: Played) -> dict[int, str]:
        """The stones of an answer by cell; those after the end of the game are left out.

        Raises ParseError, whose text is a sentence, for one that cannot be played.
        """
        ruleset, state, name = position.ruleset, position.state, self.engine.name
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
                raise ParseError(
                    _(
                        "{name} played {move}, which is not allowed: {reason}",
                        name=name,
                        move=shown,
                        reason=_sentence(refusal.message),
                    )
                )
            stones[cell] = state.colour
            state = ruleset.apply(state, Place(cell, state.colour)).state
        is_short = not stones or (self._dialect.whole_turns and state.seat == position.state.seat)
        if is_short and ruleset.outcome(state) is None:
            if not played.words:
                raise ParseError(_("{name} answered no stone, which is no whole turn.", name=name))
            words = " ".join(played.words)
            raise ParseError(_("{name} answered {words}, which is no whole turn.", name=name, words=words))
        return stones

    # What it fails to do

    def _look_after_asked(self) -> None:
        asked, transport = self._asked, self._transport
        if transport is None:
            return
        if transport.ended:
            self._transport = self._asked = None
            if asked is not None:
                self._after_crash(asked)
        elif asked is not None and self._clock() > asked.deadline:
            late = asked.question.seconds + self._grace if asked.is_ready else START_SECONDS
            self._end_in_trouble(_too_late(self.engine.name, late, self._complaint, is_ready=asked.is_ready))

    def _after_crash(self, asked: _Asked) -> None:
        if asked.is_second_try:
            sentence = _("{name}'s program ended without an answer.", name=self.engine.name)
            self._news.append(Trouble(asked.question.revision, sentence))
            return
        try:
            self._put(asked.position, is_second_try=True)
        except ParseError as error:
            problem = _sentence(str(error))
            sentence = _("{name}'s program stopped and cannot go on: {problem}", name=self.engine.name, problem=problem)
            self._news.append(Trouble(asked.question.revision, sentence))
        if self._asked is not None:
            told = _("{name}'s program stopped; it was started again.", name=self.engine.name)
            self._news.append(Restarted(asked.question.revision, told))

    def _cannot_play(self, problem: str) -> str:
        return _("{name} cannot play: {problem}", name=self.engine.name, problem=_sentence(problem))

    def _end_in_trouble(self, sentence: str) -> None:
        assert self._asked is not None
        self._news.append(Trouble(self._asked.question.revision, sentence))
        self._give_up()

    def _give_up(self) -> None:
        """Ends the program; the next question starts it anew."""
        transport, self._transport = self._transport, None
        self._asked = None
        if transport is not None:
            transport.kill()


def try_engine(
    engine: ForeignEngine,
    ruleset: Ruleset,
    *,
    seconds: float = 1.0,
    start: Callable[[Sequence[str]], Transport] = RelayedProcess,
) -> str:
    """Starts an engine, asks who it is and for one move of that game, and says in one sentence how that went.

    It waits for the answer: callers with a window do it in a thread.
    """
    options = complete_options(ruleset.info, {})
    position = ruleset.dump(ruleset.setup(options, 0).state)
    question = Question(0, ruleset.info.id, options, "", position, seconds)
    with ForeignOpponent(engine, {ruleset.info.id: ruleset}, asks_about=True, start=start) as opponent:
        opponent.ask(question)
        while True:
            for reply in opponent.poll():
                if isinstance(reply, Trouble):
                    return reply.sentence
                if isinstance(reply, Answer):
                    return _works(engine.name, opponent.calls_itself, reply.moves[0].upper())
            time.sleep(0.01)


def _works(name: str, calls_itself: str, move: str) -> str:
    if not calls_itself:
        return _("{name} works: it does not say who it is, and opens at {move}.", name=name, move=move)
    return _("{name} works: it calls itself {title}, and opens at {move}.", name=name, title=calls_itself, move=move)


def _too_late(name: str, seconds: float, said: str, *, is_ready: bool) -> str:
    """What is told of an engine that was waited for so long; ``said`` are its last words, "" for none."""
    number, fields = 1 if seconds == 1 else 2, {"name": name, "seconds": f"{seconds:g}"}
    if not is_ready and not said:
        return plural(
            "{name} did not get ready within {seconds} second.",
            "{name} did not get ready within {seconds} seconds.",
            number,
            **fields,
        )
    if not is_ready:
        return plural(
            "{name} did not get ready within {seconds} second; it said {said!r}.",
            "{name} did not get ready within {seconds} seconds; it said {said!r}.",
            number,
            said=said,
            **fields,
        )
    if not said:
        return plural(
            "{name} did not answer within {seconds} second.",
            "{name} did not answer within {seconds} seconds.",
            number,
            **fields,
        )
    return plural(
        "{name} did not answer within {seconds} second; it said {said!r}.",
        "{name} did not answer within {seconds} seconds; it said {said!r}.",
        number,
        said=said,
        **fields,
    )


def _sentence(text: str) -> str:
    """An engine's words, or ours, as the end of a sentence."""
    return _("{problem}.", problem=unended(one_line(text)[:LONGEST_WORDS]))
