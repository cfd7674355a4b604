"""The text of a crash report: the place of the error in the program, and the versions of the software.

It contains no names of players and no contents of files. The message of an error is therefore left out unless it can
only refer to code, paths are shortened to the part inside the program, and the user's name and home folder are removed
everywhere.
"""

from __future__ import annotations

import contextlib
import linecache
import os
import platform
import re
import sys
import sysconfig
import traceback
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from types import TracebackType

from game.core.own_program import own_version

_ROOT = Path(__file__).resolve().parents[3]
_PACKAGES = ("pygame-ce", "pygame_gui", "numba", "numpy", "pillow", "sgfmill", "platformdirs", "psutil")
#: Errors whose messages name functions, types and variables, but no text that a user has written.
_SPEAKS_OF_CODE = (
    AttributeError, ImportError, IndexError, MemoryError, ModuleNotFoundError, NameError, RecursionError, TypeError,
    UnboundLocalError, ZeroDivisionError,
)  # fmt: skip
#: The folders of a path, from its root on. Names of folders may contain spaces.
_FOLDERS = re.compile(r"(?:[A-Za-z]:)?[\\/](?:[^\\/:*?\"'<>|()\n]*[\\/])+")
#: The minimum length of a name to remove, and names that are part of the program's paths and stay.
_SHORTEST, _PARTS = 3, frozenset(("assets", "game", "main", "python", "rulesets", "stone-fair"))
#: Maximum number of calls per error, from both ends, and of chained errors.
_MOST_CALLS, _MOST_ERRORS = 60, 8


def report_of(
    error: BaseException, trace: TracebackType | None, thread: str, scenes: Sequence[str], when: datetime
) -> str:
    """Return the crash report of an uncaught error. ``scenes`` are the names of the last screens, latest last."""
    lines = [
        "Stone Fair stopped because of an error in the program. This report stays on this machine.",
        "It holds no names of players and no contents of files.",
        "",
        f"Time: {when:%Y-%m-%d %H:%M:%S}",
        f"Version: Stone Fair {own_version()}{' (a box)' if getattr(sys, 'frozen', False) else ''}",
        f"Python: {platform.python_implementation()} {platform.python_version()}",
        f"System: {platform.system()} {platform.release()}, {platform.machine()}",
        f"Packages: {', '.join(_versions())}",
        f"Thread: {thread}",
        f"Scenes: {' > '.join(scenes) or 'none yet'}",
        "",
        *_error_lines(error, trace),
    ]
    return _without_user("\n".join(lines)) + "\n"


def _versions() -> Iterator[str]:
    for name in _PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield f"{name} {metadata.version(name)}"


def _error_lines(error: BaseException, trace: TracebackType | None) -> Iterator[str]:
    """Yield the report's lines about an exception and its causes, with call stacks, first cause first."""
    chain = list(_chain(error))
    for number, (each, leads) in enumerate(reversed(chain)):
        calls = trace if each is error else each.__traceback__
        yield from _calls(calls)
        yield _sentence(each)
        if number < len(chain) - 1:
            yield f"  which led to{leads}:"


def _chain(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Yield an exception and the exceptions that caused it, latest first.

    Each comes with a phrase that says how it led to the next one.
    """
    seen: set[int] = set()
    found: BaseException | None = error
    leads = ""
    while found is not None and id(found) not in seen and len(seen) < _MOST_ERRORS:
        seen.add(id(found))
        yield found, leads
        if found.__cause__ is not None:
            found, leads = found.__cause__, ""
        else:
            found, leads = None if found.__suppress_context__ else found.__context__, " another, while it was handled"


def _sentence(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if type(error) in _SPEAKS_OF_CODE:
        return f"{name}: {_without_folders(str(error))}"
    return f"{name} (its message is left out: it may quote a name or a file)"


def _without_folders(message: str) -> str:
    """Return an error message with each path shortened to its file name.

    The message of an ImportError, for example, contains a module's path.
    """
    return _FOLDERS.sub("…/", message)


def _without_user(text: str) -> str:
    """Return the text of a crash report without the user's home folder and name, in all spellings."""
    homes = {str(Path.home()), *(os.environ.get(name, "") for name in ("HOME", "USERPROFILE"))}
    written = {form for home in homes for form in (home, Path(home).as_posix(), repr(home)[1:-1])}
    for home in sorted(written, key=len, reverse=True):
        if len(home) >= _SHORTEST:
            text = text.replace(home, "~")
    names = {Path.home().name, *(os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME"))}
    for name in sorted(names - _PARTS, key=len, reverse=True):
        if len(name) >= _SHORTEST:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "<user>", text, flags=re.IGNORECASE)
    return text


def _calls(trace: TracebackType | None) -> Iterator[str]:
    calls = [(frame.f_code.co_filename, line or 0, frame.f_code.co_name) for frame, line in traceback.walk_tb(trace)]
    if len(calls) > _MOST_CALLS:
        half, left_out = _MOST_CALLS // 2, len(calls) - _MOST_CALLS
        yield from map(_call, calls[:half])
        yield f"  … {left_out} calls …"
        calls = calls[-half:]
    yield from map(_call, calls)


def _call(call: tuple[str, int, str]) -> str:
    filename, line, function = call
    place = _place(filename)
    source = linecache.getline(filename, line).strip() if place.startswith("stone-fair/") else ""
    return f"  {place}:{line} in {function}" + (f"\n      {source}" if source else "")


def _place(filename: str) -> str:
    """Return the path of a code file without its installation folder, which may contain a user's name."""
    path = Path(filename)
    # A virtual environment may be inside a checkout.
    if path.is_relative_to(_ROOT) and not {"site-packages", ".venv"} & set(path.relative_to(_ROOT).parts):
        return f"stone-fair/{path.relative_to(_ROOT).as_posix()}"
    for root in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), sysconfig.get_path("stdlib")):
        with contextlib.suppress(ValueError):
            return path.relative_to(root).as_posix()
    return path.name
