"""A relay process that starts an engine, passes on its lines, and ends it when our program ends.

A foreign program may run for ever when its input closes. The relay's input closes whenever our program ends, even when
it is killed, and the relay then ends the foreign program.
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
    """Start an engine in this folder and relay its input and output until either side closes; return the exit code.

    The engine inherits the error output. If the program cannot be started, an ERROR line is written and the exit code
    is 1.
    """
    adopt_orphans()
    waking_with_parent_lost()
    try:
        program = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # The error output goes where this process's goes: into a pipe that the window reads.
            stderr=None,
            cwd=folder,
            # A separate session: a signal from the terminal then reaches only the window.
            start_new_session=True,
            preexec_fn=ending_with_parent(),  # noqa: PLW1509 - no thread runs yet
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        os.write(sys.stdout.fileno(), f"ERROR it could not be started ({error.strerror or error})\n".encode())
        return 1
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    for work in (
        lambda: _relay_input(program, waiting),
        lambda: _relay_output(program),
        lambda: _clean_up_after(program),
    ):
        threading.Thread(target=work, daemon=True).start()
    while data := os.read(sys.stdin.fileno(), _CHUNK):
        waiting.put(data)
    waiting.put(b"")
    _end(program)
    return 0


def _relay_input(program: subprocess.Popen[bytes], waiting: queue.SimpleQueue[bytes]) -> None:
    """Write queued data to the engine, which may never read it, and close the engine's input at the end."""
    assert program.stdin is not None
    with contextlib.suppress(OSError), program.stdin as stdin:
        while data := waiting.get():
            stdin.write(data)
            stdin.flush()


def _relay_output(program: subprocess.Popen[bytes]) -> None:
    """Relay the engine's output, and exit this process when the output ends or its reader is gone."""
    assert program.stdout is not None
    with contextlib.suppress(OSError):
        while data := os.read(program.stdout.fileno(), _CHUNK):
            while data:
                data = data[os.write(sys.stdout.fileno(), data) :]
    _end(program)
    os._exit(0)


def _clean_up_after(program: subprocess.Popen[bytes]) -> None:
    """Kill the processes that an ended engine left behind, because they would keep its output open."""
    program.wait()
    _end_what_it_started(program)


def _end(program: subprocess.Popen[bytes]) -> None:
    try:
        program.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        # The processes below it can be found only while it is alive.
        end_descendants()
        program.kill()
        program.wait()
    _end_what_it_started(program)


def _end_what_it_started(program: subprocess.Popen[bytes]) -> None:
    """Kill the processes that an ended engine left behind.

    On Linux, orphans become children of the relay and all of them are found. On other systems only those in the
    program's process group are found.
    """
    if sys.platform != "win32":
        # The system does not reuse the number of a process group while a process is in it.
        with contextlib.suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
    end_descendants()
