"""Our engine as a process: ``main.py engine`` reads a manager's lines and answers them.

The lines are the Gomocup protocol's with our extensions, or the Chinese championship's (SAU).
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from game.engine.protocol import protocol
from game.engine.protocol.protocol import End, EngineCommand, InfoLine, LineSplitter
from game.engine.server.gomocup_session import GomocupSession
from game.engine.server.session import Session
from game.plugins.registry import Catalogue, discover

#: Seconds for answering what was asked before END or the end of input. While the rulesets are still being found, more
#: seconds come on top, up to a bound.
ENDING_SECONDS = 0.5
STARTING_SECONDS = 10.0
#: Seconds between two looks whether anybody still reads the answers.
_LOOK_SECONDS = 0.2
_CHUNK = 65536
#: The most commands that wait while another one is carried out; what is beyond is dropped if it can wait.
_MOST_WAITING = 1_000

#: Makes a session from the rulesets, the function that writes answers, and one that tells whether a command is waiting.
OpenSession = Callable[[Catalogue, Callable[[str], None], Callable[[], bool]], Session]


class Inbox:
    """The queue of commands from the thread that reads them to the one that carries them out.

    Settings that come while many are waiting already are dropped, as nobody sends so many but by mistake.
    """

    def __init__(self, patient: tuple[type, ...] = (InfoLine,)) -> None:
        """``patient`` are the types of commands that do not interrupt thinking."""
        self._patient = patient
        self._commands: deque[EngineCommand] = deque()
        self._changed = threading.Condition()

    def put(self, command: EngineCommand) -> None:
        """Add a command."""
        with self._changed:
            if len(self._commands) >= _MOST_WAITING and isinstance(command, self._patient):
                return
            self._commands.append(command)
            self._changed.notify()

    def take(self) -> EngineCommand:
        """Wait for the next command and take it."""
        with self._changed:
            self._changed.wait_for(lambda: self._commands)
            return self._commands.popleft()

    def has_any(self) -> bool:
        """Whether a command is waiting."""
        with self._changed:
            return bool(self._commands)

    def is_calling(self) -> bool:
        """Whether a command is waiting that interrupts thinking."""
        with self._changed:
            return any(not isinstance(command, self._patient) for command in self._commands)


def run(plugins: Path | None, tried: Sequence[str] | None = None) -> int:
    """Serve the Gomocup protocol on the standard input until END or its end; returns the exit code.

    ``tried``: the modules of plug-ins that came through their trial already.
    """
    return _serve(lambda: discover(plugins, tried), protocol.read_commands, GomocupSession, Inbox())


def run_sau(plugins: Path | None, seconds: float, tried: Sequence[str] | None = None) -> int:
    """Serve the championship's lines until ``quit`` or the end of input, ``seconds`` a turn; returns the exit code."""
    # An opponent of the window or of a Gomocup manager starts sooner without these.
    from game.engine.protocol import sau  # noqa: PLC0415
    from game.engine.server.sau_session import SauSession  # noqa: PLC0415

    def open_session(catalogue: Catalogue, say: Callable[[str], None], interrupted: Callable[[], bool]) -> SauSession:
        return SauSession(catalogue, say, interrupted, seconds)

    return _serve(lambda: discover(plugins, tried), sau.read_commands, open_session, Inbox(sau.PATIENT))


def _serve(
    find_rulesets: Callable[[], Catalogue],
    read: Callable[[Iterable[str]], Iterator[EngineCommand]],
    open_session: OpenSession,
    inbox: Inbox,
) -> int:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    started = threading.Event()

    def listen() -> None:
        _listen(read(_lines(sys.stdin.fileno())), inbox, started)

    threading.Thread(target=listen, daemon=True).start()

    def say(line: str) -> None:
        """Write an answer, or end the process when its reader is gone."""
        try:
            answers.write(f"{line}\n".encode())
            answers.flush()
        except OSError:
            os._exit(0)

    # Output of plug-ins must not mix with the answers.
    with redirect_stdout(sys.stderr):
        session = open_session(find_rulesets(), say, inbox.is_calling)
        started.set()
        obey(inbox, session)
    return 0


def obey(inbox: Inbox, session: Session) -> None:
    """Hand the session one command after the other, up to END; in between it may ponder."""
    while not isinstance(command := inbox.take(), End):
        session.obey(command)
        if not inbox.has_any():
            session.ponder(inbox.has_any)


def _listen(commands: Iterator[EngineCommand], inbox: Inbox, started: threading.Event) -> None:
    """Read commands until END or the end of input, then end the process even while a thinker is running."""
    for command in commands:
        inbox.put(command)
        if isinstance(command, End):
            break
    else:
        inbox.put(End())
    until = time.monotonic() + STARTING_SECONDS
    while not started.wait(_LOOK_SECONDS) and time.monotonic() < until and _is_heard(sys.stdout.fileno()):
        pass
    threading.Event().wait(ENDING_SECONDS)
    os._exit(0)


def _is_heard(answers: int) -> bool:
    """Whether somebody may still read the answers; where the system cannot tell, it is taken for granted."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(answers, 0)
    return not poll.poll(0)


def _lines(source: int) -> Iterator[str]:
    splitter = LineSplitter()
    while data := os.read(source, _CHUNK):
        yield from splitter.feed(data)
    yield from splitter.feed(b"\n")
