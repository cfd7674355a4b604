"""The database file as SQL sees it: read and written without raising, or written together."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from game.core.language import _
from game.store.files import NotNowError, StoreError
from game.store.sqlite.open_file import OpenFile


class SqlFile(OpenFile):
    """The database as statements; all calls must come from one thread."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; on failure the program goes on without it, and ``notice`` says why."""
        self._problem = ""
        self._writes_together = False
        super().__init__(path)

    def problem(self) -> str:
        """Why a write has failed since the last call, in a sentence; "" when none has."""
        problem, self._problem = self._problem, ""
        return problem

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make the writes in this block all or not at all.

        Raises StoreError when they cannot be made, NotNowError when no others could be made either.
        """
        self._writes_together = True
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield
        except sqlite3.DatabaseError as error:
            kind = NotNowError if isinstance(error, sqlite3.OperationalError) else StoreError
            raise kind(_("{file} could not be written: {error}.", file=self.path.name, error=error)) from error
        finally:
            self._writes_together = False
        self.keep_if_replaced()

    def _rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._problem = _("{file} could not be read: {error}.", file=self.path.name, error=error)
            return []

    def _write(self, statement: str, values: Sequence[object]) -> bool:
        """Run a statement; returns whether it changed a row. A failure is kept for ``problem``."""
        try:
            changed = self._connection.execute(statement, values).rowcount > 0
        except sqlite3.DatabaseError as error:
            if self._writes_together:
                raise
            self._problem = _("{file} could not be written: {error}.", file=self.path.name, error=error)
            return False
        self.keep_if_replaced()
        return changed


def now() -> str:
    """The date and time in ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
