"""Background worker for library searches: a thread that answers only the newest request.

The thread has a database connection of its own.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from game.core.language import _
from game.core.threads.worker import failure_text, start_worker
from game.library.index.index_file import DAMAGES, open_index
from game.storage.files import StoreError

Question = TypeVar("Question")
Found = TypeVar("Found")

#: Seconds to wait for the thread to end.
_PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class SearchAnswer(Generic[Question, Found]):
    """The result of a library search, or an error message."""

    asked: Question
    found: Found | None = None
    problem: str = ""


class SearchWorker(Generic[Question, Found]):
    """A worker that accepts library searches and returns their answers without blocking the caller."""

    def __init__(self, index: Path, search: Callable[[sqlite3.Connection, Question], Found]) -> None:
        """Create a worker whose thread calls ``search`` for each request. ``search`` may raise sqlite3.Error."""
        self._index, self._search = index, search
        self._thread: threading.Thread | None = None
        self._bell = threading.Condition()
        self._asked: Question | None = None
        self._current: Question | None = None
        """The search in progress."""
        self._answer: SearchAnswer[Question, Found] | None = None
        self._is_closed = False

    def ask(self, asked: Question) -> None:
        """Request a library search. The request replaces an earlier one that is still waiting."""
        with self._bell:
            self._asked, self._answer, self._is_closed = asked, None, False
            if self._thread is None:
                self._thread = start_worker(self._work, "library searches", self._fail)
            self._bell.notify()

    def answer(self) -> SearchAnswer[Question, Found] | None:
        """Remove and return the answer to the newest search; None if there is none yet."""
        with self._bell:
            answer, self._answer = self._answer, None
        return answer

    def close(self) -> None:
        """End the search thread and close its index file. The next search starts a new thread."""
        with self._bell:
            self._is_closed, thread, self._thread = True, self._thread, None
            self._bell.notify()
        if thread is not None:
            thread.join(_PATIENCE)

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while (asked := self._next()) is not None:
            try:
                connection = connection or open_index(self._index)
                answer = SearchAnswer(asked, self._search(connection, asked))
            except (*DAMAGES, StoreError, ValueError, TypeError) as error:
                answer = SearchAnswer(asked, None, _error_text(error))
                # The next search opens the file in its new state.
                _release(connection)
                connection = None
            with self._bell:
                if self._asked is None:
                    self._answer = answer
        _release(connection)

    def _next(self) -> Question | None:
        """Wait for the newest search request and return it, or None when the worker is closed."""
        with self._bell:
            self._bell.wait_for(lambda: self._is_closed or self._asked is not None)
            asked, self._asked = self._asked, None
            self._current = asked
            return None if self._is_closed else asked

    def _fail(self, error: Exception) -> None:
        """Report the error of the failed search thread as the answer to the current search.

        The next search starts a new thread.
        """
        with self._bell:
            asked, self._thread = self._asked or self._current, None
            self._asked = None
            if asked is not None:
                self._answer = SearchAnswer(asked, None, failure_text(error))


def _release(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(sqlite3.Error):
            connection.close()


def _error_text(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else _("The library cannot be read: {problem}.", problem=error)
