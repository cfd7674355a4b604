"""A trial of plug-ins: a second process imports them first, and says of each that it came back.

A plug-in that ends the process, or never comes back from being imported, is found there and not by the window.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import NoReturn

from game.core.language import _
from game.core.own_program import own_command
from game.plugins.drop_ins import open_drop_in_package

#: Seconds that all plug-ins together may take to be imported, and more for each of them.
_PATIENCE, _PATIENCE_EACH = 8.0, 1.0


def failures(folder: Path | None, modules: Sequence[str]) -> dict[str, str]:
    """Why modules must not be imported here, by their names; ``folder`` is that of the drop-ins."""
    found: dict[str, str] = {}
    while left := [name for name in modules if name not in found]:
        report, came_to_an_end = _try_out(folder, left)
        begun, done = ([line[1:] for line in report if line[0] == sign] for sign in "><")
        stuck = next((name for name in begun if name not in done), None)
        if stuck is None:
            return found
        found[stuck] = (
            _("it ended the program that loaded it") if came_to_an_end else _("it does not come back from being loaded")
        )
    return found


def _try_out(folder: Path | None, modules: Sequence[str]) -> tuple[list[str], bool]:
    """What the process reported, and whether it came to an end by itself."""
    command = own_command("try-plug-ins", "--plugins", str(folder or "."), *modules)
    with tempfile.TemporaryFile() as out:
        # Its input is a pipe that closes with this process: then it ends, too.
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            # A group of its own, where there are any, to which what a plug-in starts belongs.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            child.wait(_PATIENCE + _PATIENCE_EACH * len(modules))
            came_to_an_end = True
        except subprocess.TimeoutExpired:
            came_to_an_end = False
        finally:
            _end(child)
        out.seek(0)
        lines = out.read().decode("utf-8", "replace").splitlines()
    return [line for line in lines if line[:1] in ("<", ">")], came_to_an_end


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the process and what its plug-ins have started."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()
    assert child.stdin is not None
    child.stdin.close()


def run(folder: Path, modules: Sequence[str]) -> NoReturn:
    """Import the modules, with a line before and after each, and end the process, at the latest with its input."""
    Thread(target=_end_with_input, daemon=True).start()
    report = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    open_drop_in_package(folder)
    for name in modules:
        report.write(f">{name}\n")
        # Whatever it raises, the window will meet it again, and tell it in a sentence.
        with redirect_stdout(None), redirect_stderr(None), suppress(BaseException):
            import_module(name)
        report.write(f"<{name}\n")
    # A thread that a plug-in left would keep the process.
    os._exit(0)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)
