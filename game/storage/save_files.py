"""The files of saved tournaments in one folder: their names, contents, previous versions and journals, as bytes."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.core.record import journal
from game.core.record.checked_lines import checked_line
from game.core.record.sections import LARGEST_SAVE
from game.storage import names
from game.storage.files import StoreError, cause, write_file
from game.storage.files import replace as move_file

SUFFIX = ".txt"
PREVIOUS = ".previous"
JOURNAL = ".journal"


@dataclass(frozen=True, slots=True)
class SavedBytes:
    """The contents of a saved tournament's file and of its journal, which is empty if there is none."""

    contents: bytes
    journal: bytes = b""

    def decoded(self, path: Path) -> str:
        """Return the contents as text. Raises StoreError with the line of the first byte that is not UTF-8."""
        try:
            return self.contents.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.contents[: error.start].count(b"\n") + 1
            raise StoreError(
                _("the file is not valid UTF-8 text (byte {byte:#04x})", byte=self.contents[error.start]),
                file=path.name,
                line=line,
            ) from error


class SaveFiles:
    """The files of all saved tournaments in a folder, which is created by the first write."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # Names

    def paths(self) -> list[Path]:
        """Return the tournament files with valid text as names, or none if the folder is not readable."""
        try:
            named = [path for path in self.path.iterdir() if path.suffix.lower() == SUFFIX and names.is_text(path.name)]
        except OSError:
            return []
        return [path for path in named if path.with_suffix(SUFFIX).is_file()]

    def taken(self) -> set[str]:
        """Return the names of all saved tournaments, in the form of ``names.folded``, which ignores case."""
        return {names.folded(path.stem) for path in self.paths()}

    def path_of(self, name: str) -> Path:
        """Return the path of a tournament file. Raises StoreError if the name leads out of the folder."""
        if not name or Path(name).name != name or "\\" in name:
            raise StoreError(_("{name!r} is not a valid name for a saved game.", name=name))
        return self.path / f"{name}{SUFFIX}"

    # Reading

    def read(self, path: Path, most: int = 0) -> bytes:
        """Return a file's contents. Raises StoreError if it cannot be read or is too large.

        The limit is the maximum size of a tournament file, or ``most`` if that is more.
        """
        most = max(most, LARGEST_SAVE)
        try:
            with path.open("rb") as file:
                contents = file.read(most + 1)
        except OSError as error:
            raise StoreError(_("the file could not be read: {cause}", cause=cause(error)), file=path.name) from error
        if len(contents) > most:
            millions = LARGEST_SAVE // 1_000_000
            raise StoreError(
                _("the file is larger than {most} MB, the limit for a saved game", most=millions), file=path.name
            )
        return contents

    def read_all(self, path: Path) -> SavedBytes:
        """Return the contents of a tournament file and of its journal."""
        return SavedBytes(self.read(path), self.read_journal(path))

    def read_journal(self, path: Path) -> bytes:
        """Return the journal of a tournament file; empty if there is none."""
        return self._read_sibling(path, JOURNAL)

    def _read_sibling(self, path: Path, ending: str) -> bytes:
        return self.read(beside(path, ending)) if beside(path, ending).exists() else b""

    def journal_lines(self, files: SavedBytes, path: Path) -> list[str]:
        """Return the plies in a tournament's journal, or none if the journal is older than the file.

        A journal that matches the file's game, but not its contents, belongs to a file edited by hand and is valid.
        """
        before = self._read_sibling(path, PREVIOUS)
        is_own = journal.continues(files.journal, files.contents)
        is_mended = not journal.continues(files.journal, before) and journal.fits(files.journal, files.contents)
        return journal.complete_lines(files.journal) if is_own or is_mended else []

    def has_foreign_plies(self, files: SavedBytes, path: Path) -> bool:
        """Return True if a journal's plies belong neither to the file nor to its previous version."""
        before = self._read_sibling(path, PREVIOUS)
        has_plies = b"\n" in files.journal.strip()
        is_known = any(journal.continues(files.journal, contents) for contents in (files.contents, before))
        return has_plies and not is_known and not journal.fits(files.journal, files.contents)

    # Changing

    def write_copy(self, name: str, files: SavedBytes) -> None:
        """Write a tournament file and its journal under a free name. Raises StoreError."""
        path = self.path_of(name)
        try:
            if files.journal:
                write_file(beside(path, JOURNAL), files.journal)
            write_file(path, files.contents)
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error

    def delete(self, path: Path) -> None:
        """Delete a tournament file and the files next to it."""
        path.unlink()
        for ending in (JOURNAL, PREVIOUS):
            beside(path, ending).unlink(missing_ok=True)

    def touch(self, name: str) -> None:
        """Set the modification time of a tournament file to the present, so that it counts as the newest."""
        # The time is passed explicitly: the system's clock may be coarse and equal another file's time.
        now = time.time_ns()
        with contextlib.suppress(OSError):
            os.utime(self.path_of(name), ns=(now, now))


def beside(path: Path, ending: str) -> Path:
    """Return the path of the file next to a tournament file with an ending such as ``.journal``."""
    return path.with_name(path.name + ending)


def move_files(source: Path, target: Path) -> None:
    """Rename a tournament's files. If the program is killed, they are complete under the old or the new name."""
    endings = [ending for ending in (JOURNAL, PREVIOUS) if beside(source, ending).exists()]
    if names.folded(source.name) == names.folded(target.name):
        for path, to in ((source, target), *((beside(source, each), beside(target, each)) for each in endings)):
            move_file(path, to)
        return
    for ending in endings:
        write_file(beside(target, ending), beside(source, ending).read_bytes())
    move_file(source, target)
    for ending in endings:
        beside(source, ending).unlink(missing_ok=True)


def journal_of(contents: bytes, lines: Sequence[str]) -> bytes:
    """Return a journal for a tournament file with these contents.

    ``lines`` are the plies to record, as journal lines without checksums.
    """
    return b"".join(map(checked_line, (journal.journal_start(contents).rstrip("\n"), *lines)))


def size_of(path: Path) -> int:
    """Return the size of a file in bytes, 0 if it is missing."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
