"""The cache of the engine's compiled code: its folder, its state, and the lock for writing. Does not import numba.

The packaged program ships with compiled code for common processors. Where this code runs, its folder is the cache and
is only read. Code that is missing there, such as the engine of a drop-in plug-in, goes into the user's own folder.

Every file ends in a checksum. A damaged file is never used: it is deleted and compiled again when it is needed. Damaged
shipped code is left in place and no longer used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from game.storage import folders, processor
from game.storage.file_lock import hold_lock
from game.storage.files import NotNowError, write_file

_ROOT = Path(__file__).resolve().parents[2]
_READY = "ready"
_LOCK = "lock"
#: Seconds to wait for another process that is compiling.
_LONGEST_WAIT = 600.0
#: Marker file in the user's own folder: shipped code was found damaged.
_SHIPPED_IS_DAMAGED = "shipped-is-damaged"
#: Suffixes of the files with a checksum: numba's two kinds, and our tables.
_CHECKSUM_SUFFIXES = frozenset((".nbi", ".nbc", ".npz"))
_CHECKSUM_BYTES = 16
_SHIPPED = "compiled"
#: The file next to shipped code that names its target processor.
BASELINE_FILE = "processor"
_USER = os.getuid() if sys.platform != "win32" else 0
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
#: Imports of modules next to an engine's folder.
_BESIDE = re.compile(r"^from \.\.(\w+) import", re.MULTILINE)
#: Mode of a folder that only its owner may access.
_OWNER_ONLY = 0o700
#: Compiled code that was not loaded for 30 days is deleted.
_UNUSED_SECONDS = 30 * 86_400


def sources(root: Path = _ROOT) -> list[Path]:
    """Return the source files that compiled code depends on: the search and the engine of every ruleset.

    Modules that an engine imports from its ruleset's folder are included: numba compiles their numbers into machine
    code.
    """
    rulesets = root / "rulesets"
    engines = {*rulesets.glob("*/ai.py"), *rulesets.glob("*/ai/**/*.py"), *rulesets.glob("*_ai.py")}
    compiled = [file for file in rulesets.glob("*/ai/*.py") if file.name != "__init__.py"]
    beside = {file.parents[1] / f"{name}.py" for file in compiled for name in _BESIDE.findall(file.read_text("utf-8"))}
    own = {*(root / "game" / "engine" / "search").rglob("*.py"), root / "game" / "line_engine.py"}
    return sorted(filter(Path.is_file, {*own, *engines, *beside}))


@cache
def shipped() -> Path | None:
    """Return the folder of the compiled code shipped with the program.

    Return None if there is none, if this machine cannot run it, or if it was found damaged once.
    """
    folder = _ROOT / _SHIPPED
    if not getattr(sys, "frozen", False) or not processor.runs(shipped_for(folder)):
        return None
    return None if (own_folder() / _SHIPPED_IS_DAMAGED).exists() else folder


def shipped_for(folder: Path) -> str:
    """Return the name of the processor for which the shipped code in ``folder`` was compiled, "" if it has none."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (folder / BASELINE_FILE).read_text("ascii").strip()
    return ""


def folder() -> Path:
    """Return the folder of the compiled code in use, which is the shipped folder or the user's own."""
    return shipped() or own_folder()


@cache
def own_folder() -> Path:
    """Return the folder for code that is compiled on this machine.

    If the cache folder is not writable, the folder is among the temporary files. The engines can then be used, but
    must be compiled again after the system has deleted the temporary files.
    """
    usual = folders.cache_folder() / "compiled"
    root = usual if _can_be_written(usual) else _temporary_folder() or usual
    return root / fingerprint(_ROOT)


def _can_be_written(root: Path) -> bool:
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        return False
    return True


def _temporary_folder() -> Path | None:
    """Return a temporary folder for compiled code that only this user can write to, or None."""
    try:
        root = Path(tempfile.gettempdir()) / f"stone-fair-{_USER}"
        root.mkdir(mode=_OWNER_ONLY, exist_ok=True)
        found = root.lstat()
    except OSError:
        return None
    # On Windows the folder of temporary files belongs to the user.
    is_ours = sys.platform == "win32" or (found.st_uid == _USER and stat.S_IMODE(found.st_mode) == _OWNER_ONLY)
    return root if is_ours and stat.S_ISDIR(found.st_mode) and _can_be_written(root) else None


def fingerprint(root: Path) -> str:
    """Return a hash that changes whenever numba must compile the engines again.

    Numba identifies its files by the path and modification time of their source; a reinstallation changes these, too.
    Numba does not notice a change of a function in another file, so the hash includes the contents of all files.
    """
    digest = hashlib.sha256(f"{sys.version} {_numba_version()} {root}".encode("utf-8", "surrogateescape"))
    for path in sources(root):
        digest.update(f"{path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _numba_version() -> str:
    with contextlib.suppress(metadata.PackageNotFoundError):
        return metadata.version("numba")
    return ""


def note_use() -> None:
    """Record that the folder of compiled code is in use, so that it is not deleted as unused."""
    with contextlib.suppress(OSError):
        os.utime(own_folder())


def clear_away() -> None:
    """Delete compiled code for other versions of the program or Python that was unused for 30 days."""
    oldest = time.time() - _UNUSED_SECONDS
    with contextlib.suppress(OSError):
        for other in own_folder().parent.iterdir():
            if other != own_folder() and _FINGERPRINT.fullmatch(other.name) and other.lstat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


def is_ready(module: str) -> bool:
    """Return True if all code that a module needs has been compiled and loads quickly."""
    return any((place / f"{_READY}-{module}").is_file() for place in (folder(), own_folder()))


def mark_ready(module: str) -> None:
    """Record that all code that a module needs has been compiled, if the cache folder is writable.

    The record lists all compiled files in the folder, including those of other modules.
    """
    for place in (folder(), own_folder()):
        with contextlib.suppress(OSError):
            names = "".join(f"{path.relative_to(place).as_posix()}\n" for path in _checksum_files(place))
            write_file(place / f"{_READY}-{module}", sealed(names.encode()))
            return


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold a lock during a ``with`` block, so that only one process at a time compiles code.

    If the folder is not writable, or if another process takes too long, both processes compile. The lock ends with its
    process.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(NotNowError):
            stack.enter_context(hold_lock(folder() / _LOCK, _LONGEST_WAIT))
        yield


# Files with a checksum


def sealed(contents: bytes) -> bytes:
    """Return the contents of a file of compiled code with their checksum appended."""
    return contents + _checksum(contents)


def holds(path: Path) -> bool:
    """Return True if a file belongs to the cache of compiled code."""
    return any(path.is_relative_to(place) for place in (folder(), own_folder()))


def unsealed(path: Path) -> bytes:
    """Return the contents of a file of compiled code, without the checksum at its end.

    Raises FileNotFoundError, and ValueError if the file is damaged or cannot be read. A damaged file is deleted, and no
    module counts as ready any more, so that missing code is compiled. A file that cannot be read now, for instance
    because too many files are open, does not count as damaged.
    """
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read") from error
    contents, checksum = written[:-_CHECKSUM_BYTES], written[-_CHECKSUM_BYTES:]
    if len(checksum) < _CHECKSUM_BYTES or checksum != _checksum(contents):
        _discard(path)
        raise ValueError(f"{path.name} is damaged")
    return contents


@cache
def discard_damaged() -> None:
    """Check every file of compiled code in the cache, once per process, and delete damaged files.

    A file that is missing although a record of compiled code lists it counts as damage as well.
    """
    for place in {folder(), own_folder()}:
        there = set(_checksum_files(place))
        for path in there:
            with contextlib.suppress(OSError, ValueError):
                unsealed(path)
        here = {path.relative_to(place).as_posix() for path in there}
        if any(_names_in(record) - here for record in place.glob(f"{_READY}-*")):
            _note_damage(place / _READY)


def damage_found() -> bool:
    """Return True if a damaged file of compiled code was found since the last call."""
    found = bool(_damaged)
    _damaged.clear()
    return found


def keep(name: str, write: Callable[[BinaryIO], object]) -> None:
    """Write a file of compiled code atomically, with a checksum. Has no effect if no folder is writable."""
    contents = BytesIO()
    write(contents)
    for place in (folder(), own_folder()):
        with contextlib.suppress(OSError):
            write_file(place / name, sealed(contents.getvalue()))
            return


def _checksum(contents: bytes) -> bytes:
    return hashlib.blake2b(contents, digest_size=_CHECKSUM_BYTES).digest()


def _checksum_files(place: Path) -> Iterator[Path]:
    return (path for path in place.rglob("*") if path.suffix in _CHECKSUM_SUFFIXES)


def _names_in(record: Path) -> set[str]:
    """Return the file names in a list of compiled files, or an empty set if the list is damaged."""
    with contextlib.suppress(OSError):
        written = record.read_bytes()
        contents = written[:-_CHECKSUM_BYTES]
        if written[-_CHECKSUM_BYTES:] == _checksum(contents):
            return set(contents.decode().splitlines())
    return set()


def _discard(path: Path) -> None:
    """Delete a damaged file of compiled code, so that it is compiled again. Shipped code is left in place."""
    came_along = shipped()
    if came_along is None or not path.is_relative_to(came_along):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    _note_damage(path)


def _note_damage(path: Path) -> None:
    """Mark all code as not compiled, or stop using the shipped code if the damaged file belongs to it."""
    _damaged.append(path)
    came_along = shipped()
    with contextlib.suppress(OSError):
        if came_along is not None and path.is_relative_to(came_along):
            write_file(own_folder() / _SHIPPED_IS_DAMAGED, b"")
            shipped.cache_clear()
            return
        for record in own_folder().glob(f"{_READY}-*"):
            record.unlink(missing_ok=True)


#: Damaged files since the last call of ``damage_found``.
_damaged: list[Path] = []
