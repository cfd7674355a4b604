"""Our opponents as a process: ``main.py engine`` reads a manager's lines and answers them.

The lines are the Gomocup protocol's with our extensions, or the Chinese championship's.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from game.engine.brain.gomocup_session import Session
from game.engine.wire import protocol
from game.engine.wire.protocol import End, Info, LineSplitter
from game.plugins.registry import Catalogue, discover, warm_up

#: Seconds that are left, once END was said or the input closed, to answer what was asked before; those that the
#: rulesets take to be found come on top, up to a bound.
ENDING_SECONDS = 0.5
STARTING_SECONDS = 10.0
_CHUNK = 65536

Command = TypeVar("Command")
Obeyed_contra = TypeVar("Obeyed_contra", contravariant=True)


class Obeys(Protocol[Obeyed_contra]):
    """Whoever carries out the commands of a protocol."""

    def obey(self, command: Obeyed_contra) -> None:
        """Carries out a command and answers it."""

    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Thinks on where that is wanted, until somebody calls."""


#: Makes who obeys: what rulesets there are, where answers go, and whether somebody calls while it thinks.
Open = Callable[[Catalogue, Callable[[str], None], Callable[[], bool]], Obeys[Command]]


class Inbox(Generic[Command]):
    """Commands on their way from the thread that reads them to the one that obeys them."""

    def __init__(self, patient: tuple[type, ...] = (Info,)) -> None:
        """``patient`` are the commands that thinking does not have to end for."""
        self._patient = patient
        self._commands: deque[Command] = deque()
        self._changed = threading.Condition()

    def put(self, command: Command) -> None:
        """Adds a command."""
        with self._changed:
            self._commands.append(command)
            self._changed.notify()

    def take(self) -> Command:
        """Waits for the next command."""
        with self._changed:
            self._changed.wait_for(lambda: self._commands)
            return self._commands.popleft()

    def has_any(self) -> bool:
        """Whether something came in."""
        with self._changed:
            return bool(self._commands)

    def is_calling(self) -> bool:
        """Whether something came in that thinking has to end for."""
        with self._changed:
            return any(not isinstance(command, self._patient) for command in self._commands)


def run(plugins: Path | None) -> int:
    """Obeys the Gomocup commands on the standard input until END or its end; the exit code."""
    return _serve(plugins, protocol.read_commands, Session, Inbox())


def run_sau(plugins: Path | None, seconds: float) -> int:
    """Obeys the championship's lines on the standard input until ``quit`` or its end, so long a turn; the exit code."""
    # An opponent of the window or of a Gomocup manager starts sooner without these.
    from game.engine.brain.sau_session import SauSession  # noqa: PLC0415
    from game.engine.wire import sau  # noqa: PLC0415

    def open_session(catalogue: Catalogue, say: Callable[[str], None], interrupted: Callable[[], bool]) -> SauSession:
        return SauSession(catalogue, say, interrupted, seconds)

    return _serve(plugins, sau.read_commands, open_session, Inbox(sau.PATIENT))


def _serve(
    plugins: Path | None,
    read: Callable[[Iterable[str]], Iterator[Command]],
    open_session: Open[Command],
    inbox: Inbox[Command | End],
) -> int:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    started = threading.Event()

    def listen() -> None:
        _listen(read(_lines(sys.stdin.fileno())), inbox, started)

    threading.Thread(target=listen, daemon=True).start()

    def say(line: str) -> None:
        """Answers, or ends when nobody listens any more."""
        try:
            answers.write(f"{line}\n".encode())
            answers.flush()
        except OSError:
            os._exit(0)

    # What plug-ins print must not stand among the answers.
    with redirect_stdout(sys.stderr):
        session = open_session(discover(plugins), say, inbox.is_calling)
        started.set()
        obey(inbox, session)
    return 0


def warm(plugins: Path | None) -> int:
    """Compiles what the levels need compiled, so that they answer at once from now on; the exit code."""
    catalogue = discover(plugins)
    for ruleset in catalogue.rulesets.values():
        by_module = {level.thinker.rpartition(".")[0]: level for level in ruleset.info.levels}
        for level in by_module.values():
            warm_up(catalogue.package(ruleset.info.id), level)
    return 0


def obey(inbox: Inbox[Command | End], session: Obeys[Command]) -> None:
    """Hands the session command after command, up to END; in between it may ponder."""
    while not isinstance(command := inbox.take(), End):
        session.obey(command)
        if not inbox.has_any():
            session.ponder(inbox.has_any)


def _listen(commands: Iterator[Command], inbox: Inbox[Command | End], started: threading.Event) -> None:
    """Takes commands until END or the end of input, which ends the process whatever the thinker is busy with."""
    for command in commands:
        inbox.put(command)
        if isinstance(command, End):
            break
    else:
        inbox.put(End())
    started.wait(STARTING_SECONDS)
    threading.Event().wait(ENDING_SECONDS)
    os._exit(0)


def _lines(source: int) -> Iterator[str]:
    splitter = LineSplitter()
    while data := os.read(source, _CHUNK):
        yield from splitter.feed(data)
    yield from splitter.feed(b"\n")
