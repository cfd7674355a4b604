"""What this program is: how it is started once more, as another process, and its version."""

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
    """The command line that starts Stone Fair with these words: from a checkout, installed, or frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"), *words]


def plug_in_words(folder: Path | None, tried: Sequence[str] | None) -> list[str]:
    """The last words of a command that looks for drop-ins in ``folder``.

    ``tried`` are the modules of plug-ins that came through their trial here, so that the process loads these, no
    others, and tries none again; None where nothing was tried.
    """
    place = [] if folder is None else ["--plugins", str(folder.resolve())]
    return place if tried is None else [*place, "--tried", *tried]


@cache
def own_version() -> str:
    """The version of this program: that of its package, which in a checkout is the file that the package is made by."""
    declared = Path(__file__).resolve().parents[2] / "pyproject.toml"
    with contextlib.suppress(OSError, ValueError, KeyError):
        project = tomllib.loads(declared.read_text("utf-8"))["project"]
        if project["name"] == _DISTRIBUTION:
            return str(project["version"])
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "?"
