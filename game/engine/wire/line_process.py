"""A child process that is read and written in lines; nothing here waits for it but ``stop``."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

from game.engine.wire.protocol import LineSplitter

#: The most lines kept until they are received; a child that writes more waits, as its pipe is full.
MOST_WAITING_LINES = 512
#: Seconds that a child has to end after it was asked to, and again after it was terminated.
ENDING_SECONDS = 0.5
#: Seconds that a relay has to end its program and itself.
RELAY_ENDING_SECONDS = 3.0
_CHUNK = 65536


def _flags(*, idle: bool) -> int:
    """How a child is created on Windows, which no other system knows."""
    names = ("CREATE_NO_WINDOW", *(["IDLE_PRIORITY_CLASS"] if idle else []))
    return sum(getattr(subprocess, name, 0) for name in names)


class LineProcess:
    """A running child: ``send`` writes lines, ``receive`` takes the lines that came in; neither ever blocks."""

    def __init__(self, command: Sequence[str], *, idle: bool = False) -> None:
        """Start the command; raises OSError when that is not possible.

        ``idle`` gives it the lowest priority on Windows; elsewhere a program sees to that itself.
        """
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=_flags(idle=idle),
        )
        self._incoming: queue.Queue[str] = queue.Queue(MOST_WAITING_LINES)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._silent = threading.Event()
        self._stopping = threading.Event()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True).start()

    def send(self, lines: Sequence[str]) -> None:
        """Write lines to the child; they are lost when it has ended."""
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, most: int) -> list[str]:
        """The lines that have come in, oldest first, at most so many."""
        lines: list[str] = []
        with contextlib.suppress(queue.Empty):
            while len(lines) < most:
                lines.append(self._incoming.get_nowait())
        return lines

    @property
    def ended(self) -> bool:
        """Whether the child has ended and all its lines were received."""
        return self._silent.is_set() and self._incoming.empty()

    def kill(self) -> None:
        """End the child at once, without waiting."""
        self._stopping.set()
        self._outgoing.put(None)
        self._process.kill()

    def stop(self, farewell: str) -> None:
        """Send the farewell, then end the child more and more firmly; returns when it has ended."""
        self.send([farewell])
        self._outgoing.put(None)
        self._stopping.set()
        for firmer in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(ENDING_SECONDS)
                return
            except subprocess.TimeoutExpired:
                firmer()
        self._process.wait()

    def _read(self, stdout: IO[bytes]) -> None:
        splitter = LineSplitter()
        with stdout:
            while data := os.read(stdout.fileno(), _CHUNK):
                for line in splitter.feed(data):
                    self._keep(line)
        # The child's last words count even when it ended in the middle of a line.
        for line in filter(None, splitter.feed(b"\n")):
            self._keep(line)
        self._silent.set()
        # Nobody hears what would still be written.
        self._outgoing.put(None)
        self._process.wait()

    def _keep(self, line: str) -> None:
        while not self._stopping.is_set():
            with contextlib.suppress(queue.Full):
                self._incoming.put(line, timeout=0.1)
                return

    def _write(self, stdin: IO[bytes]) -> None:
        """Write lines as they come; closing the child's input at the end makes a child that still listens end."""
        with contextlib.suppress(OSError), stdin:
            while (data := self._outgoing.get()) is not None:
                stdin.write(data)
                stdin.flush()


class RelayedProcess(LineProcess):
    """A foreign program under our relay, which ends it as soon as the relay's own input closes.

    The relay itself is not killed while it works: that would leave the program running.
    """

    def kill(self) -> None:
        """End the program at once, without waiting."""
        self._stopping.set()
        self._outgoing.put(None)

    def stop(self, farewell: str) -> None:
        """Send the farewell and wait until the relay has ended the program."""
        self.send([farewell])
        self.kill()
        try:
            self._process.wait(RELAY_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
