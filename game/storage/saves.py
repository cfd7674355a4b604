"""The folder of saved tournaments: lists, loads, writes, renames and deletes their files.

A save ``Friday`` is the file ``Friday.txt``, written by this program or put there by the player. Next to it may be the
previous version (``Friday.txt.previous``) and the journal of the plies since the file was written
(``Friday.txt.journal``). Every error is a ParseError whose text is a sentence for the player; StoreError is one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from game.core.language import _, join_sentences
from game.core.model import ParseError
from game.core.record import journal
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
from game.storage.save_files import (
    JOURNAL,
    PREVIOUS,
    SUFFIX,
    SavedBytes,
    SaveFiles,
    beside,
    journal_of,
    move_files,
    size_of,
)

#: Maximum bytes of one game, plus plies of the previous game that are not written yet.
_ROOM_OF_A_GAME = 50_000

#: The stamps of a save's file, its journal and its previous version.
_Stamps = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """An entry in the list of saved tournaments, with the file's header or the reason why it is invalid."""

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


class SaveFolder:
    """All saved tournaments in one folder, which is created by the first write.

    Other windows and programs may write there too, and their changes are never overwritten.
    """

    def __init__(self, path: Path, rulesets: Mapping[str, Ruleset]) -> None:
        self.path = path
        self.files = SaveFiles(path)
        self._rulesets = rulesets
        self._known: dict[str, SavedBytes] = {}
        """By folded name: the contents last loaded or written here. A file with other contents is not overwritten."""
        self._notes: dict[str, str] = {}
        """By folded name: messages about problems found when loading, not shown yet."""
        self._listed: dict[Path, tuple[_Stamps, SaveEntry]] = {}
        """The entries last read for a list, with the stamps of their files."""

    # Reading

    def entries(self) -> list[SaveEntry]:
        """Return the entries of all saved tournaments, newest first.

        Saves dated in the future come last.
        """
        return sorted((self._entry(path) for path in self.files.paths()), key=lambda entry: -recency(entry.modified))

    def latest(self, most: int) -> list[SaveEntry]:
        """Return the entries of the newest saved tournaments, at most ``most``.

        The files of older saves are not read.
        """
        by_age = sorted(self.files.paths(), key=lambda path: recency(modified(path)), reverse=True)
        return [self._entry(path) for path in by_age[:most]]

    def peek(self, name: str, on_game: OnGame = lambda _done, _of: None, *, only_latest: bool = False) -> Tournament:
        """Return a saved tournament in its latest state without changing a file. Raises ParseError.

        The latest state includes the journal.

        ``on_game`` is called before each game; an exception that it raises ends the reading. With ``only_latest``, only
        the latest game is read if this program wrote the file. The save may not be overwritten afterwards.
        """
        path = self.files.path_of(name)
        return self._latest_state(self.files.read_all(path), path, on_game, only_latest=only_latest)

    def load(self, name: str, on_game: OnGame = lambda _done, _of: None) -> Tournament:
        """Load a saved tournament in its latest state, and allow later writes to its file."""
        path, key = self.files.path_of(name), names.folded(name)
        known = self._known.get(key)
        files = self.files.read_all(path)
        tournament = self._latest_state(files, path, on_game)
        is_foreign = self.files.has_foreign_plies(files, path)
        files = self._set_aside(files, path) if is_foreign else self._appendable(files, path)
        # The autosave's thread may have written the save in the meantime; then its state is newer.
        if self._known.get(key) is known:
            self._known[key] = files
        return tournament

    def _latest_state(self, files: SavedBytes, path: Path, on_game: OnGame, *, only_latest: bool = False) -> Tournament:
        read = read_latest_game if only_latest else partial(read_tournament, on_game=on_game)
        tournament = read(files.decoded(path), self._rulesets, path.name)
        journal.replay(self.files.journal_lines(files, path), tournament, path.name + JOURNAL)
        if tournament.is_over and tournament.current is None:
            raise StoreError(_("the match is over, but the file contains none of its games"), file=path.name)
        tournament.title = tournament.title or path.stem
        return tournament

    def look_at(self, name: str) -> None:
        """Remember a saved file's contents, so that it may be overwritten.

        Raises ParseError if the file is damaged.
        """
        path = self.files.path_of(name)
        self._header(path)
        self._known[names.folded(name)] = self.files.read_all(path)

    def salvage(self, name: str) -> tuple[Tournament, str] | None:
        """Restore a damaged tournament from its file or from its previous version.

        Return the tournament and the data lost, or None if nothing can be restored.

        The damaged file stays as it is: the repaired tournament must be written under another name.
        """
        path = self.files.path_of(name)
        found = [each for each in (self._salvaged(path), self._salvaged(beside(path, PREVIOUS))) if each is not None]
        return max(found, key=lambda each: sum(len(game.match.plies) for game in each[0].games), default=None)

    def _salvaged(self, path: Path) -> tuple[Tournament, str] | None:
        if not path.is_file():
            return None
        files = self.files.read_all(path)
        found = salvage(files.contents.decode("utf-8", "replace"), self._rulesets, path.name)
        if found is None:
            return None
        tournament, lost = found
        if self.files.has_foreign_plies(files, path):
            lost = join_sentences((lost, _foreign_journal_message(path)))
        try:
            journal.replay(self.files.journal_lines(files, path), tournament, path.name + JOURNAL)
        except ParseError as error:
            kept = _("Only some of the latest moves could be recovered: {problem}.", problem=error)
            lost = join_sentences((lost, kept))
        return tournament, lost

    def _set_aside(self, files: SavedBytes, path: Path) -> SavedBytes:
        """Rename a journal that belongs to another game, to preserve it. Return the current files."""
        number = 1
        while (aside := beside(path, f"{JOURNAL}-{number}")).exists():
            number += 1
        # The autosave's thread may have written the file and its journal in the meantime.
        if self.files.read_all(path) != files:
            return self.files.read_all(path)
        try:
            move_file(beside(path, JOURNAL), aside)
        except OSError:
            return files
        kept = _("The ignored file was kept as {aside}.", aside=aside.name)
        self._notes[names.folded(path.stem)] = join_sentences((_foreign_journal_message(path), kept))
        return SavedBytes(files.contents)

    def take_message(self, name: str) -> str:
        """Return a message about problems in loading a tournament, or "" if there is none.

        Each message is returned once.
        """
        return self._notes.pop(names.folded(name), "")

    def _appendable(self, files: SavedBytes, path: Path) -> SavedBytes:
        """Repair a tournament's journal, if it is writable, so that plies can be appended; return the files.

        The journal is linked to a file edited by hand, and a copy is made before an incomplete last line is removed.
        """
        lines, is_torn = self.files.journal_lines(files, path), journal.has_torn_end(files.journal)
        if not lines or (journal.continues(files.journal, files.contents) and not is_torn):
            return files
        journal_path, mended = beside(path, JOURNAL), replace(files, journal=journal_of(files.contents, lines))
        try:
            if is_torn:
                copy = save_copy(journal_path, files.journal, ending="-")
                self._notes[names.folded(path.stem)] = _cut_line(journal_path, copy)
            write_file(journal_path, mended.journal)
        except OSError:
            return files
        return mended

    def adopt(self, path: Path) -> str:
        """Copy a tournament file to this folder unless it is there already. Return its name in the folder.

        A file outside the folder stays unchanged. An existing copy is reused if no move has been added to it. Raises
        ParseError.
        """
        if path.name == f"{path.stem}{SUFFIX}" and path.resolve().parent == self.path.resolve():
            return path.stem
        files = self.files.read_all(path)
        tournament = read_tournament(files.decoded(path), self._rulesets, path.name)
        lines = files.journal if journal.continues(files.journal, files.contents) else b""
        copies = (SavedBytes(files.contents, lines), SavedBytes(save_text(tournament).encode(), lines))
        for known in self.files.paths():
            with contextlib.suppress(StoreError):
                if self.files.read_all(known) in copies:
                    return known.stem
        name = self.free_name(tournament.title or path.stem)
        self.files.write_copy(name, copies[0])
        return name

    # Names

    def check_name(self, name: str) -> None:
        """Raise StoreError, with a message for the player, if no tournament can have this name."""
        names.check_name(name, self.files.taken())

    def free_name(self, base: str) -> str:
        """Return a valid name derived from ``base`` that no saved tournament has."""
        return names.free_name(base, self.files.taken())

    def next_name(self, name: str) -> str:
        """Return the next unused name for a tournament, such as ``Friday 3`` for ``Friday 2``."""
        return names.next_name(name, self.files.taken())

    def rename(self, old: str, new: str) -> None:
        """Rename a saved tournament. Raises StoreError."""
        if new == old:
            return
        names.check_name(new)
        source, target = self.files.path_of(old), self.files.path_of(new)
        # A change of case alone is allowed only if the system treats both names as one file.
        is_same = target.exists() and source.exists() and target.samefile(source)
        names.check_name(new, self.files.taken() - ({names.folded(old)} if is_same or not target.exists() else set()))
        try:
            move_files(source, target)
        except OSError as error:
            raise StoreError(_("{old!r} could not be renamed: {cause}.", old=old, cause=cause(error))) from error
        known = self._known.pop(names.folded(old), None)
        if known is not None:
            self._known[names.folded(new)] = known

    def delete(self, name: str) -> None:
        """Delete a saved tournament and the files next to it. Raises StoreError."""
        path = self.files.path_of(name)
        try:
            self.files.delete(path)
        except OSError as error:
            raise StoreError(_("{name!r} could not be deleted: {cause}.", name=name, cause=cause(error))) from error
        self._known.pop(names.folded(name), None)

    # Writing

    def is_ours(self, name: str) -> bool:
        """Return True if a tournament file exists and is unchanged since this program loaded or wrote it."""
        try:
            return self._checked(name, self.files.path_of(name)) is not None
        except (StoreError, OSError):
            return False

    def has_room(self, name: str) -> bool:
        """Return True if one more game fits into this tournament file without exceeding its maximum size."""
        path = self.files.path_of(name)
        return size_of(path) + size_of(beside(path, JOURNAL)) <= LARGEST_SAVE - _ROOM_OF_A_GAME

    def write(self, name: str, text: str) -> None:
        """Write the text of a tournament file and keep its previous version next to it. Raises StoreError.

        Raises ForeignFileError if another program has changed the file since it was loaded or written here.
        """
        path, contents = self.files.path_of(name), text.encode()
        try:
            self._write(name, path, contents)
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error
        self._known[names.folded(name)] = SavedBytes(contents)

    def _write(self, name: str, path: Path, contents: bytes) -> None:
        before = self._checked(name, path)
        if before is None:
            names.check_name(name)
            write_file(path, contents)
        elif before.contents != contents:
            write_file(beside(path, PREVIOUS), before.contents)
            write_file(path, contents)
        # If the program is killed before this is done, the old journal matches no file and is ignored.
        self._known[names.folded(name)] = SavedBytes(contents, self.files.read_journal(path))
        beside(path, JOURNAL).unlink(missing_ok=True)

    def _checked(self, name: str, path: Path) -> SavedBytes | None:
        """Return a tournament's files, or None if there are none.

        Raises ForeignFileError if another program wrote them.
        """
        if not path.exists():
            return None
        known = self._known.get(names.folded(name))
        found = SavedBytes(self.files.read(path, len(known.contents) if known else 0), self.files.read_journal(path))
        if found == known:
            return found
        if known is None:
            raise ForeignFileError(_("{name!r} was saved by another window or program.", name=name))
        raise ForeignFileError(_("{name!r} was changed by another window or program.", name=name))

    def append(self, name: str, lines: list[str]) -> None:
        """Append plies to the journal of a saved tournament. Raises StoreError and ForeignFileError."""
        path = self.files.path_of(name)
        try:
            before = self._checked(name, path)
            if before is None:
                raise StoreError(_("{name!r} could not be saved: the file no longer exists.", name=name))
            self._append(name, before, [line.rstrip("\n") for line in lines])
        except OSError as error:
            raise StoreError(_("{name!r} could not be saved: {cause}.", name=name, cause=cause(error))) from error

    def _append(self, name: str, before: SavedBytes, lines: Sequence[str]) -> None:
        path, key = self.files.path_of(name), names.folded(name)
        journal_path, is_begun = beside(path, JOURNAL), journal.continues(before.journal, before.contents)
        try:
            if is_begun:
                # Remove part of a line that a failed write has left.
                kept = before.journal[: before.journal.rfind(b"\n") + 1]
                written = kept + RecordFile(journal_path, len(kept)).append(*lines)
            else:
                written = journal_of(before.contents, lines)
                write_file(journal_path, written)
        except OSError:
            # The rest of a failed write that could not be removed counts as written here.
            self._known[key] = replace(before, journal=self.files.read_journal(path))
            raise
        self._known[key] = replace(before, journal=written)

    def _entry(self, path: Path) -> SaveEntry:
        """Return the entry of a saved tournament, read again if its files have changed or were not readable."""
        stamps = tuple(stamp(each) for each in (path, beside(path, JOURNAL), beside(path, PREVIOUS)))
        known = self._listed.get(path)
        if known is None or known[0] != stamps or known[1].header is None:
            known = self._listed[path] = (stamps, self._read_entry(path))
        return known[1]

    def _read_entry(self, path: Path) -> SaveEntry:
        written = max(modified(path), modified(beside(path, JOURNAL)))
        try:
            header = self._header(path)
        except ParseError as error:
            return SaveEntry(path.stem, path, None, f"{error}", written)
        missing = "" if header.ruleset_id in self._rulesets else f"needs {header.ruleset_title}"
        return SaveEntry(path.stem, path, header, missing, written)

    def _header(self, path: Path) -> Header:
        files = self.files.read_all(path)
        header = read_header(files.decoded(path), self._rulesets, path.name)
        added = journal.count_plies(self.files.journal_lines(files, path), header.games)
        return replace(header, title=header.title or path.stem, plies=max(header.plies, added))


def _cut_line(path: Path, aside: Path) -> str:
    return _(
        "The last line of {file} is incomplete and was left out. The original file is kept as {copy}.",
        file=path.name,
        copy=aside.name,
    )


def _foreign_journal_message(path: Path) -> str:
    return _(
        "{journal} does not belong to the game in {file} and was ignored.",
        journal=path.name + JOURNAL,
        file=path.name,
    )
