"""A trial of plug-ins: a second process loads them first, and asks each for the beginning of a game.

A plug-in that ends the process, or does not come back in time, is found there and not by the window.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import IO, NoReturn

from game.core.own_program import own_command
from game.core.ruleset import Ruleset, complete_options
from game.plugins.drop_ins import open_drop_in_package
from game.plugins.plugin_validation import flaw
from game.plugins.verdicts import Fault

#: Seconds that the process may take to start, that a plug-in has to answer, and that one has which is tried once more
#: because somebody asked for it.
STARTING_SECONDS, ANSWER_SECONDS, PATIENT_SECONDS = 10.0, 2.0, 10.0
#: The name under which a plug-in exports its ruleset.
EXPORT = "RULESET"
#: What the process writes before a module's name when it begins with it and when it is done, and at the end.
_BEGINS, _DONE, _END = ">", "<", "."
_LOOK, _LAST_WORDS_SECONDS = 0.02, 0.3


def failures(folder: Path | None, modules: Sequence[str], patient_with: Collection[str] = ()) -> dict[str, Fault]:
    """Find the modules that must not be imported here, with their faults; ``folder`` is that of the drop-ins.

    ``patient_with`` are those of them that get more time.
    """
    found: dict[str, Fault] = {}
    left = list(modules)
    while left:
        done, fault = _try_out(folder, left, patient_with)
        left = left[done:]
        if fault is None:
            return found
        found[left.pop(0)] = fault
    return found


def _try_out(folder: Path | None, modules: Sequence[str], patient_with: Collection[str]) -> tuple[int, Fault | None]:
    """Import modules in another process; return how many came back, and the fault of the next one, if any."""
    child = subprocess.Popen(
        own_command("try-plug-ins", "--plugins", str(folder or "."), *modules),
        # Its input is a pipe that closes with this process: then it ends, too.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # A group of its own, where there are any, to which what a plug-in starts belongs.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        return _followed(child, modules, patient_with)
    finally:
        _end(child)


def _followed(
    child: subprocess.Popen[bytes], modules: Sequence[str], patient_with: Collection[str]
) -> tuple[int, Fault | None]:
    assert child.stdout is not None
    heard: queue.SimpleQueue[str] = queue.SimpleQueue()
    Thread(target=_read, args=(child.stdout, heard), daemon=True).start()
    done, until, fault = 0, time.monotonic() + STARTING_SECONDS, Fault.LATE
    while True:
        if fault is Fault.LATE and child.poll() is not None:
            # Its last words may be on their way.
            fault, until = Fault.ENDED, time.monotonic() + _LAST_WORDS_SECONDS
        try:
            line = heard.get(timeout=_LOOK)
        except queue.Empty:
            if time.monotonic() > until:
                return done, fault
            continue
        if line == _END:
            return len(modules), None
        if done < len(modules) and line == _DONE + modules[done]:
            done += 1
        elif fault is Fault.LATE and done < len(modules) and line == _BEGINS + modules[done]:
            until = time.monotonic() + (PATIENT_SECONDS if modules[done] in patient_with else ANSWER_SECONDS)


def _read(stdout: IO[bytes], heard: queue.SimpleQueue[str]) -> None:
    with suppress(OSError, ValueError):
        for line in stdout:
            heard.put(line.decode("utf-8", "replace").strip())


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
    """Try the modules, with a line before and after each, and end the process, at the latest with its input."""
    Thread(target=_end_with_input, daemon=True).start()
    report = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    open_drop_in_package(folder)
    for name in modules:
        report.write(f"{_BEGINS}{name}\n")
        # Whatever it raises, the window will meet it again, and tell it in a sentence.
        with redirect_stdout(None), redirect_stderr(None):
            _bear(lambda name=name: _begin_a_game(getattr(import_module(name), EXPORT)))  # type: ignore[misc]
        report.write(f"{_DONE}{name}\n")
    report.write(f"{_END}\n")
    # A thread that a plug-in left would keep the process.
    os._exit(0)


def _bear(attempt: Callable[[], object]) -> None:
    with suppress(BaseException):
        attempt()


def _begin_a_game(ruleset: Ruleset) -> None:
    """Ask a ruleset what the window asks first."""
    if flaw(ruleset) is not None:
        return
    options = complete_options(ruleset.info, {})
    state = ruleset.setup(options, 0).state
    for ask in (ruleset.outcome, ruleset.marks, lambda state: ruleset.load(ruleset.dump(state), options)):
        _bear(lambda ask=ask: ask(state))  # type: ignore[misc]
    move = next(ruleset.legal_moves(state), None)
    if move is not None and ruleset.check(state, move) is None:
        ruleset.apply(state, move)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)
