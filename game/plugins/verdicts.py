"""The verdicts about plug-ins that hung or ended their trial, so that no later start waits for them again.

A verdict holds for a file or folder as it is: it is tried again when its contents change, or when somebody asks for
it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path

from game.core.own_program import own_version
from game.storage import folders
from game.storage.files import write_whole

_FILE = "plug-ins.json"
#: The most verdicts that are kept, and the most bytes of a file that is read for them.
_MOST = 200
_LARGEST = 1 << 20
#: Files below a plug-in's folder that change by themselves.
_BYTE_CODE = "__pycache__"


class Fault(Enum):
    """The reason for a verdict."""

    LATE = "late"
    """It did not answer in time."""
    ENDED = "ended"
    """It ended the program that loaded it."""


@dataclass(frozen=True, slots=True)
class TrialVerdict:
    """A plug-in that is switched off."""

    fault: Fault
    is_pardoned: bool = False
    """Whether somebody asked that it be tried again at the next start."""


class Verdicts:
    """All verdicts, by what ``mark_of`` says of a plug-in; read once, written with every change."""

    def __init__(self, path: Path | None = None) -> None:
        """``path`` is the file, None for the usual one."""
        self._path = folders.cache_folder() / _FILE if path is None else path
        self._kept = dict(_read(self._path))

    def of(self, mark: str) -> TrialVerdict | None:
        """The verdict about a plug-in, None where there is none."""
        return self._kept.get(mark)

    def keep(self, mark: str, verdict: TrialVerdict) -> None:
        """Keep a verdict; without effect where the file cannot be written, and at the next start it is tried again."""
        self._kept.pop(mark, None)
        self._kept[mark] = verdict
        self._write()

    def drop(self, mark: str) -> None:
        """Forget a verdict, if there is one."""
        if self._kept.pop(mark, None) is not None:
            self._write()

    def pardon(self, mark: str, *, is_pardoned: bool) -> None:
        """Let a plug-in be tried again at the next start, or not."""
        verdict = self._kept.get(mark)
        if verdict is not None:
            self.keep(mark, TrialVerdict(verdict.fault, is_pardoned))

    @property
    def are_none(self) -> bool:
        """Whether nothing is switched off."""
        return not self._kept

    def _write(self) -> None:
        latest = list(self._kept.items())[-_MOST:]
        data = {mark: [verdict.fault.value, verdict.is_pardoned] for mark, verdict in latest}
        with contextlib.suppress(OSError):
            write_whole(self._path, json.dumps(data, indent=1).encode())


def _read(path: Path) -> Iterator[tuple[str, TrialVerdict]]:
    """The verdicts of a file; a missing or damaged one holds none."""
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, RecursionError):
        with path.open("rb") as file:
            data = json.loads(file.read(_LARGEST))
        for mark, (fault, is_pardoned) in data.items():
            yield str(mark), TrialVerdict(Fault(fault), is_pardoned is True)


def mark_of(module: str, path: Path | None) -> str:
    """A word that changes with a plug-in's place and contents, with this program and with Python.

    ``path`` is its file or folder; None for an installed one, whose place is looked up without importing it.
    """
    place = _installed(module) if path is None else path
    digest = hashlib.sha256(f"{module} {place} {own_version()} {sys.version}".encode("utf-8", "surrogateescape"))
    for file in _files(place):
        digest.update(str(file).encode("utf-8", "surrogateescape"))
        with contextlib.suppress(OSError):
            found = file.stat()
            # A large file holds data, whose size and time tell enough.
            is_large = found.st_size > _LARGEST
            digest.update(f"{found.st_size} {found.st_mtime_ns}".encode() if is_large else file.read_bytes())
    return digest.hexdigest()


def _files(place: Path | None) -> list[Path]:
    if place is None or place.is_file():
        return [] if place is None else [place]
    return sorted(file for file in place.rglob("*") if file.is_file() and _BYTE_CODE not in file.parts)


def _installed(module: str) -> Path | None:
    """The file of an installed plug-in, or the folder of its package."""
    with contextlib.suppress(ImportError, ValueError):
        spec = find_spec(module.partition(".")[0])
        if spec is not None and spec.origin is not None:
            origin = Path(spec.origin)
            return origin.parent if origin.name == "__init__.py" else origin
    return None
