"""The window's side of an opponent: asks, listens without waiting, and gets over whatever the opponent does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from game.core.language import _, unended
from game.core.model import Options
from game.engine.wire.line_process import LineProcess
from game.engine.wire.protocol import Moves, Refused, Remark, format_question, read_reply

#: Seconds that an answer may be late before the opponent is given up; its start counts as well.
GRACE_SECONDS = 5.0
#: Seconds that an opponent has to end its thinking once its question is cancelled, before it is started anew.
CANCEL_SECONDS = 0.5
#: Lines of an opponent that are looked at in one ``poll``.
_MOST_LINES = 256


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
    game_seconds: float | None = None
    """What is left for the whole game, None where that has no limit."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The moves of one turn in our notation, as the opponent wrote them: they are still to be checked."""

    revision: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What the opponent says while it thinks; ``note`` is a sentence for people."""

    revision: int
    depth: int = 0
    score: float = 0.0
    nodes: int = 0
    variation: tuple[str, ...] = ()
    note: str = ""
    speed: int = 0
    rank: int = 1


@dataclass(frozen=True, slots=True)
class Restarted:
    """The opponent's program stopped, was started again and asked the same; what is told of it in one sentence."""

    revision: int
    sentence: str = field(default_factory=lambda: _("The opponent's program stopped; it was started again."))


@dataclass(frozen=True, slots=True)
class Trouble:
    """There will be no answer, and why in one sentence."""

    revision: int
    sentence: str


Reply = Answer | Thought | Restarted | Trouble


class Transport(Protocol):
    """What the client needs of a child process."""

    def send(self, lines: Sequence[str]) -> None:
        """Hands lines over without waiting."""

    def receive(self, most: int) -> list[str]:
        """Lines that have come in, at most so many."""

    @property
    def ended(self) -> bool:
        """Whether nothing will come any more."""

    def kill(self) -> None:
        """Ends it at once, without waiting."""

    def stop(self, farewell: str) -> None:
        """Ends it and waits until it is gone."""


class Opponent(Protocol):
    """Whoever is asked for moves; nothing blocks but ``close``."""

    def ask(self, question: Question) -> None:
        """Puts a question; one that is still open is forgotten."""

    def cancel(self) -> None:
        """Forgets the open question."""

    def poll(self) -> list[Reply]:
        """What came in since the last call."""

    def close(self) -> None:
        """Ends the opponent's program."""


def own_command(*words: str) -> list[str]:
    """How this program is started with a command, from a checkout, installed, or frozen into one program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[3] / "main.py"), *words]


def engine_command(plugins: Path | None = None) -> list[str]:
    """How our own opponent process is started."""
    return own_command("engine", *([] if plugins is None else ["--plugins", str(plugins.resolve())]))


@dataclass(slots=True)
class _Asked:
    """A question on the wire, of which exactly one answer is due."""

    question: Question
    deadline: float
    is_second_try: bool = False
    is_cancelled: bool = False


class OpponentProcess:
    """An opponent in a process of its own, started when it is first asked.

    One question is on the wire at a time, so that an answer to a cancelled one is known by its turn. Nothing blocks
    but ``close``.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        plugins: Path | None = None,
        *,
        grace: float = GRACE_SECONDS,
        start: Callable[[Sequence[str]], Transport] = LineProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``command`` defaults to our own engine, which looks for drop-ins in ``plugins``."""
        self._command = tuple(command or engine_command(plugins))
        self._grace = grace
        self._start = start
        self._clock = clock
        self._transport: Transport | None = None
        self._asked: _Asked | None = None
        self._next: Question | None = None
        self._ponders = False
        self._news: list[Restarted | Trouble] = []

    def ask(self, question: Question) -> None:
        """Puts a question; one that is still open is cancelled, and its answer waited for first."""
        self.cancel()
        self._next = question
        self._ask_next()

    def cancel(self) -> None:
        """Forgets the open question; its answer will not come out of ``poll``."""
        self._next = None
        self._news.clear()
        if self._asked is not None and not self._asked.is_cancelled:
            self._asked.is_cancelled = True
            self._asked.deadline = self._clock() + CANCEL_SECONDS
            self._send(["YXSTOP"])
        elif self._ponders:
            self._send(["YXSTOP"])
        self._ponders = False

    def poll(self) -> list[Reply]:
        """What came in since the last call."""
        replies: list[Reply] = []
        if self._transport is not None:
            for line in self._transport.receive(_MOST_LINES):
                reply = self._take(line)
                if reply is not None:
                    replies.append(reply)
            self._look_after_asked()
        replies.extend(self._news)
        self._news.clear()
        return replies

    def close(self) -> None:
        """Ends the process and waits, briefly, until it is gone."""
        self._asked = self._next = None
        if self._transport is not None:
            self._transport.stop("END")
            self._transport = None

    def __enter__(self) -> OpponentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask_next(self) -> None:
        """Sends the waiting question once no answer is due any more."""
        if self._asked is None and self._next is not None:
            question, self._next = self._next, None
            self._put(question, is_second_try=False)

    def _put(self, question: Question, *, is_second_try: bool) -> None:
        """Sends a question, to a new process if need be; what an old one said unasked is dropped."""
        if self._transport is not None:
            self._transport.receive(_MOST_LINES)
        else:
            try:
                self._transport = self._start(self._command)
            except OSError as error:
                self._news.append(
                    Trouble(question.revision, _("The opponent could not be started: {problem}.", problem=error))
                )
                return
        deadline = self._clock() + question.seconds + self._grace
        self._asked = _Asked(question, deadline, is_second_try)
        self._ponders = question.ponders
        self._send(
            format_question(
                ruleset_id=question.ruleset_id,
                options=question.options,
                level=question.level,
                position=question.position_text,
                seconds=question.seconds,
                seed=question.seed,
                nodes=question.nodes,
                ponders=question.ponders,
                language=question.language,
                game_seconds=question.game_seconds,
            )
        )

    def _send(self, lines: Sequence[str]) -> None:
        if self._transport is not None:
            self._transport.send(lines)

    def _take(self, line: str) -> Answer | Thought | Trouble | None:
        reply, asked = read_reply(line), self._asked
        if reply is None or asked is None:
            return None
        if isinstance(reply, Remark):
            return None if asked.is_cancelled else thought_of(asked.question.revision, reply)
        self._asked = None
        if asked.is_cancelled:
            return None
        if isinstance(reply, Refused):
            return Trouble(
                asked.question.revision, _("The opponent cannot answer: {problem}.", problem=unended(reply.sentence))
            )
        assert isinstance(reply, Moves)
        return Answer(asked.question.revision, reply.moves)

    def _look_after_asked(self) -> None:
        """Gives up a process that has ended or is late; asks a second time after a first crash."""
        asked, transport = self._asked, self._transport
        if transport is None:
            return
        if transport.ended:
            self._transport = self._asked = None
            if asked is not None and not asked.is_cancelled:
                self._after_crash(asked)
        elif asked is not None and self._clock() > asked.deadline:
            transport.kill()
            self._transport = self._asked = None
            if not asked.is_cancelled:
                seconds = f"{asked.question.seconds + self._grace:g}"
                late = _("The opponent did not answer within {seconds} seconds.", seconds=seconds)
                self._news.append(Trouble(asked.question.revision, late))
        self._ask_next()

    def _after_crash(self, asked: _Asked) -> None:
        if asked.is_second_try:
            self._news.append(Trouble(asked.question.revision, _("The opponent's program ended without an answer.")))
        else:
            self._put(asked.question, is_second_try=True)
            if self._asked is not None:
                self._news.append(Restarted(asked.question.revision))


def thought_of(revision: int, remark: Remark) -> Thought:
    """A remark about the question of that revision."""
    return Thought(revision, **asdict(remark))
