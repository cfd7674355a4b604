"""The folder of saved tournaments: lists, loads, writes, renames and deletes their files.

A save ``Friday`` is the file ``Friday.txt``, written by this program or put there by the player. Next to it may be the
previous version (``Friday.txt.previous``) and the journal of the plies since the file was written
(``Friday.txt.journal``). Every error is a ParseError whose text is a sentence for the player; StoreError is one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from game.core.language import _, join_sentences
from game.core.model import ParseError
from game.core.record import journal
from game.core.record.checked_lines import checked_line
from game.core.record.header import Header, read_header
from game.core.record.reader import OnGame, read_latest_game, read_tournament, salvage
from game.core.record.sections import LARGEST_SAVE
from game.core.record.writer import save_text
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.storage import names
from game.storage.files import ForeignFileError, StoreError, cause, modified, recency, stamp, write_file
from game.storage.files import replace as move_file
from game.storage.records.record_file import RecordFile, save_copy

_SUFFIX = ".txt"
_PREVIOUS = ".previous"
_JOURNAL = ".journal"
#: Maximum bytes of one game, plus plies of the previous game that are not written yet.
_ROOM_OF_A_GAME = 50_000

#: The stamps of a save's file, its journal and its previous version.
_Stamps = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """An entry in the list of saved tournaments: the header of the file, or the reason why it cannot be read."""

    name: str
    path: Path
    header: Header | None
    problem: str
    """The reason why the save cannot be continued, ``needs …`` if its plug-in is missing; else ""."""
    modified: float
    """The time of the last write, in seconds since the epoch."""

    @property
    def can_resume(self) -> bool:
        """True if the saved series of games can be continued."""
        return self.header is not None and not self.problem and not self.header.is_over


@dataclass(frozen=True, slots=True)
class _Files:
    """The contents of a saved tournament's file and of its journal, which is empty if there is none."""

    contents: bytes
    journal: bytes = b""


class SaveFolder:
    """All saved tournaments in one folder, which is created by the first write.

    Other windows and programs may write there too, and their changes are never overwritten.
    """

    def __init__(self, path: Path, rulesets: Mapping[str, Ruleset]) -> None:
        self.path = path
        self._rulesets = rulesets
        self._known: dict[str, _Files] = {}
        """By folded name: the contents last loaded or written here. A file with other contents is not overwritten."""
        self._notes: dict[str, str] = {}
        """By folded name: messages about problems found when loading, not shown yet."""
        self._listed: dict[Path, tuple[_Stamps, SaveEntry]] = {}
        """The entries last read for a list, with the stamps of their files."""

    # Reading

    def entries(self) -> list[SaveEntry]:
        """Return the entries of all saved tournaments, newest first; those dated in the future come last."""
        return sorted((self._entry(path) for path in self._files()), key=lambda entry: -recency(entry.modified))

    def latest(self, most: int) -> list[SaveEntry]:
        """Return the entries of the newest saved tournaments, at most ``most``; other files are not read."""
        by_age = sorted(self._files(), key=lambda path: recency(modified(path)), reverse=True)
        return [self._entry(path) for path in by_age[:most]]

    def peek(self, name: str, on_game: OnGame = lambda _done, _of: None, *, only_latest: bool = False) -> Tournament:
        """Return a saved tournament in its latest state, journal included, and change no file. Raises ParseError.

        ``on_game`` is called before each game; an exception that it raises ends the reading. ``only_latest`` reads only
        the latest game of a file of ours. The save may not be overwritten afterwards.
        """
        path = self._path(name)
        return self._latest_state(self._files_of(path), path, on_game, only_latest=only_latest)

    def load(self, name: str, on_game: OnGame = lambda _done, _of: None) -> Tournament:
        """Return a saved tournament in its latest state, as ``peek`` does, and allow writing to its file."""
        path, key = self._path(name), names.folded(name)
        known = self._known.get(key)
        files = self._files_of(path)
        tournament = self._latest_state(files, path, on_game)
        files = self._set_aside(files, path) if self._has_foreign_plies(files, path) else self._appendable(files, path)
        # The autosave's thread may have written the save in the meantime; then its state is newer.
        if self._known.get(key) is known:
            self._known[key] = files
        return tournament

    def _latest_state(self, files: _Files, path: Path, on_game: OnGame, *, only_latest: bool = False) -> Tournament:
        read = read_latest_game if only_latest else partial(read_tournament, on_game=on_game)
        tournament = read(_decoded(files.contents, path), self._rulesets, path.name)
        journal.replay(self._journal_lines(files, path), tournament, path.name + _JOURNAL)
        if tournament.is_over and tournament.current is None:
            raise StoreError(_("the match is over, but none of its games is in the file"), file=path.name)
        tournament.title = tournament.title or path.stem
        return tournament

    def look_at(self, name: str) -> None:
        """Note a saved file's present contents, so that it may be overwritten. Raises ParseError if it is damaged."""
        path = self._path(name)
        self._header(path)
        self._known[names.folded(name)] = self._files_of(path)

    def salvage(self, name: str) -> tuple[Tournament, str] | None:
        """Repair a damaged tournament file or use its previous version; return it and the data lost, or None.

        The damaged file stays as it is: the repaired tournament must be written under another name.
        """
        path = self._path(name)
        found = [each for each in (self._salvaged(path), self._salvaged(_beside(path, _PREVIOUS))) if each is not None]
        return max(found, key=lambda each: sum(len(game.match.plies) for game in each[0].games), default=None)

    def _salvaged(self, path: Path) -> tuple[Tournament, str] | None:
        if not path.is_file():
            return None
        files = self._files_of(path)
        found = salvage(files.contents.decode("utf-8", "replace"), self._rulesets, path.name)
        if found is None:
            return None
        tournament, lost = found
        if self._has_foreign_plies(files, path):
            lost = join_sentences((lost, _foreign_journal_message(path)))
        try:
            journal.replay(self._journal_lines(files, path), tournament, path.name + _JOURNAL)
        except ParseError as error:
            kept = _("Only the beginning of the journal could be kept: {problem}.", problem=error)
            lost = join_sentences((lost, kept))
        return tournament, lost

    def _journal_lines(self, files: _Files, path: Path) -> list[str]:
        """Return the plies in a tournament's journal; none if the journal is older than the tournament file.

        A journal that matches the file's game, but not its contents, belongs to a file edited by hand and is valid.
        """
        before = self._read_sibling(path, _PREVIOUS)
        is_own = journal.continues(files.journal, files.contents)
        is_mended = not journal.continues(files.journal, before) and journal.fits(files.journal, files.contents)
        return journal.complete_lines(files.journal) if is_own or is_mended else []

    def _has_foreign_plies(self, files: _Files, path: Path) -> bool:
        """Return True if the journal has plies of neither the tournament file's game nor its previous version's."""
        before = self._read_sibling(path, _PREVIOUS)
        has_plies = b"\n" in files.journal.strip()
        is_known = any(journal.continues(files.journal, contents) for contents in (files.contents, before))
        return has_plies and not is_known and not journal.fits(files.journal, files.contents)

    def _set_aside(self, files: _Files, path: Path) -> _Files:
        """Rename a journal that belongs to another game, to preserve it; return the files afterwards."""
        number = 1
        while (aside := _beside(path, f"{_JOURNAL}-{number}")).exists():
            number += 1
        # The autosave's thread may have written the file and its journal in the meantime.
        if self._files_of(path) != files:
            return self._files_of(path)
        try:
            move_file(_beside(path, _JOURNAL), aside)
        except OSError:
            return files
        kept = _("It is kept as {aside}.", aside=aside.name)
        self._notes[names.folded(path.stem)] = join_sentences((_foreign_journal_message(path), kept))
        return _Files(files.contents)

    def take_message(self, name: str) -> str:
        """Return a message about problems found when the tournament was loaded, once; "" if there is none."""
        return self._notes.pop(names.folded(name), "")

    def _appendable(self, files: _Files, path: Path) -> _Files:
        """Repair a tournament's journal, if it is writable, so that plies can be appended; return the files.

        It is linked to a file edited by hand, and a copy is made before an incomplete last line is removed.
        """
        lines, is_torn = self._journal_lines(files, path), journal.has_torn_end(files.journal)
        if not lines or (journal.continues(files.journal, files.contents) and not is_torn):
            return files
        beside, mended = _beside(path, _JOURNAL), replace(files, journal=_journal_of(files.contents, lines))
        try:
            if is_torn:
                copy = save_copy(beside, files.journal, ending="-")
                self._notes[names.folded(path.stem)] = _cut_line(beside, copy)
            write_file(beside, mended.journal)
        except OSError:
            return files
        return mended

    def adopt(self, path: Path) -> str:
        """Return the name of a tournament file in this folder, after copying the file here if it is elsewhere.

        A file outside the folder stays unchanged. An existing copy is reused if no move has been added to it. Raises
        ParseError.
        """
        if path.name == f"{path.stem}{_SUFFIX}" and path.resolve().parent == self.path.resolve():
            return path.stem
        files = self._files_of(path)
        tournament = read_tournament(_decoded(files.contents, path), self._rulesets, path.name)
        lines = files.journal if journal.continues(files.journal, files.contents) else b""
        copies = (_Files(files.contents, lines), _Files(save_text(tournament).encode(), lines))
        for known in self._files():
            with contextlib.suppress(StoreError):
                if self._files_of(known) in copies:
                    return known.stem
        name = self.free_name(tournament.title or path.stem)
        self._copy(name, copies[0])
        return name

    def _copy(self, name: str, files: _Files) -> None:
        path = self._path(name)
        try:
            if files.journal:
                write_file(_beside(path, _JOURNAL), files.journal)
            write_file(path, files.contents)
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error

    # Names

    def check_name(self, name: str) -> None:
        """Raise StoreError, with the cause for the player, if no tournament can be saved under this name."""
        names.check_name(name, self._taken())

    def free_name(self, base: str) -> str:
        """Return a valid name like ``base`` that no saved tournament has."""
        return names.free_name(base, self._taken())

    def next_name(self, name: str) -> str:
        """Return the next unused name in the series of a saved tournament's name, such as ``Friday 2``."""
        return names.next_name(name, self._taken())

    def rename(self, old: str, new: str) -> None:
        """Rename a saved tournament. Raises StoreError."""
        if new == old:
            return
        names.check_name(new)
        source, target = self._path(old), self._path(new)
        # A change of case alone is allowed only if the system treats both names as one file.
        is_same = target.exists() and source.exists() and target.samefile(source)
        names.check_name(new, self._taken() - ({names.folded(old)} if is_same or not target.exists() else set()))
        try:
            self._move(source, target)
        except OSError as error:
            raise StoreError(_("{old!r} could not be renamed: {cause}.", old=old, cause=cause(error))) from error
        known = self._known.pop(names.folded(old), None)
        if known is not None:
            self._known[names.folded(new)] = known

    @staticmethod
    def _move(source: Path, target: Path) -> None:
        """Rename a tournament's files. If the program is killed, they are complete under the old or the new name."""
        beside = [ending for ending in (_JOURNAL, _PREVIOUS) if _beside(source, ending).exists()]
        if names.folded(source.name) == names.folded(target.name):
            for path, to in ((source, target), *((_beside(source, each), _beside(target, each)) for each in beside)):
                move_file(path, to)
            return
        for ending in beside:
            write_file(_beside(target, ending), _beside(source, ending).read_bytes())
        move_file(source, target)
        for ending in beside:
            _beside(source, ending).unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        """Delete a saved tournament and the files next to it. Raises StoreError."""
        path = self._path(name)
        try:
            path.unlink()
            for ending in (_JOURNAL, _PREVIOUS):
                _beside(path, ending).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(_("{name!r} could not be deleted: {cause}.", name=name, cause=cause(error))) from error
        self._known.pop(names.folded(name), None)

    # Writing

    def is_ours(self, name: str) -> bool:
        """Return True if a tournament file exists and is unchanged since this program loaded or wrote it."""
        try:
            return self._checked(name, self._path(name)) is not None
        except (StoreError, OSError):
            return False

    def has_room(self, name: str) -> bool:
        """Return True if one more game fits into this tournament file without exceeding its maximum size."""
        path = self._path(name)
        return _size(path) + _size(_beside(path, _JOURNAL)) <= LARGEST_SAVE - _ROOM_OF_A_GAME

    def write(self, name: str, text: str) -> None:
        """Write the text of a tournament file and keep its previous version next to it. Raises StoreError.

        Raises NotOursError if another program has changed the file since it was loaded or written here.
        """
        path, contents = self._path(name), text.encode()
        try:
            self._write(name, path, contents)
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error
        self._known[names.folded(name)] = _Files(contents)

    def _write(self, name: str, path: Path, contents: bytes) -> None:
        before = self._checked(name, path)
        if before is None:
            names.check_name(name)
            write_file(path, contents)
        elif before.contents != contents:
            write_file(_beside(path, _PREVIOUS), before.contents)
            write_file(path, contents)
        # If the program is killed before this is done, the old journal matches no file and is ignored.
        self._known[names.folded(name)] = _Files(contents, self._read_journal(path))
        _beside(path, _JOURNAL).unlink(missing_ok=True)

    def _checked(self, name: str, path: Path) -> _Files | None:
        """Return a tournament's files, None if there are none. Raises NotOursError if another program wrote them."""
        if not path.exists():
            return None
        known = self._known.get(names.folded(name))
        found = _Files(self._read(path, len(known.contents) if known else 0), self._read_journal(path))
        if found == known:
            return found
        if known is None:
            raise ForeignFileError(_("{name!r} was written by another window or program.", name=name))
        raise ForeignFileError(_("{name!r} was changed by another window or program.", name=name))

    def append(self, name: str, lines: list[str]) -> None:
        """Append plies to the journal of a tournament written here. Raises StoreError and NotOursError."""
        path = self._path(name)
        try:
            before = self._checked(name, path)
            if before is None:
                raise StoreError(_("{name!r} could not be saved: its file is gone.", name=name))
            self._append(name, before, [line.rstrip("\n") for line in lines])
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error

    def _append(self, name: str, before: _Files, lines: Sequence[str]) -> None:
        path, key = self._path(name), names.folded(name)
        beside, is_begun = _beside(path, _JOURNAL), journal.continues(before.journal, before.contents)
        try:
            if is_begun:
                # Remove part of a line that a failed write has left.
                kept = before.journal[: before.journal.rfind(b"\n") + 1]
                written = kept + RecordFile(beside, len(kept)).append(*lines)
            else:
                written = _journal_of(before.contents, lines)
                write_file(beside, written)
        except OSError:
            # The rest of a failed write that could not be removed counts as written here.
            self._known[key] = replace(before, journal=self._read_journal(path))
            raise
        self._known[key] = replace(before, journal=written)

    # Files

    def touch(self, name: str) -> None:
        """Set a tournament file's modification time to now, if it exists, so that it counts as the newest."""
        # The time is passed explicitly: the system's clock may be coarse and equal another file's time.
        now = time.time_ns()
        with contextlib.suppress(OSError):
            os.utime(self._path(name), ns=(now, now))

    def _files(self) -> list[Path]:
        """Return the tournament files whose names are valid text; none if the folder is not readable."""
        try:
            named = [path for path in self.path.iterdir() if path.suffix.lower() == _SUFFIX and _is_text(path.name)]
        except OSError:
            return []
        return [path for path in named if path.with_suffix(_SUFFIX).is_file()]

    def _taken(self) -> set[str]:
        return {names.folded(path.stem) for path in self._files()}

    def _path(self, name: str) -> Path:
        if not name or Path(name).name != name or "\\" in name:
            raise StoreError(_("{name!r} is not the name of a save.", name=name))
        return self.path / f"{name}{_SUFFIX}"

    def _read(self, path: Path, most: int = 0) -> bytes:
        """Return a file's contents. Raises StoreError if it is larger than any tournament file and than ``most``."""
        most = max(most, LARGEST_SAVE)
        try:
            with path.open("rb") as file:
                contents = file.read(most + 1)
        except OSError as error:
            raise StoreError(_("it could not be read: {cause}", cause=cause(error)), file=path.name) from error
        if len(contents) > most:
            millions = LARGEST_SAVE // 1_000_000
            raise StoreError(
                _("it is larger than {most} million bytes, the limit for a saved game", most=millions), file=path.name
            )
        return contents

    def _entry(self, path: Path) -> SaveEntry:
        """Return the entry of a saved tournament, read again if its files have changed or were not readable."""
        stamps = tuple(stamp(each) for each in (path, _beside(path, _JOURNAL), _beside(path, _PREVIOUS)))
        known = self._listed.get(path)
        if known is None or known[0] != stamps or known[1].header is None:
            known = self._listed[path] = (stamps, self._read_entry(path))
        return known[1]

    def _read_entry(self, path: Path) -> SaveEntry:
        written = max(modified(path), modified(_beside(path, _JOURNAL)))
        try:
            header = self._header(path)
        except ParseError as error:
            return SaveEntry(path.stem, path, None, f"{error}", written)
        missing = "" if header.ruleset_id in self._rulesets else f"needs {header.ruleset_title}"
        return SaveEntry(path.stem, path, header, missing, written)

    def _header(self, path: Path) -> Header:
        files = self._files_of(path)
        header = read_header(_decoded(files.contents, path), self._rulesets, path.name)
        added = journal.count_plies(self._journal_lines(files, path), header.games)
        return replace(header, title=header.title or path.stem, plies=max(header.plies, added))

    def _files_of(self, path: Path) -> _Files:
        return _Files(self._read(path), self._read_journal(path))

    def _read_journal(self, path: Path) -> bytes:
        return self._read_sibling(path, _JOURNAL)

    def _read_sibling(self, path: Path, ending: str) -> bytes:
        """Return the contents of a file next to a tournament file; empty if there is none."""
        return self._read(_beside(path, ending)) if _beside(path, ending).exists() else b""


def _is_text(name: str) -> bool:
    """Return True if a file's name is valid text; on Linux, a name may hold any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _journal_of(contents: bytes, lines: Sequence[str]) -> bytes:
    """Return a journal for a tournament file with these contents."""
    return b"".join(map(checked_line, (journal.journal_start(contents).rstrip("\n"), *lines)))


def _cut_line(path: Path, aside: Path) -> str:
    return _(
        "The last line of {file} is incomplete and was left out. The original file is kept as {copy}.",
        file=path.name,
        copy=aside.name,
    )


def _foreign_journal_message(path: Path) -> str:
    return _(
        "{journal} belongs to a different game than {file} and was left out.",
        journal=path.name + _JOURNAL,
        file=path.name,
    )


def _size(path: Path) -> int:
    """Return the size of a file in bytes, 0 if it is missing."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _decoded(contents: bytes, path: Path) -> str:
    try:
        return contents.decode("utf-8")
    except UnicodeDecodeError as error:
        line = contents[: error.start].count(b"\n") + 1
        raise StoreError(
            _("byte {byte:#04x} is not UTF-8 text", byte=contents[error.start]), file=path.name, line=line
        ) from error
