"""Any Gomocup program as an opponent: asked through the plain protocol, and believed nothing that it does not show.

Source: the protocol's page in Piskvork, source/doc/protocl2en.htm. Whatever the program does wrong ends in one Trouble.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path

from game.core.model import EMPTY, Choose, ParseError, Place, State
from game.core.ruleset import PluginError, Ruleset, complete_options
from game.engine.client import Answer, Question, Reply, Restarted, Transport, Trouble, own_command, thought_of
from game.engine.messages import LONGEST_WORDS, read_message
from game.engine.protocol import format_point, one_line
from game.engine.transport import RelayedProcess

#: Seconds an engine has to get ready for a board.
START_SECONDS = 15.0
#: Seconds that a move may be late before the engine is given up.
GRACE_SECONDS = 5.0
#: Milliseconds of a game without a limit. Not 0, which the protocol has for it: PentaZen then thinks for ever.
_MATCH_MILLISECONDS = 86_400_000
#: ``INFO time_left`` of a game without a limit.
_UNLIMITED = 2_147_483_647
_MEGABYTE = 1 << 20
_MOST_LINES = 256
#: Letters of a line that says nothing to us and is quoted all the same.
_LONGEST_QUOTE = 80

_POINT = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})")
_NAME = re.compile(r'\bname\s*=\s*"([^"]{1,80})"', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ForeignEngine:
    """A Gomocup program and what it is to be told."""

    name: str
    command: tuple[str, ...]
    memory_megabytes: int = 350
    """0 for no limit."""
    rules: Mapping[int, int] = field(default_factory=dict)
    """Rule numbers that this engine knows by another one: ``{4: 2}`` where it has renju as 2."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """INFO keys of its own, told before START: ``{"thread_num": "2"}``."""

    @property
    def folder(self) -> Path | None:
        """Where it is started: beside a program named by a path, as engines look for their files there."""
        program = Path(self.command[0])
        return program.absolute().parent if len(program.parts) > 1 else None

    @property
    def relay_command(self) -> list[str]:
        """How it is started under the relay; files that it is told of are found from its folder, too."""
        folder = self.folder
        if folder is None:
            return own_command("relay", "--", *self.command)
        words = (str(Path(word).absolute()) if Path(word).exists() else word for word in self.command)
        return own_command("relay", "--folder", str(folder), "--", *words)


@dataclass(frozen=True, slots=True)
class _Position:
    """What a question means in the plain protocol."""

    state: State
    colours: tuple[str, str]
    """The colour that begins first."""
    rule: int

    @property
    def stones(self) -> dict[int, str]:
        return {cell: letter for cell, letter in enumerate(self.state.board) if letter != EMPTY}

    def in_turn_order(self) -> dict[int, str]:
        """The stones as the colours may have put them in turn, the newest of each last; engines want some order."""
        by_age = sorted(self.stones.items(), key=lambda stone: stone[0] in self.state.last)
        each = [[stone for stone in by_age if stone[1] == colour] for colour in self.colours]
        return dict(stone for stone in chain.from_iterable(zip_longest(*each)) if stone is not None)


@dataclass(slots=True)
class _Board:
    """The board as the engine knows it; stones oldest first."""

    size: int
    rule: int
    colour: str
    stones: dict[int, str]


@dataclass(slots=True)
class _Asked:
    """A question on the wire."""

    question: Question
    position: _Position
    deadline: float
    is_second_try: bool
    is_ready: bool = False
    """Whether START was answered, so that what comes is the move."""


class ForeignOpponent:
    """A Gomocup program in a process of its own, started when it is first asked.

    It has the face of ``OpponentProcess`` and answers with one placement, or the first choice of an opening phase.
    What it says in vain is quoted in the Trouble it makes. Nothing blocks but ``close``.
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
        self._rulesets = rulesets
        self._asks_about = asks_about
        self._grace = grace
        self._start = start
        self._clock = clock
        self._transport: Transport | None = None
        self._board: _Board | None = None
        self._asked: _Asked | None = None
        self._complaint = ""
        self._news: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Puts a question; one that is still open is cancelled."""
        self.cancel()
        try:
            position = self._read(question)
            choice = next(self._rulesets[question.ruleset_id].legal_moves(position.state), None)
        except (ParseError, PluginError) as error:
            self._news.append(Trouble(question.revision, f"{self.engine.name} cannot play: {_sentence(str(error))}"))
            return
        if isinstance(choice, Choose):
            self._news.append(Answer(question.revision, (choice.key,)))
        else:
            self._put(question, position, is_second_try=False)

    def cancel(self) -> None:
        """Forgets the open question. The plain protocol cannot stop a thinking engine, so its program is ended."""
        self._news.clear()
        if self._asked is not None:
            self._give_up()

    def poll(self) -> list[Reply]:
        """What came in since the last call."""
        if self._transport is not None:
            for line in self._transport.receive(_MOST_LINES):
                self._take(line.strip())
                if self._transport is None:
                    break
            self._look_after_asked()
        replies, self._news = self._news, []
        return replies

    def close(self) -> None:
        """Ends the program and waits, briefly, until it is gone."""
        transport, self._transport = self._transport, None
        self._asked = self._board = None
        if transport is not None:
            transport.stop("END")

    def __enter__(self) -> ForeignOpponent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, question: Question) -> _Position:
        """What the question means in the plain protocol; raises ParseError where that cannot express it."""
        ruleset = self._rulesets.get(question.ruleset_id)
        if ruleset is None:
            raise ParseError(f"there is no ruleset {question.ruleset_id!r} here")
        options = complete_options(ruleset.info, question.options)
        rule = ruleset.gomocup_rule(options)
        if rule is None:
            raise ParseError(f"{ruleset.info.title} as it is played here cannot be told to a Gomocup engine")
        state = ruleset.load(question.position_text, options)
        return _Position(state, ruleset.info.colours, self.engine.rules.get(rule, rule))

    # What is said to the engine

    def _put(self, question: Question, position: _Position, *, is_second_try: bool) -> None:
        self._complaint = ""
        if self._transport is None:
            self._board = None
            try:
                self._transport = self._start(self.engine.relay_command)
            except OSError as error:
                trouble = f"{self.engine.name} could not be started: {_sentence(error.strerror or str(error))}"
                self._news.append(Trouble(question.revision, trouble))
                return
            if self._asks_about:
                self._transport.send(["ABOUT"])
        else:
            # What an engine said unasked is no answer to what it is asked now.
            self._transport.receive(_MOST_LINES)
        self._asked = _Asked(question, position, self._clock() + START_SECONDS, is_second_try)
        turn = self._turn(position)
        if turn is None:
            self._board = None
            own = (f"INFO {key} {value}" for key, value in self.engine.settings.items())
            self._send([*own, f"START {position.state.geometry.columns}"])
        else:
            self._ask_move([turn])

    def _turn(self, position: _Position) -> str | None:
        """The TURN that leads from the board the engine knows to this position; None where there is none."""
        known, state = self._board, position.state
        told = (state.geometry.columns, position.rule, state.colour)
        if known is None or (known.size, known.rule, known.colour) != told:
            return None
        now = position.stones
        new = [cell for cell in now if cell not in known.stones]
        is_next = len(new) == 1 and now[new[0]] != state.colour and known.stones.items() <= now.items()
        if not is_next:
            return None
        known.stones[new[0]] = now[new[0]]
        return f"TURN {format_point(state.geometry, new[0])}"

    def _tell_board(self) -> None:
        """After START: the settings that hold for the game, and the position."""
        assert self._asked is not None
        position, state = self._asked.position, self._asked.position.state
        stones = position.in_turn_order()
        self._board = _Board(state.geometry.columns, position.rule, state.colour, stones)
        owners = (f"{format_point(state.geometry, c)},{1 if s == state.colour else 2}" for c, s in stones.items())
        self._send(
            [
                f"INFO timeout_match {_MATCH_MILLISECONDS}",
                f"INFO max_memory {self.engine.memory_megabytes * _MEGABYTE}",
                "INFO game_type 1",
                f"INFO rule {position.rule}",
            ]
        )
        self._ask_move(["BOARD", *owners, "DONE"] if stones else ["BEGIN"])

    def _ask_move(self, lines: list[str]) -> None:
        assert self._asked is not None
        question = self._asked.question
        self._asked.is_ready = True
        self._asked.deadline = self._clock() + question.seconds + self._grace
        limit_of_nodes = [f"INFO max_node {question.nodes}"] if question.nodes else []
        timeout = f"INFO timeout_turn {round(question.seconds * 1000)}"
        self._send([timeout, f"INFO time_left {_UNLIMITED}", *limit_of_nodes, *lines])

    def _send(self, lines: Sequence[str]) -> None:
        if self._transport is not None:
            self._transport.send(lines)

    # What the engine says

    def _take(self, text: str) -> None:
        name = _NAME.search(text)
        if name is not None and not self.calls_itself:
            self.calls_itself = one_line(name[1])
        asked = self._asked
        if asked is None:
            return
        word, _, rest = text.partition(" ")
        match word.upper():
            case "MESSAGE":
                remark = read_message(rest, asked.position.state.geometry)
                self._news.append(thought_of(asked.question.revision, remark))
            case "DEBUG":
                pass
            case "ERROR":
                self._end_in_trouble(f"{self.engine.name} cannot play: {_sentence(rest or 'it says ERROR')}")
            case "UNKNOWN":
                self._complaint = text[:LONGEST_WORDS]
            case "SUGGEST" if asked.is_ready:
                self._send([f"PLAY {rest.strip()}"])
            case _ if not asked.is_ready:
                # PentaZen ends its ABOUT without a line end, so that OK follows on the same line.
                if text.upper().endswith("OK"):
                    self._tell_board()
                elif name is None:
                    self._keep_complaint(text)
            case _ if (point := _POINT.fullmatch(text)) is not None:
                self._answer(asked, int(point[1]), int(point[2]))
            case _:
                self._keep_complaint(text)

    def _keep_complaint(self, text: str) -> None:
        """A line that means nothing here is told once no answer comes, if a person can read it."""
        if text and text.isprintable() and len(text) <= _LONGEST_QUOTE:
            self._complaint = text

    def _answer(self, asked: _Asked, x: int, y: int) -> None:
        state, board = asked.position.state, self._board
        assert board is not None
        cell = state.geometry.at(x, y)
        if cell is None:
            self._end_in_trouble(f"{self.engine.name} answered {x},{y}, which is not on the board.")
            return
        name = state.geometry.names[cell]
        try:
            refusal = self._rulesets[asked.question.ruleset_id].check(state, Place(cell, state.colour))
        except PluginError as error:
            self._end_in_trouble(str(error))
            return
        if refusal is not None:
            played = f"{self.engine.name} played {name.upper()}, which is not allowed"
            self._end_in_trouble(f"{played}: {_sentence(refusal.message)}")
            return
        self._asked = None
        board.stones[cell] = state.colour
        self._news.append(Answer(asked.question.revision, (name,)))

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
            what = "answer" if asked.is_ready else "get ready"
            said = f"; it said {self._complaint!r}" if self._complaint else ""
            self._end_in_trouble(
                f"{self.engine.name} did not {what} within {late:g} second{'' if late == 1 else 's'}{said}."
            )

    def _after_crash(self, asked: _Asked) -> None:
        if asked.is_second_try:
            sentence = f"{self.engine.name}'s program ended without an answer."
            self._news.append(Trouble(asked.question.revision, sentence))
            return
        self._put(asked.question, asked.position, is_second_try=True)
        if self._asked is not None:
            told = f"{self.engine.name}'s program stopped; it was started again."
            self._news.append(Restarted(asked.question.revision, told))

    def _end_in_trouble(self, sentence: str) -> None:
        assert self._asked is not None
        self._news.append(Trouble(self._asked.question.revision, sentence))
        self._give_up()

    def _give_up(self) -> None:
        """Ends the program; the next question starts it anew."""
        transport, self._transport = self._transport, None
        self._asked = self._board = None
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
                    calls_itself = opponent.calls_itself
                    told = f"calls itself {calls_itself}" if calls_itself else "does not say who it is"
                    return f"{engine.name} works: it {told}, and opens at {reply.moves[0].upper()}."
            time.sleep(0.01)


def _sentence(text: str) -> str:
    """An engine's words, or ours, as the end of a sentence."""
    return f"{one_line(text)[:LONGEST_WORDS].rstrip('. ')}."
