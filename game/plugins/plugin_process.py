"""Another process of this program that runs plug-ins and reports by lines, so that they can do no harm to this one."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Protocol

from game.core.own_program import own_command

#: The keys of a line about progress, a JSON object: how much is done and how much there is, or why it cannot go on.
DONE, OF, PROBLEM = "done", "of", "problem"
#: How much the priority of a process is lowered that plays games for a window.
_POLITE = 10
_AUTOGROUP = Path("/proc/self/autogroup")


class Process(Protocol):
    """A process that writes lines, such as ``PluginProcess``."""

    @property
    def has_ended(self) -> bool:
        """True if the process has ended; its last lines may still be on their way."""

    def line(self, seconds: float) -> str | None:
        """Return the next line, or None if there is none within this time."""

    def end(self) -> None:
        """End the process."""


class PluginProcess:
    """A process of this program with the given arguments, and the lines that it writes.

    It ends with this process, because its input is then closed: see ``end_with_input``.
    """

    def __init__(self, *words: str) -> None:
        """Start the process."""
        self._child = subprocess.Popen(
            own_command(*words),
            # The pipe closes when this process ends, and then the other one ends, too.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # The process gets its own group, on systems with process groups, which includes the processes that
            # plug-ins start.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._child.stdout is not None
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        Thread(target=_read, args=(self._child.stdout, self._lines), daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """True if the process has ended. Its last lines may still be on their way."""
        return self._child.poll() is not None

    def line(self, seconds: float) -> str | None:
        """Return the next line that the process writes, or None if there is none within this time."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return None

    def end(self) -> None:
        """End the process and every process that its plug-ins have started."""
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()
        assert self._child.stdin is not None
        self._child.stdin.close()


def serve_window() -> None:
    """Let this process end as soon as its input ends, and lower its priority, so that the window stays smooth."""
    end_with_input()
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    # Linux schedules sessions against each other, and ``PluginProcess`` begins one: see sched(7), autogroup.
    with suppress(OSError):
        _AUTOGROUP.write_text(str(_POLITE), encoding="ascii")


def end_with_input() -> None:
    """End this process as soon as its input ends; called in the process that was started."""
    Thread(target=_wait_for_end_of_input, daemon=True).start()


def own_output() -> IO[str]:
    """Return a file for the lines of this process that plug-ins cannot reach through ``sys.stdout``."""
    return os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)


def _read(stdout: IO[bytes], lines: queue.SimpleQueue[str]) -> None:
    with suppress(OSError, ValueError):
        for line in stdout:
            lines.put(line.decode("utf-8", "replace").strip())


def _wait_for_end_of_input() -> None:
    sys.stdin.read()
    os._exit(0)
