"""A child process that exchanges lines of text with this one. Only ``LineProcess.stop`` waits.

Its waiting time is limited.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

from game.engine.protocol.line_queue import LineQueue
from game.engine.protocol.reading import LineSplitter
from game.engine.protocol.transcript import LineKind, Transcript, decode_leniently

#: Seconds the child has to end after it was asked to, and again after it was terminated.
ENDING_SECONDS = 0.5
#: Seconds the reading thread pauses after a chunk that overfilled the queue, so that the window's thread can run.
_REST_SECONDS = 0.005
_CHUNK = 16384
#: Bytes of error output read at once, and how many of them are kept at most.
_ERROR_CHUNK, _ERRORS_KEPT = 65536, 4096
#: Seconds to wait for the end of the error output after the end of the output.
_ERRORS_SECONDS = 0.5
_STEP = re.compile(r"(\S{1,100}): (\d{1,6}) of (\d{1,6})")


def _flags(*, idle: bool) -> int:
    """Return the ``creationflags`` of a child process on Windows; 0 on other systems."""
    names = ("CREATE_NO_WINDOW", *(["IDLE_PRIORITY_CLASS"] if idle else []))
    return sum(getattr(subprocess, name, 0) for name in names)


class LineProcess:
    """A running child process: ``send`` writes lines, ``receive`` returns the lines read so far; neither blocks."""

    def __init__(self, command: Sequence[str], *, idle: bool = False, transcript: Transcript | None = None) -> None:
        """Start the command as a child process; raises OSError if it cannot be started.

        ``idle`` gives the child the lowest priority on Windows; on other systems the child lowers its own priority.
        ``transcript`` receives all lines of both sides, and the child's error output, which otherwise goes where ours
        goes.
        """
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if transcript is None else subprocess.PIPE,
            creationflags=_flags(idle=idle),
        )
        self._transcript = transcript
        self._incoming = LineQueue()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._silent = threading.Event()
        self._stopping = threading.Event()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._errors = threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True)
        self._errors.start()
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True).start()

    def send(self, lines: Sequence[str]) -> None:
        """Queue lines for the child, without line ends; they are lost if it has ended."""
        self._note(LineKind.SENT, lines)
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, most: int) -> list[str]:
        """Remove and return at most ``most`` of the lines read so far, oldest first."""
        return self._incoming.take(most)

    @property
    def ended(self) -> bool:
        """True if the child has ended and all its lines were received."""
        return self._silent.is_set() and self._incoming.is_empty

    def kill(self) -> None:
        """Kill the child at once, without waiting for its end."""
        self._discard_output()
        self._process.kill()

    def stop(self, farewell: str) -> None:
        """Send the line ``farewell``, then terminate and finally kill the child; returns when it has ended.

        Each step has ``ENDING_SECONDS`` to take effect.
        """
        self.send([farewell])
        self._discard_output()
        for firmer in (self._process.terminate, self._process.kill):
            if self._ends_within(ENDING_SECONDS):
                return
            firmer()
        # Even a killed process can stay for a moment while the system releases it.
        self._ends_within(ENDING_SECONDS)

    def _discard_output(self) -> None:
        """Discard all further output of the child, and close its input after the queued lines are written."""
        self._incoming.close()
        self._stopping.set()
        self._outgoing.put(None)

    def _ends_within(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the end of the child; return True if it has ended."""
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
        # The last line counts even if the child ended in the middle of it.
        self._keep(splitter.feed(b"\n"))
        # A process that the child left behind may keep the error output open.
        self._errors.join(_ERRORS_SECONDS)
        self._silent.set()
        # The child has closed its output; nothing will read further input.
        self._outgoing.put(None)
        self._process.wait()

    def _read_errors(self, stderr: IO[bytes] | None) -> None:
        """Read the child's error output to its end, so that the child never waits for us; keep part of a flood."""
        if stderr is None:
            return
        splitter = LineSplitter(decode_leniently)
        with stderr:
            while data := os.read(stderr.fileno(), _ERROR_CHUNK):
                self._note(LineKind.ERROR, splitter.feed(data[-_ERRORS_KEPT:]))
                if len(data) > _ERRORS_KEPT:
                    self._stopping.wait(_REST_SECONDS)
        self._note(LineKind.ERROR, splitter.feed(b"\n"))

    def _note(self, kind: LineKind, lines: Sequence[str]) -> None:
        if self._transcript is not None:
            self._transcript.add(kind, lines)

    def _keep(self, lines: Sequence[str]) -> None:
        self._note(LineKind.RECEIVED, lines)
        was_full = False
        for line in lines:
            was_full |= self._incoming.put(line)
        if was_full:
            self._stopping.wait(_REST_SECONDS)

    def _write(self, stdin: IO[bytes]) -> None:
        """Write queued lines to the child, then close its input. A child that reads its input then ends."""
        with contextlib.suppress(OSError), stdin:
            while (data := self._outgoing.get()) is not None:
                stdin.write(data)
                stdin.flush()


def format_step(game: str, done: int, total: int) -> str:
    """Format a progress line such as ``gomoku: 3 of 11``, where 3 of 11 steps are done."""
    return f"{game}: {done} of {total}"


def parse_step(line: str) -> tuple[str, int, int] | None:
    """Parse a progress line into game, steps done and steps in total; return None for any other line."""
    found = _STEP.fullmatch(line.strip())
    if found is None or not int(found[2]) <= int(found[3]):
        return None
    return found[1], int(found[2]), int(found[3])
