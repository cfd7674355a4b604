"""Trial runs of plug-ins in another process, which loads each plug-in and begins a game with it.

A plug-in that ends its process or takes too long is found out there and does no harm to the window.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from game.core.ruleset import Ruleset, complete_options
from game.plugins.drop_ins import open_drop_in_package
from game.plugins.plugin_process import PluginProcess, end_with_input, own_output
from game.plugins.plugin_validation import flaw
from game.plugins.verdicts import Fault

#: The most seconds that the process may take to start, and that a plug-in may take to answer: usually, and when the
#: player has asked to try it again.
STARTING_SECONDS, ANSWER_SECONDS, PATIENT_SECONDS = 10.0, 2.0, 10.0
#: The name of the ruleset that a plug-in's module exports.
EXPORT = "RULESET"
#: The marks that the process writes: before and after a module's name when it begins and ends its trial, and at the
#: very end.
_BEGINS, _DONE, _END = ">", "<", "."
_LOOK = 0.02
#: The seconds for which lines are read from a process that has ended.
LAST_WORDS_SECONDS = 0.3


def failures(folder: Path | None, modules: Sequence[str], patient_with: Collection[str] = ()) -> dict[str, Fault]:
    """Return the plug-in modules that failed their trial run in another process, each with the reason.

    ``folder`` has the drop-ins; the modules in ``patient_with`` get more time.
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
    """Import plug-ins in another process until one fails.

    Return how many passed, and why the next one failed (None if all passed).
    """
    process = PluginProcess("try-plug-ins", "--plugins", str(folder or "."), *modules)
    try:
        return _watch_process(process, modules, patient_with)
    finally:
        process.end()


def _watch_process(
    process: PluginProcess, modules: Sequence[str], patient_with: Collection[str]
) -> tuple[int, Fault | None]:
    done, until, fault = 0, time.monotonic() + STARTING_SECONDS, Fault.LATE
    while True:
        if fault is Fault.LATE and process.has_ended:
            # Its last lines may still be in the pipe.
            fault, until = Fault.ENDED, time.monotonic() + LAST_WORDS_SECONDS
        line = process.line(_LOOK)
        if line is None:
            if time.monotonic() > until:
                return done, fault
            continue
        if line == _END:
            return len(modules), None
        if done < len(modules) and line == _DONE + modules[done]:
            done += 1
        elif fault is Fault.LATE and done < len(modules) and line == _BEGINS + modules[done]:
            until = time.monotonic() + (PATIENT_SECONDS if modules[done] in patient_with else ANSWER_SECONDS)


def run(folder: Path, modules: Sequence[str]) -> NoReturn:
    """Try out plug-ins in this process, print a line before and after each one, and exit.

    The process also exits when its input ends.
    """
    end_with_input()
    report = own_output()
    open_drop_in_package(folder)
    for name in modules:
        report.write(f"{_BEGINS}{name}\n")
        # Errors are ignored here: the window will meet them again and report them.
        with redirect_stdout(None), redirect_stderr(None):
            _ignore_errors(lambda name=name: _begin_a_game(getattr(import_module(name), EXPORT)))  # type: ignore[misc]
        report.write(f"{_DONE}{name}\n")
    report.write(f"{_END}\n")
    # A thread of a plug-in would keep the process running.
    os._exit(0)


def _ignore_errors(attempt: Callable[[], object]) -> None:
    with suppress(BaseException):
        attempt()


def _begin_a_game(ruleset: Ruleset) -> None:
    """Test a plug-in's ruleset by calling the functions that the window calls first."""
    if flaw(ruleset) is not None:
        return
    options = complete_options(ruleset.info, {})
    state = ruleset.setup(options, 0).state
    for ask in (ruleset.outcome, ruleset.marks, lambda state: ruleset.load(ruleset.dump(state), options)):
        _ignore_errors(lambda ask=ask: ask(state))  # type: ignore[misc]
    move = next(ruleset.legal_moves(state), None)
    if move is not None and ruleset.check(state, move) is None:
        ruleset.apply(state, move)
