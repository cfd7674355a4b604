"""The library of this machine: an index that is kept up to date in one thread and searched in another.

The window asks and polls; it waits for neither.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path

from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.threads.interruptible import Interruptible
from game.core.threads.worker import failure_words, start_worker
from game.library.index.added_files import add_file, check_size, remove_file
from game.library.index.index_file import DAMAGES, is_damage, open_index, remove_index
from game.library.index.index_writing import UnreadFile, forget_unread, unread_files
from game.library.index.next_turns import find_next_turns
from game.library.index.search import find_page
from game.library.index.search_worker import SearchWorker
from game.library.index.sources import LibraryPlaces, SourceReader
from game.library.index.updating import ReadingProgress, Update, UpdateStopped
from game.storage.files import StoreError, cause

#: What is added to the niceness of the thread that reads, where the system has that for threads.
_NICENESS = 10
#: Seconds to wait for that thread when the program ends; a file that takes longer is read again from its start.
_PATIENCE = 1.0
#: Seconds in which a file has to be read; one that takes longer is left out.
MOST_SECONDS = 300.0


class Library:
    """The library as the window sees it: all methods but ``close`` return at once."""

    def __init__(self, places: LibraryPlaces, rulesets: Mapping[str, Ruleset]) -> None:
        self.places = places
        self.desk = SearchWorker(places.index, find_page)
        """Where games are asked for."""
        self.next_turns = SearchWorker(places.index, find_next_turns)
        """Where it is asked what was played next from a position."""
        self.progress: ReadingProgress | None = None
        """How far an update is, None while nothing is read."""
        self.problem = ""
        """Why the last update could not be done, in a sentence."""
        self.unread: tuple[UnreadFile, ...] = ()
        """The files of which nothing could be read; each is tried again when it has changed."""
        self.updates = 0
        """Counted up whenever games may have come or gone."""
        self._rulesets = rulesets
        self._lock = threading.Lock()
        self._keeper: threading.Thread | None = None
        self._is_asked = False
        self._limit = Interruptible(MOST_SECONDS)
        self._to_add: deque[Path] = deque()
        self._is_retrying = False

    @property
    def is_updating(self) -> bool:
        """Whether the index is being brought in line."""
        return self._keeper is not None

    def update(self) -> None:
        """Begin to read what is new or changed; while that is being done, look once more after it."""
        with self._lock:
            self._is_asked = True
            if self._keeper is None:
                self._keeper = start_worker(self._keep, "library", self._fail)

    def stop(self) -> None:
        """Stop the update; what was read stays, and the rest is read by the next one."""
        with self._lock:
            self._is_asked = False
            self._limit.stop()

    def add(self, path: Path) -> None:
        """Begin to copy a file into the library and to read it. Raises StoreError for one that is too large."""
        check_size(path)
        self._to_add.append(path)
        self.update()

    def read_again(self) -> None:
        """Try the files again of which nothing could be read."""
        self._is_retrying = True
        self.update()

    def remove(self, name: str) -> None:
        """Remove a file that was added, and its games. Raises StoreError."""
        remove_file(name, self.places.files)
        self.update()

    def close(self) -> None:
        """End all threads."""
        self.stop()
        self._close_desks()
        keeper = self._keeper
        if keeper is not None:
            keeper.join(_PATIENCE)

    def _close_desks(self) -> None:
        self.desk.close()
        self.next_turns.close()

    # The thread that reads

    def _keep(self) -> None:
        _be_nice()
        while self._goes_on():
            self.problem = self._updated()
            self.progress = None
            self.updates += 1

    def _goes_on(self) -> bool:
        """Whether an update is asked for; where it is not, the thread has ended."""
        with self._lock:
            asked, self._is_asked = self._is_asked, False
            if asked:
                self._limit = Interruptible(MOST_SECONDS)
            else:
                self._keeper = None
            return asked

    def _fail(self, error: Exception) -> None:
        """Let the next update begin a new thread where this one has failed."""
        with self._lock:
            self.problem, self.progress, self._keeper = failure_words(error), None, None
        self.updates += 1

    def _updated(self) -> str:
        """Bring the index in line; returns why that cannot be, "" where it is done."""
        try:
            problem = self._copied()
            try:
                self._run()
            except DAMAGES as error:
                if not is_damage(error):
                    raise
                # It can be made anew from what it tells of.
                self._close_desks()
                remove_index(self.places.index)
                self._run()
        except StoreError as error:
            return str(error)
        except OSError as error:
            return _("The library cannot be opened: {cause}.", cause=cause(error))
        except DAMAGES as error:
            return _("The library cannot be read: {problem}.", problem=error)
        return problem

    def _copied(self) -> str:
        """Copy the files that were added; returns why one could not be."""
        problem = ""
        while self._to_add:
            try:
                add_file(self._to_add.popleft(), self.places.files)
            except StoreError as error:
                problem = str(error)
        return problem

    def _run(self) -> None:
        reader = SourceReader(self.places, self._rulesets)
        with contextlib.closing(open_index(self.places.index)) as connection, contextlib.suppress(UpdateStopped):
            if self._is_retrying:
                self._is_retrying = False
                forget_unread(connection)
            Update(connection, reader, self._limit, self._tell).run()
            self.unread = unread_files(connection)

    def _tell(self, progress: ReadingProgress) -> None:
        self.progress = progress


def _be_nice() -> None:
    """Let the other threads go first, where a thread has a niceness of its own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
