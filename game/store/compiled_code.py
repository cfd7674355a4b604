"""The cache of compiled code: its folder, what of it is complete, and who may fill it. No numba here.

A box brings compiled code along, for the processors that nearly everybody has. Where it runs, its folder is the cache,
and is only read; what it lacks, such as the engine of a drop-in, goes into the user's own folder.
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
from pathlib import Path
from typing import BinaryIO

from game.store import folders, processor
from game.store.file_lock import alone_with
from game.store.files import NotNowError

_ROOT = Path(__file__).resolve().parents[2]
_READY = "ready"
_LOCK = "lock"
#: Seconds that another process may compile before this one no longer waits for it.
_LONGEST_WAIT = 600.0
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
    """The files that compiled code depends on: all of the kit, and every ruleset's engine (file or folder).

    With an engine's folder come the modules beside it that it imports: their numbers become part of machine code.
    """
    rulesets = root / "rulesets"
    engines = {*rulesets.glob("*/ai.py"), *rulesets.glob("*/ai/**/*.py")}
    compiled = [file for file in rulesets.glob("*/ai/*.py") if file.name != "__init__.py"]
    beside = {file.parents[1] / f"{name}.py" for file in compiled for name in _BESIDE.findall(file.read_text("utf-8"))}
    return sorted({*(root / "game" / "kit").rglob("*.py"), *engines, *filter(Path.is_file, beside)})


@cache
def shipped() -> Path | None:
    """The folder of the compiled code that came with this program and runs here; None where there is none."""
    folder = _ROOT / _SHIPPED
    if not getattr(sys, "frozen", False) or not processor.runs(shipped_for(folder)):
        return None
    return folder


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
    """Record that everything a module needs has been compiled; without effect where the folder cannot be written."""
    for place in (folder(), own_folder()):
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{_READY}-{module}").touch()
            return


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other process compiles, so that nothing is compiled twice; a process that ends lets the next one.

    Without effect where the folder cannot be written, and where another process takes too long: then both compile.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(NotNowError):
            stack.enter_context(alone_with(folder() / _LOCK, _LONGEST_WAIT))
        yield


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
