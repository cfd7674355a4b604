"""The cache of compiled code: its folder, what of it is complete, and who may fill it. No numba here.

A box brings compiled code along, for the processors that nearly everybody has. Where it runs, its folder is the cache,
and is only read; what it lacks, such as the engine of a drop-in, goes into the user's own folder.

Every file ends in a checksum. A damaged one is never used: it is deleted, and made again by whoever needs it. Shipped
code that is damaged is left where it is, and not used any more.
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
from game.storage.files import NotNowError, write_whole

_ROOT = Path(__file__).resolve().parents[2]
_READY = "ready"
_LOCK = "lock"
#: Seconds that another process may compile before this one no longer waits for it.
_LONGEST_WAIT = 600.0
#: The mark in the user's own folder that shipped code was found damaged.
_SHIPPED_IS_DAMAGED = "shipped-is-damaged"
#: The ends of the names of files with a checksum: numba's two kinds, and our tables.
_SEALED = frozenset((".nbi", ".nbc", ".npz"))
_CHECKSUM_BYTES = 16
_SHIPPED = "compiled"
#: The file beside shipped code that names the processor it is for.
BASELINE_FILE = "processor"
_USER = os.getuid() if sys.platform != "win32" else 0
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
#: The imports of modules beside an engine's folder.
_BESIDE = re.compile(r"^from \.\.(\w+) import", re.MULTILINE)
#: The rights to a folder that nobody else may look into.
_OURS_ALONE = 0o700
#: Compiled code that was not loaded for so long is cleared away: 30 days.
_UNUSED_SECONDS = 30 * 86_400


def sources(root: Path = _ROOT) -> list[Path]:
    """The files that compiled code depends on: all of the search, and every ruleset's engine (file or folder).

    With an engine's folder come the modules beside it that it imports: their numbers become part of machine code.
    """
    rulesets = root / "rulesets"
    engines = {*rulesets.glob("*/ai.py"), *rulesets.glob("*/ai/**/*.py")}
    compiled = [file for file in rulesets.glob("*/ai/*.py") if file.name != "__init__.py"]
    beside = {file.parents[1] / f"{name}.py" for file in compiled for name in _BESIDE.findall(file.read_text("utf-8"))}
    return sorted({*(root / "game" / "engine" / "search").rglob("*.py"), *engines, *filter(Path.is_file, beside)})


@cache
def shipped() -> Path | None:
    """The folder of the compiled code that came with this program and runs here; None where there is none.

    Code that was found damaged once counts as none.
    """
    folder = _ROOT / _SHIPPED
    if not getattr(sys, "frozen", False) or not processor.runs(shipped_for(folder)):
        return None
    return None if (own_folder() / _SHIPPED_IS_DAMAGED).exists() else folder


def shipped_for(folder: Path) -> str:
    """The processor that shipped code was compiled for; "" where none was shipped."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (folder / BASELINE_FILE).read_text("ascii").strip()
    return ""


def folder() -> Path:
    """The folder of the code compiled from these sources by this Python: the shipped one, else the user's."""
    return shipped() or own_folder()


@cache
def own_folder() -> Path:
    """The folder of what is compiled on this machine.

    Where the folder of caches cannot be written it lies among the temporary files: the engines are compiled again when
    the system has cleared these away, but they play.
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
    """A folder that only this user can write, as code is loaded from it; None where there is none."""
    try:
        root = Path(tempfile.gettempdir()) / f"stone-fair-{_USER}"
        root.mkdir(mode=_OURS_ALONE, exist_ok=True)
        found = root.lstat()
    except OSError:
        return None
    # On Windows the folder of temporary files is the user's own.
    is_ours = sys.platform == "win32" or (found.st_uid == _USER and stat.S_IMODE(found.st_mode) == _OURS_ALONE)
    return root if is_ours and stat.S_ISDIR(found.st_mode) and _can_be_written(root) else None


def fingerprint(root: Path) -> str:
    """A word that changes with whatever makes numba compile anew, or should.

    Numba knows its files by where their source lies and when that was written, which a reinstallation changes, too. It
    does not notice a change of a function in another file, hence the contents.
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
    """Note that code of the folder is loaded, so that it is not cleared away."""
    with contextlib.suppress(OSError):
        os.utime(own_folder())


def clear_away() -> None:
    """Remove what was compiled from other sources or by another Python, and has not been used for long."""
    oldest = time.time() - _UNUSED_SECONDS
    with contextlib.suppress(OSError):
        for other in own_folder().parent.iterdir():
            if other != own_folder() and _FINGERPRINT.fullmatch(other.name) and other.lstat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


def is_ready(module: str) -> bool:
    """Whether everything that a module needs has been compiled, so that loading it is quick."""
    return any((place / f"{_READY}-{module}").is_file() for place in (folder(), own_folder()))


def mark_ready(module: str) -> None:
    """Record that everything a module needs has been compiled; without effect where the folder cannot be written.

    The record names the files that are there, of which some are the module's.
    """
    for place in (folder(), own_folder()):
        with contextlib.suppress(OSError):
            names = "".join(f"{path.relative_to(place).as_posix()}\n" for path in _sealed_files(place))
            write_whole(place / f"{_READY}-{module}", sealed(names.encode()))
            return


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other process compiles, so that nothing is compiled twice; a process that ends lets the next one.

    Without effect where the folder cannot be written, and where another process takes too long: then both compile.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(NotNowError):
            stack.enter_context(hold_lock(folder() / _LOCK, _LONGEST_WAIT))
        yield


# Files with a checksum


def sealed(contents: bytes) -> bytes:
    """The contents of a file with their checksum behind them."""
    return contents + _checksum(contents)


def holds(path: Path) -> bool:
    """Whether a file belongs to the cache."""
    return any(path.is_relative_to(place) for place in (folder(), own_folder()))


def unsealed(path: Path) -> bytes:
    """The contents of a file of the cache. Raises FileNotFoundError, and ValueError where it cannot be used.

    A damaged file is deleted, and nothing counts as ready any more: whoever is asked next compiles what is missing. One
    that cannot be read just now, such as where too many files are open, is not damaged.
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
    """Look at every file of the cache, once in the life of this process, and delete those that are damaged.

    A file that is gone, although something was ready when it was there, is damage as well.
    """
    for place in {folder(), own_folder()}:
        there = set(_sealed_files(place))
        for path in there:
            with contextlib.suppress(OSError, ValueError):
                unsealed(path)
        here = {path.relative_to(place).as_posix() for path in there}
        if any(_names_in(record) - here for record in place.glob(f"{_READY}-*")):
            _note_damage(place / _READY)


def damage_found() -> bool:
    """Whether a file was found damaged since the last call."""
    found = bool(_damaged)
    _damaged.clear()
    return found


def keep(name: str, write: Callable[[BinaryIO], object]) -> None:
    """Write a file for ``unsealed`` whole or not at all; without effect where no folder can be written."""
    contents = BytesIO()
    write(contents)
    for place in (folder(), own_folder()):
        with contextlib.suppress(OSError):
            write_whole(place / name, sealed(contents.getvalue()))
            return


def _checksum(contents: bytes) -> bytes:
    return hashlib.blake2b(contents, digest_size=_CHECKSUM_BYTES).digest()


def _sealed_files(place: Path) -> Iterator[Path]:
    return (path for path in place.rglob("*") if path.suffix in _SEALED)


def _names_in(record: Path) -> set[str]:
    """The files that were there when something was ready; a damaged record names none."""
    with contextlib.suppress(OSError):
        written = record.read_bytes()
        contents = written[:-_CHECKSUM_BYTES]
        if written[-_CHECKSUM_BYTES:] == _checksum(contents):
            return set(contents.decode().splitlines())
    return set()


def _discard(path: Path) -> None:
    """Delete a damaged file, so that the same is made once more; shipped code stays where it is."""
    came_along = shipped()
    if came_along is None or not path.is_relative_to(came_along):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    _note_damage(path)


def _note_damage(path: Path) -> None:
    """Let nothing count as ready in the folder of a file, or use shipped code no more."""
    _damaged.append(path)
    came_along = shipped()
    with contextlib.suppress(OSError):
        if came_along is not None and path.is_relative_to(came_along):
            write_whole(own_folder() / _SHIPPED_IS_DAMAGED, b"")
            shipped.cache_clear()
            return
        for record in own_folder().glob(f"{_READY}-*"):
            record.unlink(missing_ok=True)


#: The damaged files that nobody was told of.
_damaged: list[Path] = []
