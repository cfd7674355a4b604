"""Our opponents as a process: ``main.py engine`` reads a manager's lines and answers them."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from game.engine.protocol import Command, End, Info, LineSplitter, read_commands
from game.engine.session import Session
from game.registry import discover, warm_up

#: Seconds that are left, once END was said or the input closed, to answer what was asked before; those that the
#: rulesets take to be found come on top, up to a bound.
ENDING_SECONDS = 0.5
STARTING_SECONDS = 10.0
_CHUNK = 65536


class Inbox:
    """Commands on their way from the thread that reads them to the one that obeys them."""

    def __init__(self) -> None:
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
        """Whether something came in that thinking has to end for: anything but a setting."""
        with self._changed:
            return any(not isinstance(command, Info) for command in self._commands)


def run(plugins: Path | None) -> int:
    """Obeys the commands on the standard input until END or its end; the exit code."""
    inbox = Inbox()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    started = threading.Event()
    threading.Thread(target=_listen, args=(sys.stdin.fileno(), inbox, started), daemon=True).start()

    def say(line: str) -> None:
        """Answers, or ends when nobody listens any more."""
        try:
            answers.write(f"{line}\n".encode())
            answers.flush()
        except OSError:
            os._exit(0)

    # What plug-ins print must not stand among the answers.
    with redirect_stdout(sys.stderr):
        session = Session(discover(plugins), say, inbox.is_calling)
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


def obey(inbox: Inbox, session: Session) -> None:
    """Hands the session command after command, up to END; in between it may ponder."""
    while not isinstance(command := inbox.take(), End):
        session.obey(command)
        if not inbox.has_any():
            session.ponder(inbox.has_any)


def _listen(source: int, inbox: Inbox, started: threading.Event) -> None:
    """Reads commands until END or the end of input, which ends the process whatever the thinker is busy with."""
    for command in read_commands(_lines(source)):
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
