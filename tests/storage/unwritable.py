"""A database that cannot be written for a while: another program writes, or the disk is full."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from game.storage.database import Database


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Another program is writing to the database."""
    with closing(sqlite3.connect(database.file.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def full_disk(database: Database) -> Iterator[None]:
    """The database cannot grow by one page."""
    pages = database.file._connection.execute("PRAGMA page_count").fetchone()[0]
    database.file._connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    database.file._connection.execute("PRAGMA max_page_count = 1073741823")
