"""The supervisor of an opponent's process: starts it, asks it, limits its time, and recovers from its failures.

Our own engine and foreign programs are supervised in the same way; their dialects contain the differences.
"""

from __future__ import annotations

import shlex
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Protocol

from game.core.model import Options, ParseError
from game.core.notation import Remark
from game.core.ruleset import PluginError, Proof, Ruleset
from game.engine.client import texts as sentences
from game.engine.client.dialect import (
    Conversation,
    Dialect,
    EngineError,
    EngineReport,
    LinesToSend,
    Named,
    NoAnswer,
    QuestionReport,
)
from game.engine.client.engine_program import EngineProgram
from game.engine.client.foreign_dialect import ForeignDialect
from game.engine.client.gomocup_dialect import GOMOCUP
from game.engine.client.opponent import Answer, Proven, Question, Reply, Restarted, Thought, Trouble, TroubleKind
from game.engine.client.own_dialect import OWN
from game.engine.client.sau_dialect import CLOUDICT, SAU
from game.engine.protocol.line_process import LineProcess
from game.engine.protocol.line_queue import MOST_LINES
from game.engine.protocol.replies import Compiling, Moves
from game.engine.protocol.transcript import Transcript

#: Seconds a relay has to end its program and itself; a suspended relay never does.
RELAY_ENDING_SECONDS = 3.0
#: Dialects of foreign engines, by id.
DIALECTS: Mapping[str, ForeignDialect] = {dialect.id: dialect for dialect in (GOMOCUP, SAU, CLOUDICT)}
#: All dialects by id, including our own engine's.
ALL_DIALECTS: Mapping[str, Dialect] = {**DIALECTS, OWN.id: OWN}
#: Seconds a program has to get ready, in dialects that wait for that before they ask.
START_SECONDS = 15.0
#: Seconds an answer may be late before the program is killed. In dialects that ask at once, they include its start.
GRACE_SECONDS = 5.0
#: Seconds our engine has for the next step of compiling its code, enough for a busy machine.
COMPILING_SECONDS = 120.0
#: Seconds a program has to answer a cancelled question before it is killed.
CANCEL_SECONDS = 0.5
#: Limits of one ``poll``, which the window calls once per frame: lines read from a program, and seconds of processing.
_MOST_LINES_A_POLL = 64
POLL_SECONDS = 0.004


class RelayedProcess(LineProcess):
    """A running relay process, which starts an engine program and passes on its lines.

    The relay is not killed while it works, because on some systems that would leave the program's own processes behind.
    A relay that does not end in time is killed together with all processes below it, even if they are suspended.
    """

    def kill(self) -> None:
        """End the engine program in the background; this process does not exit before that is done."""
        self._discard_output()
        threading.Thread(target=self._wait_for_end).start()

    def stop(self, farewell: str) -> None:
        """Send the line ``farewell`` and wait until the relay process has ended the engine."""
        self.send([farewell])
        self._discard_output()
        self._wait_for_end()

    def _wait_for_end(self) -> None:
        if self._ends_within(RELAY_ENDING_SECONDS):
            return
        # Imported only here, because it is rarely needed and slows down the start of the window.
        from game.engine.client.descendants import end_tree  # noqa: PLC0415

        end_tree(self._process.pid)
        self._ends_within(RELAY_ENDING_SECONDS)


def dialect_of(engine: EngineProgram) -> Dialect:
    """Return the dialect, the translator for the protocol, that an engine program needs."""
    return ALL_DIALECTS[engine.dialect]


def expresses(engine: EngineProgram, ruleset: Ruleset, options: Options) -> bool:
    """Return True if an engine's protocol can express a game with these complete options."""
    return dialect_of(engine).expresses(ruleset, options)


class ChildProcess(Protocol):
    """Abstract child process of an engine, with the methods that its supervisor uses."""

    def send(self, lines: Sequence[str]) -> None:
        """Write lines to the process without waiting."""

    def receive(self, most: int) -> list[str]:
        """Remove and return at most ``most`` of the lines read so far, oldest first."""

    @property
    def ended(self) -> bool:
        """True if the process has ended and all its lines were received."""

    def kill(self) -> None:
        """Kill the process at once, without waiting for its end."""

    def stop(self, farewell: str) -> None:
        """Send the line ``farewell``, and wait until the process has ended."""


@dataclass(slots=True)
class _Asked:
    """A question sent to an engine, which must answer it by ``deadline``, in seconds of the clock."""

    question: Question
    deadline: float
    is_second_try: bool
    is_ready: bool = False
    """True if the program is ready and searches for its move."""
    is_cancelled: bool = False


class OpponentProcess:
    """A computer opponent in its own process, started for the first question. Only ``close`` may block.

    Only one question is sent at a time, so that the answer to a cancelled question is never taken for the answer to the
    next.
    """

    def __init__(
        self,
        engine: EngineProgram,
        rulesets: Mapping[str, Ruleset] = MappingProxyType({}),
        *,
        asks_about: bool = False,
        grace: float = GRACE_SECONDS,
        transcript: Transcript | None = None,
        start: Callable[[Sequence[str]], ChildProcess] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the opponent without starting its engine program.

        A foreign program can be asked about these ``rulesets``; our own engine loads its rulesets itself. With
        ``asks_about``, the program is asked for its name when it starts, and ``introduction`` receives the answer.
        ``grace`` is the number of seconds by which an answer may be late. ``transcript`` receives the lines exchanged
        with a foreign program. ``start`` starts the child process from its command line; None selects the process that
        the dialect needs.
        """
        self.engine = engine
        self.introduction = Named("")
        """The program's name and version as it reports them; empty until it does."""
        self._dialect = dialect_of(engine)
        self._rulesets = rulesets
        self._asks_about = asks_about
        self._grace = grace
        self._transcript = transcript or Transcript()
        relayed = partial(RelayedProcess, transcript=self._transcript)
        self._start = start or (relayed if self._dialect.is_relayed else LineProcess)
        self._clock = clock
        self._transport: ChildProcess | None = None
        self._unread: deque[str] = deque()
        """Lines of the running program that the last ``poll`` did not process."""
        self._conversation: Conversation = self._dialect.begin(engine, rulesets)
        self._asked: _Asked | None = None
        self._next: Question | None = None
        self._ponders = False
        self._has_worked = False
        """True if the program has once been ready for a move, or answered."""
        self._last_error = ""
        self._pending_replies: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Ask the engine a question, cancelling an open one. The new question may have to wait for the old answer."""
        self.cancel()
        self._next = question
        self._ask_next()

    def cancel(self) -> None:
        """Cancel the question to the engine that is still open; ``poll`` will not return its answer.

        A program whose search cannot be stopped is killed.
        """
        self._next = None
        self._pending_replies.clear()
        asked, ponders, self._ponders = self._asked, self._ponders, False
        if asked is not None and not self._dialect.stop:
            self._give_up()
        elif asked is not None and not asked.is_cancelled:
            asked.is_cancelled = True
            asked.deadline = self._clock() + CANCEL_SECONDS
            self._send([self._dialect.stop])
        elif ponders:
            self._send([self._dialect.stop])

    def poll(self) -> list[Reply]:
        """Return the engine's replies since the last call; a long output is processed over several calls."""
        if self._transport is not None:
            self._read(self._transport)
            self._check_progress()
        replies, self._pending_replies = self._pending_replies, []
        return replies

    def close(self) -> None:
        """End the engine program and wait briefly for its end."""
        transport = self._release()
        self._next = None
        if transport is not None:
            transport.stop(self._dialect.farewell)

    def __enter__(self) -> OpponentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Lines to the program

    def _ask_next(self) -> None:
        """Send the waiting question to the engine, unless the answer to an earlier one is still to come."""
        if self._asked is None and self._next is not None:
            question, self._next = self._next, None
            self._put(question, is_second_try=False)

    def _put(self, question: Question, *, is_second_try: bool) -> None:
        """Send a question to the engine, starting it if necessary; earlier unread lines are dropped.

        Reports Trouble if the program cannot be started or asked.
        """
        self._last_error = ""
        if self._transport is None:
            self._conversation = self._dialect.begin(self.engine, self._rulesets)
        try:
            told = self._conversation.ask(question)
        except (ParseError, PluginError) as error:
            sentence = sentences.cannot_continue if is_second_try else sentences.cannot_play
            kind = TroubleKind.CRASH if is_second_try else TroubleKind.ERROR
            self._pending_replies.append(Trouble(question.revision, sentence(self.engine.name, str(error)), kind))
            return
        if isinstance(told, Moves):
            self._pending_replies.append(Answer(question.revision, told.moves))
        elif self._runs_for(question):
            self._asked = _Asked(question, self._clock() + START_SECONDS, is_second_try)
            self._ponders = question.ponders and bool(self._dialect.stop)
            self._send_question(self._asked, told)

    def _runs_for(self, question: Question) -> bool:
        """Start the engine program if necessary, and return True if it is running.

        Reports Trouble if it cannot be started.
        """
        if self._transport is not None:
            self._transport.receive(MOST_LINES)
            self._unread.clear()
            return True
        command = self.engine.relay_command if self._dialect.is_relayed else self.engine.command
        self._transcript.begin(shlex.join(self.engine.command))
        try:
            self._transport = self._start(command)
        except OSError as error:
            sentence = sentences.not_started(self.engine.name, error)
            self._pending_replies.append(Trouble(question.revision, sentence, self._kind(TroubleKind.CRASH)))
            return False
        if self._asks_about and self._dialect.who_are_you:
            self._send([self._dialect.who_are_you])
        return True

    def _send_question(self, asked: _Asked, told: LinesToSend) -> None:
        if told.asks_move and not asked.is_cancelled:
            asked.is_ready = True
            asked.deadline = self._clock() + asked.question.seconds + self._grace
        self._send(told.lines)

    def _send(self, lines: Sequence[str]) -> None:
        if self._transport is not None:
            self._transport.send(lines)

    # Lines from the program

    def _read(self, transport: ChildProcess) -> None:
        """Process the lines received from the engine, for at most ``POLL_SECONDS``."""
        until = self._clock() + POLL_SECONDS
        if not self._unread:
            self._unread.extend(transport.receive(_MOST_LINES_A_POLL))
        while self._unread and self._clock() < until:
            for report in self._conversation.parse_line(self._unread.popleft().strip()):
                self._take(report)

    def _take(self, report: EngineReport) -> None:
        asked = self._asked
        if isinstance(report, Named):
            self.introduction = self.introduction if self.introduction.name else report
        elif asked is not None:
            self._take_about(asked, report)

    def _take_about(self, asked: _Asked, report: QuestionReport) -> None:
        """Handle what a line from the engine reports about the current question."""
        revision = asked.question.revision
        match report:
            case LinesToSend():
                self._has_worked = self._has_worked or report.asks_move
                self._send_question(asked, report)
            case EngineError():
                self._last_error = report.words
            case Compiling():
                self._wait_for_compiler(asked, report)
            case Remark():
                self._report(asked, Thought(revision, report))
            case Moves():
                self._asked, self._has_worked = None, True
                self._report(asked, Answer(revision, report.moves))
            case Proof():
                self._asked = None
                self._report(asked, Proven(revision, report))
            case NoAnswer():
                self._asked = None
                kind = self._kind(report.kind) if report.kind is TroubleKind.ERROR else report.kind
                is_start = kind is TroubleKind.NOT_STARTED
                sentence = self._with_errors(report.sentence) if is_start else report.sentence
                self._report(asked, Trouble(revision, sentence, kind))
                if report.ends_program:
                    self._give_up()

    def _wait_for_compiler(self, asked: _Asked, report: Compiling) -> None:
        """Extend the deadline while the engine compiles its code; its thinking time begins after that."""
        if not asked.is_cancelled:
            is_done = report.done >= report.total
            seconds = asked.question.seconds + self._grace if is_done else COMPILING_SECONDS
            asked.deadline = self._clock() + seconds

    def _report(self, asked: _Asked, reply: Reply) -> None:
        if not asked.is_cancelled:
            self._pending_replies.append(reply)

    # Failures

    def _kind(self, kind: TroubleKind) -> TroubleKind:
        """Return the kind of a failure: NOT_STARTED if the engine program has never worked, otherwise ``kind``."""
        return kind if self._has_worked else TroubleKind.NOT_STARTED

    def _check_progress(self) -> None:
        """Recover if the engine program has ended or is late; repeat the question after its first crash."""
        asked, transport = self._asked, self._transport
        if transport is None:
            return
        if transport.ended and not self._unread:
            self._release()
            if asked is not None and not asked.is_cancelled:
                self._after_crash(asked)
        elif asked is not None and self._clock() > asked.deadline:
            kind = TroubleKind.LATE if asked.is_ready else self._kind(TroubleKind.LATE)
            self._report(asked, Trouble(asked.question.revision, self._with_errors(self._lateness(asked)), kind))
            self._give_up()
        self._ask_next()

    def _lateness(self, asked: _Asked) -> str:
        seconds = asked.question.seconds + self._grace if asked.is_ready else START_SECONDS
        return sentences.too_late(self.engine.name, seconds, self._last_error, is_ready=asked.is_ready)

    def _after_crash(self, asked: _Asked) -> None:
        revision, name = asked.question.revision, self.engine.name
        if asked.is_second_try:
            sentence = self._with_errors(sentences.stopped_again(name))
            self._pending_replies.append(Trouble(revision, sentence, self._kind(TroubleKind.CRASH)))
            return
        restarted = Restarted(revision, self._with_errors(sentences.started_again(name)))
        self._put(asked.question, is_second_try=True)
        if self._asked is not None:
            self._pending_replies.append(restarted)

    def _with_errors(self, sentence: str) -> str:
        return sentences.with_errors(sentence, self._transcript.errors)

    def _give_up(self) -> None:
        """Kill the engine program; the next question starts it again."""
        transport = self._release()
        if transport is not None:
            transport.kill()

    def _release(self) -> ChildProcess | None:
        """Drop the engine process and return it, or None if there was none.

        Its question and its unread lines are dropped, too.
        """
        transport, self._transport = self._transport, None
        self._asked = None
        self._unread.clear()
        return transport
