"""The small parent of a foreign engine: passes its lines on, and ends it when our side falls silent.

A foreign program may go on for ever once nobody listens. The relay's input closes whatever ends the fair, even when
it is killed, and that is what the relay ends the program for.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from game.engine.client.descendants import (
    adopt_orphans,
    end_descendants,
    ending_with_parent,
    waking_with_parent_lost,
)

#: Seconds the program has to end after its input was closed.
ENDING_SECONDS = 0.5
_CHUNK = 65536


def run(command: Sequence[str], folder: Path | None) -> int:
    """Start the program, in that folder, and stand between it and our own input and output; the exit code.

    A program that cannot be started is told as an ERROR line.
    """
    adopt_orphans()
    waking_with_parent_lost()
    try:
        program = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            # A session of its own, where there are any: a signal from the terminal is for the window alone.
            start_new_session=True,
            preexec_fn=ending_with_parent(),  # noqa: PLW1509 - no thread runs yet
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        os.write(sys.stdout.fileno(), f"ERROR it could not be started ({error.strerror or error})\n".encode())
        return 1
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    for work in (lambda: _feed(program, waiting), lambda: _hand_on(program), lambda: _outlive(program)):
        threading.Thread(target=work, daemon=True).start()
    while data := os.read(sys.stdin.fileno(), _CHUNK):
        waiting.put(data)
    waiting.put(b"")
    _end(program)
    return 0


def _feed(program: subprocess.Popen[bytes], waiting: queue.SimpleQueue[bytes]) -> None:
    """Write what waits to the program, which may never read it, and close its input at the end."""
    assert program.stdin is not None
    with contextlib.suppress(OSError), program.stdin as stdin:
        while data := waiting.get():
            stdin.write(data)
            stdin.flush()


def _hand_on(program: subprocess.Popen[bytes]) -> None:
    """Hand on what the program says; there is nothing left to do once it falls silent or nobody listens."""
    assert program.stdout is not None
    with contextlib.suppress(OSError):
        while data := os.read(program.stdout.fileno(), _CHUNK):
            while data:
                data = data[os.write(sys.stdout.fileno(), data) :]
    _end(program)
    os._exit(0)


def _outlive(program: subprocess.Popen[bytes]) -> None:
    """End what the program left behind: a child of it would keep its output open, and nobody would see it ended."""
    program.wait()
    _end_what_it_started(program)


def _end(program: subprocess.Popen[bytes]) -> None:
    try:
        program.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        # While it lives, what it started is found through it.
        end_descendants()
        program.kill()
        program.wait()
    _end_what_it_started(program)


def _end_what_it_started(program: subprocess.Popen[bytes]) -> None:
    """End what a program that has ended left behind.

    Orphans are found where the system hands them to the relay, which only Linux does; elsewhere those that stayed in
    the program's group are.
    """
    if sys.platform != "win32":
        # The system gives a group's number to nobody else while somebody is in it.
        with contextlib.suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
    end_descendants()
