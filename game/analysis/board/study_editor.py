"""The edits of a study on the analysis board: each is written to the study's file at once and can be undone.

Imports no pygame.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.core.language import _
from game.core.model import Move
from game.library.study.edit_log import write_edit, write_head
from game.library.study.edits import AddMove, Edit, RemoveBranch, SetComment, SetMarks, SetTitle, apply_edit
from game.library.study.study import Study
from game.library.study.tree import CellMark
from game.storage import names
from game.storage.background import BackgroundTask
from game.storage.files import cause
from game.storage.records.record_file import RecordFile, write_records

#: Seconds between two tries of a write that failed.
_PAUSE = 1.0
#: Suffix of the files of studies that are edited here.
SUFFIX = ".study"
#: Runs a task on the thread that writes files, after the tasks before it.
RunTask = Callable[[BackgroundTask[Any]], None]


def free_path(folder: Path, base: str) -> Path:
    """Return the path of a new file of a study: ``base`` as its name, with a number if a file has it already."""
    taken = {names.folded(path.stem) for path in folder.glob(f"*{SUFFIX}")}
    return folder / (names.free_name(base, taken) + SUFFIX)


class StudyFile:
    """The file to which the edits of a study are appended; it is created with the first edit."""

    def __init__(self, path: Path, run: RunTask, *, is_new: bool = False, replaced: Path | None = None) -> None:
        """Prepare to append to the file ``path``; ``run`` runs each write on the thread that writes files.

        A file that ``is_new`` is created under a free name, as another study may have taken ``path`` since.
        ``replaced`` is a file of the study in another format, which is deleted once the new file is on the disk.
        """
        self.path = path
        self._run, self._is_new, self._replaced = run, is_new, replaced
        self._lock = threading.Lock()
        self._unwritten: list[str] = []
        self._file: RecordFile | None = None
        self._next_try = 0.0
        self.problem = ""
        """A sentence that says why the latest edits are not on the disk; "" if they are or are being written."""

    @property
    def is_begun(self) -> bool:
        """True if the file exists or is about to be created."""
        return bool(self._unwritten) or self._file is not None or (not self._is_new and self.path.exists())

    @property
    def is_written(self) -> bool:
        """True if every edit is on the disk."""
        return not self._unwritten

    def append(self, *lines: str) -> None:
        """Write lines to the file on the writer's thread; lines that failed before are written first."""
        with self._lock:
            self._unwritten += lines
        self._run(BackgroundTask(lambda _step: self._write_due()))

    def retry(self) -> None:
        """Try a failed write again after a pause; called once a frame."""
        if self.problem and time.monotonic() >= self._next_try:
            self._next_try = time.monotonic() + _PAUSE
            self.append()

    def _write_due(self) -> None:
        """Write all lines that are due, on the writer's thread; ``problem`` says why if that fails."""
        # The lock is not held while the disk is at work: the window's thread appends further lines meanwhile.
        with self._lock:
            lines = tuple(self._unwritten)
        if not lines:
            return
        try:
            self._write(lines)
        except OSError as error:
            self._next_try = time.monotonic() + _PAUSE
            self.problem = _("The study could not be saved: {cause}.", cause=cause(error))
            return
        with self._lock:
            del self._unwritten[: len(lines)]
        self.problem = ""

    def _write(self, lines: tuple[str, ...]) -> None:
        if self._file is None and (self._is_new or not self.path.exists()):
            if self._is_new:
                self.path = free_path(self.path.parent, self.path.stem)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_records(self.path, lines)
            if self._replaced is not None:
                self._replaced.unlink(missing_ok=True)
            self._file = RecordFile(self.path)
            return
        self._file = self._file or RecordFile(self.path)
        self._file.append(*lines)


class StudyEditor:
    """Edits a study, writes the edits to its file if it has one, and undoes them in reverse order."""

    def __init__(self, study: Study, file: StudyFile | None = None) -> None:
        self.study = study
        self.file = file
        self._undo: list[Edit] = []
        self.count = 0
        """The number of edits so far, undone ones included. Cached nodes are valid while it stays the same."""

    @property
    def can_undo(self) -> bool:
        """True if an edit that was made since the study was opened can be undone."""
        return bool(self._undo)

    def edit(self, edit: Edit) -> bool:
        """Make an edit; return False if it changes nothing."""
        undo = self._make(edit)
        if undo is not None:
            self._undo.append(undo)
        return undo is not None

    def undo(self) -> Edit | None:
        """Undo the latest edit by an opposite edit. Return the opposite edit, or None if there is nothing to undo."""
        if not self._undo:
            return None
        edit = self._undo.pop()
        self._make(edit)
        return edit

    def _make(self, edit: Edit) -> Edit | None:
        file = self.file
        # The head holds the study as it was before its first edit.
        head = [write_head(self.study)] if file is not None and not file.is_begun else []
        undo = apply_edit(self.study, edit)
        self.count += undo is not None
        if undo is not None and file is not None:
            file.append(*head, write_edit(self.study, edit))
        return undo

    # The edits by node

    def add(self, node: int, move: Move) -> int:
        """Add a move after a node, unless the move is there already; return the move's node."""
        tree = self.study.tree
        known = tree.child(node, move)
        if known is None:
            self.edit(AddMove(tree.moves_to(node), move))
            known = tree.child(node, move)
        assert known is not None, "the move was added"
        return known

    def remove(self, node: int) -> None:
        """Remove a node and everything after it."""
        self.edit(RemoveBranch(self.study.tree.moves_to(node)))

    def comment(self, node: int, words: str) -> None:
        """Replace the comment on a node; "" removes it."""
        self.edit(SetComment(self.study.tree.moves_to(node), words))

    def mark(self, node: int, marks: tuple[CellMark, ...]) -> None:
        """Replace the marks on the board at a node."""
        self.edit(SetMarks(self.study.tree.moves_to(node), marks))

    def rename(self, title: str) -> None:
        """Give the study a title. If its file does not exist yet, it is created even if the title stays the same."""
        if not self.edit(SetTitle(title)) and self.file is not None and not self.file.is_begun:
            self.file.append(write_head(self.study))
