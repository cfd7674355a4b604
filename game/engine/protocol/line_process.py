"""A child process that is read and written in lines; nothing here waits for it but ``stop``, which has an end."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

from game.engine.protocol.line_queue import LineQueue
from game.engine.protocol.protocol import LineSplitter

#: Seconds that a child has to end after it was asked to, and again after it was terminated.
ENDING_SECONDS = 0.5
#: Seconds that the thread which reads a flood rests after each chunk, so that the window's thread gets its turn.
_REST_SECONDS = 0.005
_CHUNK = 16384


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
        self._incoming = LineQueue()
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
        return self._incoming.take(most)

    @property
    def ended(self) -> bool:
        """Whether the child has ended and all its lines were received."""
        return self._silent.is_set() and self._incoming.is_empty

    def kill(self) -> None:
        """End the child at once, without waiting."""
        self._hear_no_more()
        self._process.kill()

    def stop(self, farewell: str) -> None:
        """Send the farewell, then end the child more and more firmly; returns when it has ended."""
        self.send([farewell])
        self._hear_no_more()
        for firmer in (self._process.terminate, self._process.kill):
            if self._ends_within(ENDING_SECONDS):
                return
            firmer()
        # Only the system itself can hold a process that was killed.
        self._ends_within(ENDING_SECONDS)

    def _hear_no_more(self) -> None:
        """Drop what the child still says, and close its input once what was sent is written."""
        self._incoming.close()
        self._stopping.set()
        self._outgoing.put(None)

    def _ends_within(self, seconds: float) -> bool:
        """Wait until the child has ended, at most so long; returns whether it has."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _read(self, stdout: IO[bytes]) -> None:
        splitter = LineSplitter()
        with stdout:
            while data := os.read(stdout.fileno(), _CHUNK):
                self._keep(splitter.feed(data))
        # The child's last words count even when it ended in the middle of a line.
        self._keep(splitter.feed(b"\n"))
        self._silent.set()
        # Nobody hears what would still be written.
        self._outgoing.put(None)
        self._process.wait()

    def _keep(self, lines: Sequence[str]) -> None:
        was_full = False
        for line in lines:
            was_full |= self._incoming.put(line)
        if was_full:
            self._stopping.wait(_REST_SECONDS)

    def _write(self, stdin: IO[bytes]) -> None:
        """Write lines as they come; closing the child's input at the end makes a child that still listens end."""
        with contextlib.suppress(OSError), stdin:
            while (data := self._outgoing.get()) is not None:
                stdin.write(data)
                stdin.flush()
