"""The game library of this machine: an index that one thread keeps up to date and other threads search.

The window sends requests and polls for answers; it never waits.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.threads.interruptible import Interruptible
from game.core.threads.worker import failure_text, start_worker
from game.library.index.added_files import add_content, add_file, check_size, remove_file
from game.library.index.index_file import DAMAGES, is_damage, open_index, remove_index
from game.library.index.index_writing import UnreadFile, forget_unread, unread_files
from game.library.index.next_turns import find_next_turns
from game.library.index.search import find_page
from game.library.index.search_worker import SearchWorker
from game.library.index.sources import LibraryPlaces, SourceReader
from game.library.index.updating import ReadingProgress, Update, UpdateStopped
from game.storage.files import StoreError, cause

#: Niceness added to the reading thread, on systems that support it for threads.
_NICENESS = 10
#: Seconds to wait for the reading thread at exit; a file that takes longer is read again at the next start.
_PATIENCE = 1.0
#: Maximum time to read a file, in seconds; slower files are left out.
MOST_SECONDS = 300.0


class Library:
    """The game library for the window. All methods except ``close`` return at once."""

    def __init__(self, places: LibraryPlaces, rulesets: Mapping[str, Ruleset]) -> None:
        self.places = places
        self.desk = SearchWorker(places.index, find_page)
        """Worker that searches for games."""
        self.next_turns = SearchWorker(places.index, find_next_turns)
        """Worker that looks up the next turns played from a position."""
        self.progress: ReadingProgress | None = None
        """Progress of an update, None if no file is being read."""
        self.problem = ""
        """A sentence that says why the last update failed, "" if it succeeded."""
        self.unread: tuple[UnreadFile, ...] = ()
        """Files in which no game could be read; each is tried again when it changes."""
        self.updates = 0
        """Counter that increases whenever games may have been added or removed."""
        self._rulesets = rulesets
        self._lock = threading.Lock()
        self._index_thread: threading.Thread | None = None
        self._is_asked = False
        self._limit = Interruptible(MOST_SECONDS)
        self._to_add: deque[Callable[[], Path]] = deque()
        """Functions that add a file to the library folder; each raises StoreError."""
        self._is_retrying = False

    @property
    def is_updating(self) -> bool:
        """True while the library index is being updated."""
        return self._index_thread is not None

    def update(self) -> None:
        """Start reading new and changed games into the index. If an update is running, the new update follows it."""
        with self._lock:
            self._is_asked = True
            if self._index_thread is None:
                self._index_thread = start_worker(self._keep, "library", self._fail)

    def stop(self) -> None:
        """Stop the index update. Games read so far stay in the index; the next update reads the rest."""
        with self._lock:
            self._is_asked = False
            self._limit.stop()

    def add(self, path: Path) -> None:
        """Start copying a game file into the library and reading it. Raises StoreError if it is too large."""
        check_size(path)
        self._to_add.append(partial(add_file, path, self.places.files))
        self.update()

    def add_games(self, name: str, write: Callable[[], bytes]) -> None:
        """Start adding games as a new file with this name; ``write`` returns its content, on the reading thread."""
        self._to_add.append(lambda: add_content(name, write(), self.places.files))
        self.update()

    def read_again(self) -> None:
        """Try again to read the files in which no game could be read."""
        self._is_retrying = True
        self.update()

    def remove(self, name: str) -> None:
        """Remove an added file and its games from the library. Raises StoreError."""
        remove_file(name, self.places.files)
        self.update()

    def close(self) -> None:
        """End all threads of the library."""
        self.stop()
        self._close_desks()
        keeper = self._index_thread
        if keeper is not None:
            keeper.join(_PATIENCE)

    def _close_desks(self) -> None:
        self.desk.close()
        self.next_turns.close()

    # Reading thread

    def _keep(self) -> None:
        _be_nice()
        while self._goes_on():
            self.problem = self._updated()
            self.progress = None
            self.updates += 1

    def _goes_on(self) -> bool:
        """Return True if another index update is requested; otherwise mark the update thread as ended."""
        with self._lock:
            asked, self._is_asked = self._is_asked, False
            if asked:
                self._limit = Interruptible(MOST_SECONDS)
            else:
                self._index_thread = None
            return asked

    def _fail(self, error: Exception) -> None:
        """Report that the update thread failed, so that the next update starts a new thread."""
        with self._lock:
            self.problem, self.progress, self._index_thread = failure_text(error), None, None
        self.updates += 1

    def _updated(self) -> str:
        """Update the library index. Return an error message if that failed, "" on success."""
        try:
            problem = self._copied()
            try:
                self._run()
            except DAMAGES as error:
                if not is_damage(error):
                    raise
                # The index can be rebuilt from its sources.
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
        """Copy the requested files into the library. Return an error message if one failed, "" on success."""
        problem = ""
        while self._to_add:
            try:
                self._to_add.popleft()()
            except StoreError as error:
                problem = str(error)
        return problem

    def _run(self) -> None:
        reader = SourceReader(self.places, self._rulesets)
        with contextlib.closing(open_index(self.places.index)) as connection, contextlib.suppress(UpdateStopped):
            if self._is_retrying:
                self._is_retrying = False
                forget_unread(connection)
            Update(connection, reader, self._limit, self._set_progress).run()
            self.unread = unread_files(connection)

    def _set_progress(self, progress: ReadingProgress) -> None:
        self.progress = progress


def _be_nice() -> None:
    """Lower the priority of this thread, on systems with priorities for threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
