"""The removal of kept rule sheets that were only tried in the workshop, once nothing mentions their games."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from game.plugins.sheet_files import SUFFIX
from game.sheets.sheet import DRAFT_KEY
from game.storage import folders

#: The beginning of the ids of all games that are tried.
TRIED = f"{DRAFT_KEY}_"
#: The seconds during which a tried sheet stays whatever mentions it: another window may be playing its first stones.
_YOUNG = 86_400.0
_ID = re.compile(TRIED.encode() + b"[0-9a-f]{8}")
_LONGEST_ID = len(TRIED) + 8
#: The bytes of a file that are searched at a time.
_PART = 1 << 20
#: Parts of the names of databases. To open such a file here would end the locks of this process on it.
_DATABASES = (".sqlite", ".db")


def remove_tried_sheets(recorded: Collection[str], now: float | None = None) -> None:
    """Remove the kept sheets of drafts that no save, record, study or other file of the player mentions.

    ``recorded`` are the ids of games in the database, ``now`` is the time in seconds since the epoch, by default the
    present. A file that cannot be read or removed is no error. All of the player's files are read if there is such a
    sheet, so a thread should call this.
    """
    latest = (time.time() if now is None else now) - _YOUNG
    found = {path.name.removesuffix(SUFFIX): path for path in folders.sheets_folder().glob(f"{TRIED}*{SUFFIX}")}
    old = {name: path for name, path in found.items() if name not in recorded and _is_older(path, latest)}
    if not old:
        return
    try:
        needed = {name for path in _files() for name in _mentioned(path)}
    except OSError:
        return  # the game in a file that cannot be read may need any of them
    for name, path in old.items():
        if name not in needed:
            with contextlib.suppress(OSError):
                path.unlink()


def _is_older(path: Path, latest: float) -> bool:
    try:
        return path.stat().st_mtime < latest
    except OSError:
        return False


def _files() -> Iterator[Path]:
    """Yield the player's files: saves, studies and all others but sheets, games of reports, caches and databases.

    Raises OSError for a folder that cannot be read.
    """
    passed = {folders.sheets_folder(), folders.measured_games_folder(), folders.cache_folder()}
    for root in {folders.data_folder(), folders.saves_folder()}:
        for place, inside, names in os.walk(root, onerror=_refuse):
            inside[:] = [name for name in inside if Path(place, name) not in passed]
            paths = (Path(place, name) for name in names if not any(part in name for part in _DATABASES))
            yield from (path for path in paths if path.is_file())


def _refuse(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _mentioned(path: Path) -> Iterator[str]:
    """Yield the ids of drafts in a file, read in parts. Raises OSError, but not for a file that is gone."""
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        rest = b""
        while part := file.read(_PART):
            yield from map(bytes.decode, _ID.findall(rest + part))
            rest = part[-_LONGEST_ID:]
