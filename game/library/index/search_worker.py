"""A desk where one kind of search is asked for: a thread with a connection of its own answers the newest of them."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from game.core.language import _
from game.core.threads.worker import failure_words, start_worker
from game.library.index.index_file import DAMAGES, open_index
from game.storage.files import StoreError

Question = TypeVar("Question")
Found = TypeVar("Found")

#: Seconds to wait for the thread when it was told to end.
_PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class SearchAnswer(Generic[Question, Found]):
    """What a search found, or why it could not be made, in a sentence."""

    asked: Question
    found: Found | None = None
    problem: str = ""


class SearchWorker(Generic[Question, Found]):
    """Takes searches and gives answers, both at once."""

    def __init__(self, index: Path, search: Callable[[sqlite3.Connection, Question], Found]) -> None:
        """``search`` answers a question on the desk's own thread; it may raise sqlite3.Error."""
        self._index, self._search = index, search
        self._thread: threading.Thread | None = None
        self._bell = threading.Condition()
        self._asked: Question | None = None
        self._current: Question | None = None
        """The search that is being made."""
        self._answer: SearchAnswer[Question, Found] | None = None
        self._is_closed = False

    def ask(self, asked: Question) -> None:
        """Begin a search; one that is still waiting is forgotten."""
        with self._bell:
            self._asked, self._answer, self._is_closed = asked, None, False
            if self._thread is None:
                self._thread = start_worker(self._work, "library searches", self._fail)
            self._bell.notify()

    def answer(self) -> SearchAnswer[Question, Found] | None:
        """The answer to the newest search, once; None while it is being made."""
        with self._bell:
            answer, self._answer = self._answer, None
        return answer

    def close(self) -> None:
        """End the thread and let the file go; the next search begins anew."""
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
                answer = SearchAnswer(asked, None, _told(error))
                # The next search opens the file as it is then.
                _let_go(connection)
                connection = None
            with self._bell:
                if self._asked is None:
                    self._answer = answer
        _let_go(connection)

    def _next(self) -> Question | None:
        """The newest search, as soon as there is one; None when the desk is closed."""
        with self._bell:
            self._bell.wait_for(lambda: self._is_closed or self._asked is not None)
            asked, self._asked = self._asked, None
            self._current = asked
            return None if self._is_closed else asked

    def _fail(self, error: Exception) -> None:
        """Answer the search that ended the thread, and let the next one begin another thread."""
        with self._bell:
            asked, self._thread = self._asked or self._current, None
            self._asked = None
            if asked is not None:
                self._answer = SearchAnswer(asked, None, failure_words(error))


def _let_go(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(sqlite3.Error):
            connection.close()


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else _("The library cannot be read: {problem}.", problem=error)
