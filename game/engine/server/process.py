"""The command ``main.py engine``: carries out commands of a tournament manager, such as Gomocup's.

The lines are those of the Gomocup protocol with our extensions, with ``--protocol sau`` those of the Chinese
championship, or with ``--protocol gtp`` those of the Go Text Protocol.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.model import ParseError
from game.engine.protocol import reading, yixin
from game.engine.protocol.protocol import End, EngineCommand, InfoLine
from game.engine.protocol.reading import LineSplitter
from game.engine.server.session import SINCE_CREATION, Session
from game.engine.server.yixin_session import YixinSession
from game.plugins.registry import Catalogue, discover

if TYPE_CHECKING:
    from game.engine.server.gtp_session import GtpSetup

#: Seconds to answer earlier commands after END or the end of input. If the rulesets are still being loaded, up to
#: ``STARTING_SECONDS`` more are added.
ENDING_SECONDS = 0.5
STARTING_SECONDS = 10.0
#: Seconds between two checks whether our output is still read.
_LOOK_SECONDS = 0.2
_CHUNK = 65536
#: Number of waiting commands from which on patient ones are dropped.
_MOST_WAITING = 1_000

#: Makes a session from the rulesets, the function that writes answers, and a function that returns True while an
#: interrupting command is waiting.
OpenSession = Callable[[Catalogue, Callable[[str], None], Callable[[], bool]], Session]


class Inbox:
    """A queue of a manager's commands, from the thread that reads them to the thread that carries them out.

    Settings are dropped while the queue is full, because only a faulty manager sends so many.
    """

    def __init__(self, patient: tuple[type, ...] = (InfoLine,)) -> None:
        """Create an empty queue of commands; commands of types ``patient`` do not interrupt a search."""
        self._patient = patient
        self._commands: deque[tuple[EngineCommand, float]] = deque()
        self._changed = threading.Condition()
        self._opened: float | None = None
        """Time of the first ``take``, until which the process was starting."""

    def put(self, command: EngineCommand) -> None:
        """Add a command, unless the queue is full and the command does not interrupt a search."""
        with self._changed:
            if len(self._commands) >= _MOST_WAITING and isinstance(command, self._patient):
                return
            self._commands.append((command, time.monotonic()))
            self._changed.notify()

    def take(self) -> tuple[EngineCommand, float]:
        """Remove and return the oldest command, waiting for one if there is none, and the time at which it came.

        The time is by ``time.monotonic``. It is ``SINCE_CREATION`` for a command that came while the process was
        starting, and may have waited in the pipe for as long as the process exists.
        """
        with self._changed:
            self._opened = self._opened or time.monotonic()
            self._changed.wait_for(lambda: self._commands)
            command, came = self._commands.popleft()
        return command, came if came > self._opened else SINCE_CREATION

    def has_any(self) -> bool:
        """Return True if a command is waiting."""
        with self._changed:
            return bool(self._commands)

    def is_calling(self) -> bool:
        """Return True if a command that interrupts a search is waiting."""
        with self._changed:
            return any(not isinstance(command, self._patient) for command, _came in self._commands)


def run(plugins: Path | None, tried: Sequence[str] | None = None) -> int:
    """Serve the Gomocup protocol on standard input and output until END or the end of input; return the exit code.

    ``plugins`` is the folder of drop-in plug-ins. ``tried`` names the third-party plug-in modules to load, which
    another process has loaded without trouble; None makes this process try all of them.
    """
    inbox = Inbox((InfoLine, *yixin.PATIENT))
    return _serve(lambda: discover(plugins, tried), reading.read_commands, YixinSession, inbox)


def run_sau(plugins: Path | None, seconds: float, tried: Sequence[str] | None = None) -> int:
    """Serve the Connect6 championship's protocol until ``quit`` or the end of input; return the exit code.

    ``seconds`` is the thinking time of a turn. See ``run`` for ``plugins`` and ``tried``.
    """
    # Imported only here, so that an engine for the window or a Gomocup manager starts faster.
    from game.engine.protocol import sau  # noqa: PLC0415
    from game.engine.server.sau_session import SauSession  # noqa: PLC0415

    def open_session(
        catalogue: Catalogue, write_line: Callable[[str], None], interrupted: Callable[[], bool]
    ) -> SauSession:
        return SauSession(catalogue, write_line, interrupted, seconds)

    return _serve(lambda: discover(plugins, tried), sau.read_commands, open_session, Inbox(sau.PATIENT))


def run_gtp(plugins: Path | None, setup: GtpSetup, tried: Sequence[str] | None = None) -> int:
    """Serve the Go Text Protocol until ``quit`` or the end of input; return the exit code, 2 for an invalid ``setup``.

    Each command is answered before the next one is read, as the protocol demands. See ``run`` for ``plugins`` and
    ``tried``.
    """
    # Imported only here, so that an engine for the window or a Gomocup manager starts faster.
    from game.engine.protocol import gtp  # noqa: PLC0415
    from game.engine.server.gtp_session import GtpSession  # noqa: PLC0415

    answers = sys.stdout.fileno()
    write_line = _line_writer()
    # Output of plug-ins must not mix with the answers.
    with redirect_stdout(sys.stderr):
        try:
            session = GtpSession(
                discover(plugins, tried), write_line, lambda: not _is_reader_alive(answers), setup, _write_note
            )
        except ParseError as error:
            _write_note(str(error))
            return 2
        for command in gtp.read_commands(gtp.whole_lines(sys.stdin.buffer)):
            session.obey(command)
            if command.name == gtp.QUIT:
                break
    return 0


def _write_note(text: str) -> None:
    """Write a line to the standard error output, outside the protocol; do nothing if that output is closed."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)  # noqa: T201


def _line_writer() -> Callable[[str], None]:
    """Return a function that writes a line to the manager, or exits the process if the manager no longer reads."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")

    def write_line(line: str) -> None:
        try:
            answers.write(f"{line}\n".encode())
            answers.flush()
        except OSError:
            os._exit(0)

    return write_line


def _serve(
    find_rulesets: Callable[[], Catalogue],
    read: Callable[[Iterable[str]], Iterator[EngineCommand]],
    open_session: OpenSession,
    inbox: Inbox,
) -> int:
    write_line = _line_writer()
    started = threading.Event()

    def listen() -> None:
        _listen(read(_lines(sys.stdin.fileno())), inbox, started)

    threading.Thread(target=listen, daemon=True).start()
    # Output of plug-ins must not mix with the answers.
    with redirect_stdout(sys.stderr):
        session = open_session(find_rulesets(), write_line, inbox.is_calling)
        started.set()
        obey(inbox, session)
    return 0


def obey(inbox: Inbox, session: Session) -> None:
    """Pass commands from the queue to the engine's session until END; let it prepare or ponder between them."""
    while True:
        command, came = inbox.take()
        if isinstance(command, End):
            return
        session.obey(command, came)
        if not inbox.has_any():
            session.ponder(inbox.has_any)


def _listen(commands: Iterator[EngineCommand], inbox: Inbox, started: threading.Event) -> None:
    """Read commands into the queue until END or the end of input, then exit the process, even during a search."""
    for command in commands:
        inbox.put(command)
        if isinstance(command, End):
            break
    else:
        inbox.put(End())
    until = time.monotonic() + STARTING_SECONDS
    while not started.wait(_LOOK_SECONDS) and time.monotonic() < until and _is_reader_alive(sys.stdout.fileno()):
        pass
    threading.Event().wait(ENDING_SECONDS)
    os._exit(0)


def _is_reader_alive(answers: int) -> bool:
    """Return False if the program that reads the engine's output is known to be gone, True otherwise.

    ``answers`` is the file descriptor of the output.
    """
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
