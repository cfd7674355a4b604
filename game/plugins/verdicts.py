"""The stored list of plug-ins that hung or crashed in their trial run and must not be loaded again.

A verdict applies to a file or folder with its present contents. The plug-in is tried again if the contents change or
the player asks for it.
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
from game.storage.files import write_file

_FILE = "plug-ins.json"
#: The most verdicts that are stored, and the most bytes that are read from their file.
_MOST = 200
_LARGEST = 1 << 20
#: The folder of byte code in a plug-in's folder, which Python changes itself.
_BYTE_CODE = "__pycache__"


class Fault(Enum):
    """The reason why a plug-in is switched off."""

    LATE = "late"
    """The plug-in did not answer in time."""
    ENDED = "ended"
    """The plug-in ended the program that loaded it."""


@dataclass(frozen=True, slots=True)
class TrialVerdict:
    """The stored verdict about a plug-in that failed its trial run and is switched off."""

    fault: Fault
    is_pardoned: bool = False
    """True if the player asked to try the plug-in again at the next start."""


class Verdicts:
    """The stored verdicts about plug-ins that failed their trial run, by plug-in identifier.

    ``mark_of`` returns the identifier. The verdicts are read once and written after every change.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the stored verdicts about plug-ins from ``path``; None means the default file."""
        self._path = folders.cache_folder() / _FILE if path is None else path
        self._stored = dict(_read(self._path))

    def of(self, mark: str) -> TrialVerdict | None:
        """Return the verdict about the plug-in with this identifier; None if there is none."""
        return self._stored.get(mark)

    def keep(self, mark: str, verdict: TrialVerdict) -> None:
        """Store the verdict about a plug-in that failed its trial run.

        If the file cannot be written, the next start tries the plug-in again.
        """
        self._stored.pop(mark, None)
        self._stored[mark] = verdict
        self._write()

    def drop(self, mark: str) -> None:
        """Delete the stored verdict about a plug-in that failed its trial run, if there is one."""
        if self._stored.pop(mark, None) is not None:
            self._write()

    def pardon(self, mark: str, *, is_pardoned: bool) -> None:
        """Set whether a switched-off plug-in is tried again at the next start."""
        verdict = self._stored.get(mark)
        if verdict is not None:
            self.keep(mark, TrialVerdict(verdict.fault, is_pardoned))

    @property
    def are_none(self) -> bool:
        """True if no plug-in is switched off."""
        return not self._stored

    def _write(self) -> None:
        latest = list(self._stored.items())[-_MOST:]
        data = {mark: [verdict.fault.value, verdict.is_pardoned] for mark, verdict in latest}
        with contextlib.suppress(OSError):
            write_file(self._path, json.dumps(data, indent=1).encode())


def _read(path: Path) -> Iterator[tuple[str, TrialVerdict]]:
    """Yield the plug-in verdicts stored in a file, or nothing if the file is missing or damaged."""
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, RecursionError):
        with path.open("rb") as file:
            data = json.loads(file.read(_LARGEST))
        for mark, (fault, is_pardoned) in data.items():
            yield str(mark), TrialVerdict(Fault(fault), is_pardoned is True)


def mark_of(module: str, path: Path | None) -> str:
    """Return an identifier of a plug-in that changes with its location and contents.

    It also changes with the version of this program and of Python.

    ``path`` is its file or folder; None for an installed plug-in, whose location is found without importing it.
    """
    place = _installed(module) if path is None else path
    digest = hashlib.sha256(f"{module} {place} {own_version()} {sys.version}".encode("utf-8", "surrogateescape"))
    for file in _files(place):
        digest.update(str(file).encode("utf-8", "surrogateescape"))
        with contextlib.suppress(OSError):
            found = file.stat()
            # A large file holds data; its size and time stamp are enough to notice a change.
            is_large = found.st_size > _LARGEST
            digest.update(f"{found.st_size} {found.st_mtime_ns}".encode() if is_large else file.read_bytes())
    return digest.hexdigest()


def _files(place: Path | None) -> list[Path]:
    if place is None or place.is_file():
        return [] if place is None else [place]
    return sorted(file for file in place.rglob("*") if file.is_file() and _BYTE_CODE not in file.parts)


def _installed(module: str) -> Path | None:
    """Return the file of an installed plug-in, or the folder of its package; None if it is not found."""
    with contextlib.suppress(ImportError, ValueError):
        spec = find_spec(module.partition(".")[0])
        if spec is not None and spec.origin is not None:
            origin = Path(spec.origin)
            return origin.parent if origin.name == "__init__.py" else origin
    return None
