"""The restoring of the files of a portable copy. No file that is there is ever changed.

Each file is written under its own name, or under the next free one if another file has that: ``Friday 2``. A file that
is there already under one of these names is passed over, so that restoring can be repeated: if it was interrupted, the
next time adds the rest.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from zipfile import ZipInfo

from game.core.language import _
from game.storage import names
from game.storage.background import OnStep
from game.storage.files import StoreError, cause, write_file
from game.storage.portable.parts import LARGEST, PlayerPart
from game.storage.portable.portable_copy import ArchivedGroup, PortableCopy
from game.storage.save_files import JOURNAL, beside

#: The part of a long name that is kept where a number is added.
_KEPT = 72
_SUFFIX = re.compile(r"\.[A-Za-z0-9_-]{1,16}")


@dataclass(slots=True)
class PlacedFiles:
    """The result of restoring the files of a portable copy."""

    added: int = 0
    same: int = 0
    """The number of files that were here already."""
    renamed: list[str] = field(default_factory=list)
    """The new names of added files whose name another file has."""


def place_files(copy: PortableCopy, step: OnStep = lambda _done, _of: None) -> PlacedFiles:
    """Add the files of a portable copy to the player's. Raises StoreError; what was added until then stays.

    Call it on the thread that writes files.
    """
    placed, there = PlacedFiles(), dict[PlayerPart, dict[str, Path]]()
    for done, (group, contents) in enumerate(copy.contents()):
        step(done, len(copy.groups))
        part = group.part
        try:
            if part not in there:
                part.folder.mkdir(parents=True, exist_ok=True)
                there[part] = {names.folded(path.name): path for path in part.folder.iterdir()}
            _place(group, contents, there[part], placed)
        except OSError as error:
            text = _("{file} could not be restored: {cause}.", file=group.name, cause=cause(error))
            raise StoreError(text) from error
    return placed


def _place(group: ArchivedGroup, contents: Mapping[str, bytes], there: dict[str, Path], placed: PlacedFiles) -> None:
    """Write a file under the first free name, unless it is there. ``there`` has the folder's files by folded name."""
    stem, suffix = _valid_name(group.name)
    for number in count(1):
        name = f"{stem}{suffix}" if number == 1 else f"{stem[:_KEPT].rstrip()}{group.part.joint}{number}{suffix}"
        taken = [ending for ending in contents if names.folded(name + ending) in there]
        if "" in taken:
            if _has(there[names.folded(name)], group.part, contents):
                placed.same += 1
                return
        # What an interrupted restoring left lies next to no main file yet.
        elif all(_content(there[names.folded(name + ending)]) == contents[ending] for ending in taken):
            break
    path = group.part.folder / name
    # The main file comes last, because the others mean nothing without it.
    for ending in sorted(contents, key=lambda ending: ending == ""):
        write_file(beside(path, ending), contents[ending])
        _set_time(beside(path, ending), group.entries[ending])
    there[names.folded(name)] = path
    placed.added += 1
    if name != group.name:
        placed.renamed.append(name)


def _valid_name(name: str) -> tuple[str, str]:
    """Return a file's name, made valid on all systems, without its suffix, and the suffix."""
    suffix = Path(name).suffix
    suffix = suffix if _SUFFIX.fullmatch(suffix) else ""
    stem = name.removesuffix(suffix)
    try:
        names.check_name(stem)
    except StoreError:
        stem = names.free_name(stem, ())
    return stem, suffix


def _has(path: Path, part: PlayerPart, contents: Mapping[str, bytes]) -> bool:
    """Return True if a file has this content; for a saved tournament, the journal next to it, too. Raises OSError.

    The version before does not matter.
    """
    compared = ("", JOURNAL) if part.is_saves else ("",)
    return all(_content(beside(path, ending)) == contents.get(ending, b"") for ending in compared)


def _content(path: Path) -> bytes:
    """Return a file's content; empty if there is no file, and cut off beyond the largest of a copy."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        return b""


def _set_time(path: Path, entry: ZipInfo) -> None:
    """Give a file the time of its last change in the copy, so that *Continue* leads to the latest game."""
    with contextlib.suppress(OSError, OverflowError, ValueError):
        seconds = time.mktime((*entry.date_time, 0, 0, -1))
        os.utime(path, (seconds, seconds))
