"""The cache of compiled code: its folder, whether it is complete, and a process that fills it. No numba here."""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import BinaryIO

from game.store import folders

_ROOT = Path(__file__).resolve().parents[3]
_READY = "ready"
#: The note of whoever compiles just now.
BEGUN = "begun"
#: Seconds after which a compilation that has not finished counts as dead.
_PATIENCE = 180.0
#: The niceness of the compiling process, where the system has that.
_NICENESS = 10

_running: dict[str, subprocess.Popen[bytes]] = {}


def sources(root: Path = _ROOT) -> list[Path]:
    """The files that compiled code depends on: all of the kit, and every ruleset's engine (file or folder)."""
    rulesets = root / "rulesets"
    return sorted({*(root / "game" / "kit").rglob("*.py"), *rulesets.glob("*/ai.py"), *rulesets.glob("*/ai/**/*.py")})


@cache
def folder() -> Path:
    """The folder of the code compiled from these sources by this Python.

    Numba does not notice a change of a function in another file, so the sources' hash is part of the folder's name.
    """
    digest = hashlib.sha256(sys.version.encode())
    for path in sources():
        digest.update(path.read_bytes())
    return folders.cache_folder() / "compiled" / digest.hexdigest()[:16]


def is_ready(module: str) -> bool:
    """Whether everything that a module needs has been compiled, so that loading it is quick."""
    return (folder() / f"{_READY}-{module}").is_file()


def mark_ready(module: str) -> None:
    """Record that everything a module needs has been compiled; without effect where the folder cannot be written."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / f"{_READY}-{module}").touch()
        (folder() / BEGUN).unlink(missing_ok=True)
    except OSError:
        return


def _begin() -> bool:
    """Claim the right to compile; False while another process compiles, for whichever module."""
    note = folder() / BEGUN
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        if note.is_file() and time.time() - note.stat().st_mtime < _PATIENCE:
            return False
        note.touch()
    except OSError:
        return True
    return True


def prepare(module: str) -> None:
    """Start a process of low priority that compiles what a module needs, once; returns at once.

    That process ends with this one; what it has compiled until then is kept.
    """
    if module in _running or not _begin():
        return
    flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    program = f"import {module}; {module}.warm()"
    if hasattr(os, "nice"):
        program = f"import os; os.nice({_NICENESS}); {program}"
    _running[module] = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=flags,
    )
    atexit.register(_give_up, _running[module])


def _give_up(process: subprocess.Popen[bytes]) -> None:
    """End a compilation that is no longer needed, and release the claim."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        (folder() / BEGUN).unlink(missing_ok=True)
    except OSError:
        return


def keep(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file of the cache whole or not at all; without effect where the folder cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        with unfinished.open("wb") as file:
            write(file)
        unfinished.replace(path)
    except OSError:
        return
