"""The command line that starts another process of this program, and the program's version."""

from __future__ import annotations

import contextlib
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

_DISTRIBUTION = "stone-fair"


def own_command(*words: str) -> list[str]:
    """Return the command line that starts this program with these arguments.

    It works from a checkout, for an installed package and for the frozen program.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"), *words]


def plug_in_arguments(folder: Path | None, tried: Sequence[str] | None) -> list[str]:
    """Return the command-line arguments that make a process load the drop-in plug-ins in ``folder``.

    ``tried`` are the modules of the plug-ins that passed their trial in this process: the new process loads only these
    and tries none again. None means that no plug-in was tried.
    """
    place = [] if folder is None else ["--plugins", str(folder.resolve())]
    return place if tried is None else [*place, "--tried", *tried]


@cache
def own_version() -> str:
    """Return the version of this program: from ``pyproject.toml`` in a checkout, else of the installed package.

    Return ``?`` if neither is found.
    """
    declared = Path(__file__).resolve().parents[2] / "pyproject.toml"
    with contextlib.suppress(OSError, ValueError, KeyError):
        project = tomllib.loads(declared.read_text("utf-8"))["project"]
        if project["name"] == _DISTRIBUTION:
            return str(project["version"])
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "?"
