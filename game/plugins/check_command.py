"""``main.py check``: names every fault of a plug-in or a rule sheet, for its author.

A rule sheet is read. A plug-in is loaded in another process as the window loads it (``game.plugins.trial``), and its
data are validated (``game.plugins.plugin_validation``). Then random games are played in that process
(``game.plugins.conformance``). At the end mypy checks the types of a plug-in, if it is installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from game.core.model import ParseError
from game.core.ruleset import Level, PluginError, Ruleset
from game.plugins.conformance import find_faults
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.guard import PluginTimeouts, ask_plug_in
from game.plugins.plugin_process import PluginProcess, end_with_input, own_output
from game.plugins.plugin_validation import flaws
from game.plugins.random_game import Findings
from game.plugins.registry import SHEET_PACKAGE, Catalogue, discover, thinker_module, warming
from game.plugins.sheet_files import SUFFIX, SheetFolders
from game.plugins.trial import ANSWER_SECONDS, EXPORT, LAST_WORDS_SECONDS, failures
from game.plugins.verdicts import Fault
from game.sheets.winnable import why_never_won

#: The most seconds between two reports of the process that checks a plug-in. A call of the plug-in ends far earlier;
#: only the compilation of an engine may take so long.
_SILENCE_SECONDS = 300.0
_LOOK = 0.1
_PYTHON = ".py"
#: The keys of a line that the process writes, a JSON object.
_BEGINS, _FAULT, _SUMMARY = "begins", "fault", "summary"


def run(arguments: Namespace) -> int:
    """Check the plug-in that the arguments name, and print its faults.

    Return 0 if there are none, 1 if there are, and 2 if there is no plug-in to check.
    """
    path: Path = arguments.file.resolve()
    if arguments.reports:
        _report(path)
    problem = _why_no_plug_in(path)
    if problem:
        sys.stderr.write(f"{problem}.\n")
        return 2
    number, check = 0, _CHECKS[_PYTHON if path.is_dir() else path.suffix]
    for number, fault in enumerate(check(path), 1):
        _say(f"{number}. {fault}.")
    _say(f"{path.name}: {number} {'fault' if number == 1 else 'faults'}." if number else f"{path.name}: no faults.")
    return 1 if number else 0


def _why_no_plug_in(path: Path) -> str:
    """Return why a file or folder cannot be a plug-in, without a full stop, or "" if it can."""
    if not path.exists():
        return f"{path} does not exist"
    if path.is_dir():
        return "" if (path / "__init__.py").is_file() else f"{path} has no __init__.py, so it is not a plug-in"
    return "" if path.suffix in _CHECKS else f"{path.name} is not a plug-in: a file ends with {' or '.join(_CHECKS)}"


def _plug_in_faults(path: Path) -> Iterator[str]:
    """Yield the faults of a plug-in in Python as they are found."""
    if path.name.startswith((".", "_")):
        yield f"the plug-in folder ignores {path.name}, because its name begins with {path.name[0]!r}"
    fault = failures(path.parent, [_module_of(path)]).get(_module_of(path))
    if fault is Fault.LATE:
        yield f"it does not load and begin a game within {ANSWER_SECONDS:g} seconds, so Stone Fair switches it off"
    elif fault is Fault.ENDED:
        yield "it ends the process that loads it, so Stone Fair switches it off"
    else:
        yield from _reported_faults(path)
    yield from _type_faults(path)


def _sheet_faults(path: Path) -> Iterator[str]:
    """Yield the faults of a rule sheet, and print a remark if its game cannot be won, which is no fault."""
    try:
        sheet = SheetFolders(path.parent).read(path).sheet
    except ParseError as error:
        yield str(error)
        return
    remark = why_never_won(sheet.rules)
    if remark:
        _say(remark)
    yield from _reported_faults(path)


#: The check for each kind of file, by its suffix.
_CHECKS: dict[str, Callable[[Path], Iterator[str]]] = {_PYTHON: _plug_in_faults, SUFFIX: _sheet_faults}


def _module_of(path: Path) -> str:
    return f"{DROP_IN_PACKAGE}.{path.name if path.is_dir() else path.stem}"


# The process that watches


def _reported_faults(path: Path) -> Iterator[str]:
    """Yield the faults that the other process reports, and print its summary."""
    process = PluginProcess("check", "--reports", str(path))
    try:
        begun = "starting"
        while (line := _next_line(process)) is not None:
            report: dict[str, str] = json.loads(line)
            begun = report.get(_BEGINS, begun)
            if _FAULT in report:
                yield report[_FAULT]
            if _SUMMARY in report:
                _say(report[_SUMMARY])
                return
        if process.has_ended:
            yield f"it ended its process during {begun}"
        else:
            yield f"there was no answer within {_SILENCE_SECONDS:g} seconds during {begun}"
    finally:
        process.end()


def _next_line(process: PluginProcess) -> str | None:
    """Return the next line of a process, or None if it has ended or is silent for too long."""
    until = time.monotonic() + _SILENCE_SECONDS
    while time.monotonic() < until:
        if process.has_ended:
            return process.line(LAST_WORDS_SECONDS)
        line = process.line(_LOOK)
        if line is not None:
            return line
    return None


def _type_faults(path: Path) -> Iterator[str]:
    """Yield the faults that mypy finds, or print that it is not installed."""
    if getattr(sys, "frozen", False) or find_spec("mypy") is None:
        _say("mypy is not installed, so types were not checked.")
        return
    ours = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as work:
        # A copy, because mypy refuses a path within the installed packages.
        for package in ("game", "rulesets"):
            shutil.copytree(ours / package, Path(work) / package, ignore=shutil.ignore_patterns("__pycache__"))
        environment = os.environ | {"MYPYPATH": os.pathsep.join(filter(None, (work, os.environ.get("MYPYPATH"))))}
        command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context"]
        command += ["--follow-imports=silent", f"--cache-dir={work}/cache", path.name]
        found = subprocess.run(
            command, cwd=path.parent, env=environment, capture_output=True, text=True, check=False
        )  # fmt: skip
    lines = [line for line in found.stdout.splitlines() if ": note: " not in line]
    yield from (f"mypy: {line}" for line in lines)
    if found.returncode and not lines:
        yield f"mypy: {' '.join(found.stderr.split())}"


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


# The process that runs the plug-in


def _report(path: Path) -> NoReturn:
    """Check a plug-in in this process, write a line for each fault, and exit."""
    end_with_input()
    output = own_output()

    def tell(key: str, sentence: str) -> None:
        output.write(f"{json.dumps({key: sentence})}\n")

    with redirect_stdout(None), redirect_stderr(None):
        _check(path, tell)
    # A thread of a plug-in would keep the process running.
    os._exit(0)


def _check(path: Path, tell: Callable[[str, str], None]) -> None:
    tell(_BEGINS, "loading")
    if path.suffix == SUFFIX:
        game = Catalogue().add_sheet(SheetFolders(path.parent).read(path).sheet, is_listed=False)
        _play_games(game, SHEET_PACKAGE, tell)
        return
    module = _module_of(path)
    catalogue = discover(path.parent, [module])
    ruleset = next((ruleset for key, ruleset in catalogue.rulesets.items() if catalogue.package(key) == module), None)
    if ruleset is None:
        told = [problem.sentence.rstrip(".") for problem in catalogue.problems if problem.name == path.name]
        for sentence in dict.fromkeys((*told, *_flaws_of(path))):
            tell(_FAULT, sentence)
        tell(_SUMMARY, "No games were played, because it cannot be loaded.")
        return
    _play_games(ruleset, module, tell)


def _play_games(ruleset: Ruleset, module: str, tell: Callable[[str, str], None]) -> None:
    """Play random games with a ruleset, whose thinkers are named relative to ``module``, and tell what is found."""
    _prepare(ruleset, module, tell)
    findings = find_faults(
        ruleset, module, lambda sentence: tell(_FAULT, sentence), begins=lambda what: tell(_BEGINS, what)
    )  # fmt: skip
    tell(_SUMMARY, _summary(findings, ruleset))


def _flaws_of(path: Path) -> Iterator[str]:
    """Yield all flaws in the data of a plug-in that the registry has refused for the first of them."""
    ruleset: Ruleset | None = getattr(sys.modules.get(_module_of(path)), EXPORT, None)
    if ruleset is not None:
        yield from (f"{path.name}: {flaw}" for flaw in flaws(ruleset))


def _prepare(ruleset: Ruleset, module: str, tell: Callable[[str, str], None]) -> None:
    """Prepare the engines of all levels, as the window does before a game."""
    for level in {thinker_module(module, level): level for level in ruleset.info.levels}.values():
        what = f"the preparation of level {level.id!r}"
        tell(_BEGINS, what)

        def warm(level: Level = level, what: str = what) -> None:
            for done, steps in warming(module, level):
                tell(_BEGINS, f"{what}, step {done} of {steps}")

        try:
            ask_plug_in(f"{ruleset.info.title}: {what} failed", object, warm, PluginTimeouts(), _SILENCE_SECONDS)
        except PluginError as error:
            # A thinker that is missing is found again when its level is asked for moves.
            if not isinstance(error.__cause__, ImportError):
                tell(_FAULT, str(error).rstrip("."))


def _summary(findings: Findings, ruleset: Ruleset) -> str:
    """Return a sentence about the random games that came to their end."""
    if not findings.games:
        return "No random game came to its end."
    first, second, drawn = (findings.endings[ending] for ending in ("0", "1", "draw"))
    average = findings.moves / findings.games
    return (
        f"{ruleset.info.title}: {findings.games} random games of {average:.0f} moves on average; "
        f"the first player won {first}, the second {second}, and {drawn} were drawn."
    )
