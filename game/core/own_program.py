"""The command line that starts another process of this program, and the program's version and commit."""

from __future__ import annotations

import contextlib
import re
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

_DISTRIBUTION = "stone-fair"
#: The file beside ``main.py`` in which a packaged program keeps the commit that it was made of.
COMMIT_FILE = "commit.txt"
_COMMIT = re.compile(r"[0-9a-f]{40}")


def own_command(*words: str) -> list[str]:
    """Return the command line that starts this program with these arguments.

    It works in a checkout of the source, for an installed package and for the packaged program.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"), *words]


def plug_in_arguments(folder: Path | None, tried: Sequence[str] | None) -> list[str]:
    """Return the command-line arguments that make a process load the drop-in plug-ins in ``folder``.

    ``tried`` are the modules of the third-party plug-ins that this process has tested: the new process loads only
    these, without another test. None makes the new process test all of them itself.
    """
    place = [] if folder is None else ["--plugins", str(folder.resolve())]
    return place if tried is None else [*place, "--tried", *tried]


@cache
def own_commit() -> str:
    """Return the commit of this program, as 40 hexadecimal digits; "" if it is not known.

    It is that of the checkout, or the one of which the packaged program was made. It is read from git's files, because
    starting git takes longer than an engine may need to answer.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "main.py").is_file():
        return ""
    try:
        recorded = root / COMMIT_FILE
        if recorded.is_file():
            return "".join(_COMMIT.findall(recorded.read_text("utf-8"))[:1])
        return _commit_of(root / ".git")
    except (OSError, ValueError):
        return ""


def _commit_of(folder: Path) -> str:
    """Return the commit that is checked out, from the git folder ``folder``, or from a file that names this folder.

    Return "" if it is not found. The file is that of a linked work tree.
    """
    if folder.is_file():
        folder = folder.parent / folder.read_text("utf-8").removeprefix("gitdir:").strip()
    head = (folder / "HEAD").read_text("utf-8").strip()
    if not head.startswith("ref:"):
        return head if _COMMIT.fullmatch(head) else ""
    name = head.removeprefix("ref:").strip()
    shared = folder / "commondir"
    places = [folder, folder / shared.read_text("utf-8").strip()] if shared.is_file() else [folder]
    for place in places:
        with contextlib.suppress(OSError):
            commit = (place / name).read_text("utf-8").strip()
            return commit if _COMMIT.fullmatch(commit) else ""
    packed = (line.split() for line in (places[-1] / "packed-refs").read_text("utf-8").splitlines())
    return next((words[0] for words in packed if words[1:] == [name] and _COMMIT.fullmatch(words[0])), "")


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
