"""The cache of compiled code: its folder, what of it is complete, and who may fill it. No numba here."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import BinaryIO

from game.store import folders
from game.store.file_lock import alone_with

_ROOT = Path(__file__).resolve().parents[2]
_READY = "ready"
_LOCK = "lock"


def sources(root: Path = _ROOT) -> list[Path]:
    """The files that compiled code depends on: all of the kit, and every ruleset's engine (file or folder)."""
    rulesets = root / "rulesets"
    return sorted({*(root / "game" / "kit").rglob("*.py"), *rulesets.glob("*/ai.py"), *rulesets.glob("*/ai/**/*.py")})


@cache
def folder() -> Path:
    """The folder of the code compiled from these sources by this Python."""
    return folders.cache_folder() / "compiled" / fingerprint(_ROOT)


def fingerprint(root: Path) -> str:
    """A word that changes with whatever makes numba compile anew, or should.

    Numba knows its files by where their source lies and when that was written, which a reinstallation changes, too. It
    does not notice a change of a function in another file, hence the contents.
    """
    digest = hashlib.sha256(f"{sys.version} {root}".encode())
    for path in sources(root):
        digest.update(f"{path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def is_ready(module: str) -> bool:
    """Whether everything that a module needs has been compiled, so that loading it is quick."""
    return (folder() / f"{_READY}-{module}").is_file()


def mark_ready(module: str) -> None:
    """Record that everything a module needs has been compiled; without effect where the folder cannot be written."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / f"{_READY}-{module}").touch()
    except OSError:
        return


def one_at_a_time() -> AbstractContextManager[None]:
    """Wait until no other process compiles, so that nothing is compiled twice; a process that ends lets the next one.

    Without effect where the folder cannot be written.
    """
    return alone_with(folder() / _LOCK)


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
