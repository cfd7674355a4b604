"""The queue of database writes: a write that fails for now is retried later, in the same order.

A write may fail because another program is writing or because the disk is full. It is then queued, and so is each later
write, so that the order stays the same. Writes of one transaction stay together.

While a write waits, all reads use a stand-in (``stand_in``), in which the waiting writes have been made in memory. A
read therefore always shows the player's latest changes, such as a changed setting or a game that has just ended, and
the code for the tables need not know about the queue. When the queue is empty, the stand-in is closed and the file is
read again.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from game.core.language import _, gettext_noop
from game.storage.sqlite.open_database import FileConnection
from game.storage.sqlite.replaced_file import ReplacedFile
from game.storage.sqlite.stand_in import StandIn

#: A statement and its values.
Statement = tuple[str, Sequence[object]]
_Connection = sqlite3.Connection | StandIn

#: The maximum number of units that wait; a further one is refused.
MOST_WAITING = 5_000
_MOST_REFUSALS = 20
#: Seconds between two tries: after the first failure, and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0
#: Seconds per call for making waiting writes, so that the window stays responsive.
_TURN = 0.015
#: Seconds between two tries when the program ends.
_LAST_PAUSE = 0.02

_CAUSES = {
    sqlite3.SQLITE_BUSY: gettext_noop("another program is using the file"),
    sqlite3.SQLITE_LOCKED: gettext_noop("another program is using the file"),
    sqlite3.SQLITE_FULL: gettext_noop("the disk is full"),
    sqlite3.SQLITE_READONLY: gettext_noop("the disk is write-protected"),
}
_PASSING = {*_CAUSES, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT}


class UnitState(Enum):
    """The state of a transaction in the queue of database writes."""

    WAITING = auto()
    SAVED = auto()
    IN_MEMORY = auto()
    """Made in a database in memory, which is lost when the program ends."""
    REFUSED = auto()


@dataclass(slots=True, eq=False)
class Unit:
    """Database writes that are done together in one transaction."""

    file: ReplacedFile
    """The file to which they are written."""
    statements: list[Statement] = field(default_factory=list)
    state: UnitState = UnitState.WAITING


@dataclass(frozen=True, slots=True)
class Write:
    """The result of a database write: whether it changed a row, and whether it is in the file."""

    changed: bool
    """True if the write changed a row."""
    unit: Unit

    @property
    def is_saved(self) -> bool:
        """True if the write is in the database file and no other program has replaced that file."""
        return self.unit.state is UnitState.SAVED and not self.unit.file.risk


class WriteQueue:
    """Queue of a connection's database writes, for one thread. The connection is in autocommit mode."""

    def __init__(self, connection: FileConnection, watched: ReplacedFile, path: Path | None) -> None:
        """Create the write queue of a connection to the database ``path``, None for a database in memory."""
        self._file, self._watched, self._path = connection, watched, path
        self._made = UnitState.IN_MEMORY if path is None else UnitState.SAVED
        self._done = Unit(watched, state=self._made)
        """A finished unit, shared by all writes that were made at once."""
        self._patience: int = connection.execute("PRAGMA busy_timeout").fetchone()[0]
        self._waiting: deque[Unit] = deque()
        self._stand_in: StandIn | None = None
        self._group: Unit | None = None
        self._group_on: _Connection | None = None
        """The connection on which the open group is executed; None if its statements are only collected."""
        self._next_try, self._pause = 0.0, _FIRST_PAUSE
        self.cause = ""
        """The cause of the latest failure, as a phrase for the player."""
        self.refusals: deque[sqlite3.DatabaseError] = deque(maxlen=_MOST_REFUSALS)
        """The latest errors of refused units, cleared by the caller."""

    def __len__(self) -> int:
        """Return the number of transactions that wait to be written."""
        return len(self._waiting)

    @property
    def is_direct(self) -> bool:
        """True if the next write goes directly into the database file instead of waiting."""
        return not self._waiting and (self._group is None or self._group_on is self._file)

    @property
    def reader(self) -> _Connection:
        """The database connection to read from. It shows all writes, including those that are waiting."""
        if self._group_on is not None:
            return self._group_on
        return self._ready_stand_in() or self._file if self._waiting else self._file

    # Writing

    def write(self, *statements: Statement) -> Write:
        """Execute SQL statements as one transaction, or queue them; return the result of the last statement.

        They are queued if they fail for now, or if earlier writes wait. Inside a block of ``together`` they join its
        transaction; only there are errors raised (sqlite3.DatabaseError).
        """
        if self._group is not None:
            changed = [self._write_in_group(self._group, each) for each in statements]
            return Write(changed[-1], self._group)
        if self._waiting:
            self.retry()
        if not self._waiting:
            try:
                return Write(_make(self._file, statements), self._done)
            except sqlite3.DatabaseError as error:
                if not _may_pass(error):
                    return self._refuse(Unit(self._watched), error)
                self._hold(error)
        return self._queue_write(Unit(self._watched, list(statements)))

    def _queue_write(self, unit: Unit) -> Write:
        if len(self._waiting) >= MOST_WAITING:
            return self._refuse(unit, sqlite3.DatabaseError(self.cause))
        stand_in = self._ready_stand_in()
        try:
            changed = stand_in is None or _make(stand_in, unit.statements)
        except sqlite3.DatabaseError as error:
            if not self._is_unreadable(error):
                return self._refuse(unit, error)
            changed = True
        self._waiting.append(unit)
        return Write(changed, unit)

    def _refuse(self, unit: Unit, error: sqlite3.DatabaseError) -> Write:
        unit.state = UnitState.REFUSED
        self.refusals.append(error)
        return Write(False, unit)

    def _hold(self, error: sqlite3.DatabaseError) -> None:
        """Store the cause of a failed database write and the time of the next try."""
        self.cause = cause_of(error)
        self._next_try = time.monotonic() + self._pause

    # Transactions of several calls

    @contextmanager
    def together(self) -> Iterator[Unit]:
        """Group the writes in this ``with`` block into one transaction; nested blocks join the outer one.

        Raises sqlite3.DatabaseError if the writes are refused; then nothing is written.
        """
        if self._group is not None:
            yield self._group
            return
        unit = self._group = Unit(self._watched)
        try:
            self._begin_group(unit)
            yield unit
            self._end_group(unit)
        except BaseException:
            _roll_back(self._group_on)
            unit.state = UnitState.REFUSED
            raise
        finally:
            self._group = self._group_on = None

    def _begin_group(self, group: Unit) -> None:
        self.retry()
        if not self._waiting:
            try:
                self._file.execute("BEGIN IMMEDIATE")
            except sqlite3.DatabaseError as error:
                if not _may_pass(error):
                    raise
                self._hold(error)
            else:
                self._group_on = self._file
                return
        self._continue_in_stand_in(group)

    def _write_in_group(self, group: Unit, statement: Statement) -> bool:
        if self._group_on is None:
            group.statements.append(statement)
            return True
        try:
            changed = self._group_on.execute(*statement).rowcount > 0
        except sqlite3.DatabaseError as error:
            if self._group_on is self._file and _may_pass(error):
                group.statements.append(statement)
                return self._leave_file(group, error)
            if self._group_on is self._file or not self._is_unreadable(error):
                raise
            self._group_on, changed = None, True
        group.statements.append(statement)
        return changed

    def _leave_file(self, group: Unit, error: sqlite3.DatabaseError) -> bool:
        """Continue a failed transaction in memory; return True if its last statement changed a row there."""
        self._hold(error)
        _roll_back(self._file)
        return self._continue_in_stand_in(group)

    def _continue_in_stand_in(self, group: Unit) -> bool:
        """Repeat the open transaction in memory; return True if its last statement changed a row.

        If the stand-in cannot be read, the statements are only collected.
        """
        self._group_on = self._ready_stand_in()
        if self._group_on is None:
            return True
        try:
            self._group_on.execute("BEGIN")
            changed = [self._group_on.execute(*each).rowcount > 0 for each in group.statements]
        except sqlite3.DatabaseError as error:
            if not self._is_unreadable(error):
                raise
            self._group_on = None
            return True
        return not changed or changed[-1]

    def _end_group(self, group: Unit) -> None:
        if self._group_on is self._file:
            try:
                self._file.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                if not _may_pass(error):
                    raise
                self._leave_file(group, error)
        if self._group_on is self._file or not group.statements:
            _roll_back(self._group_on)
            group.state = self._made
            return
        if len(self._waiting) >= MOST_WAITING:
            raise sqlite3.DatabaseError(self.cause)
        if self._group_on is not None:
            self._group_on.execute("COMMIT")
        else:
            # A stand-in that a read created in the meantime lacks the group.
            self.drop_stand_in()
        self._waiting.append(group)

    # Retries

    def retry(self) -> None:
        """Retry the waiting database writes if they are due. Takes a few milliseconds at most."""
        if self._waiting and time.monotonic() >= self._next_try:
            self._work_off(_TURN)

    def finish(self, seconds: float) -> None:
        """Retry all waiting database writes for up to ``seconds``, before the program ends."""
        until = time.monotonic() + seconds
        while self._waiting:
            self._work_off(max(_TURN, until - time.monotonic()))
            if not self._waiting or time.monotonic() > until:
                return
            time.sleep(_LAST_PAUSE)

    def _work_off(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        # No waiting here: the next try comes soon.
        self._file.execute("PRAGMA busy_timeout = 0")
        try:
            while self._waiting and self._make_first():
                self._pause = _FIRST_PAUSE
                if time.monotonic() > until:
                    break
        finally:
            self._file.execute(f"PRAGMA busy_timeout = {self._patience}")
        if not self._waiting:
            self.drop_stand_in()

    def _make_first(self) -> bool:
        """Execute the first waiting transaction; return True if it was saved or refused, else False."""
        unit = self._waiting[0]
        try:
            _make(self._file, unit.statements)
        except sqlite3.DatabaseError as error:
            if _may_pass(error):
                self._hold(error)
                self._pause = min(2 * self._pause, _LONGEST_PAUSE)
                return False
            self._refuse(unit, error)
            # The stand-in contains the refused unit; the next read creates a new one.
            self.drop_stand_in()
        else:
            unit.state = self._made
        self._waiting.popleft()
        return True

    # The stand-in

    def _ready_stand_in(self) -> StandIn | None:
        """Return the in-memory substitute for the database, created if needed; None if it is unreadable."""
        if self._stand_in is None and self._path is not None:
            try:
                self._stand_in = stand_in = StandIn(self._path, self._file)
            except sqlite3.Error:
                return None
            for unit in self._waiting:
                try:
                    _make(stand_in, unit.statements)
                except sqlite3.DatabaseError as error:
                    # A unit that is refused here is refused and reported when it is tried on the file itself.
                    if self._is_unreadable(error):
                        return None
        return self._stand_in

    def _is_unreadable(self, error: sqlite3.DatabaseError) -> bool:
        """Close the in-memory substitute for the database and return True if it cannot read the file now."""
        if not _may_pass(error):
            return False
        self.drop_stand_in()
        return True

    def drop_stand_in(self) -> None:
        """Close the in-memory substitute for the database, if any.

        While writes wait, the next read creates a new one.
        """
        if self._stand_in is not None:
            self._stand_in.close()
            self._stand_in = None


def _may_pass(error: sqlite3.DatabaseError) -> bool:
    """Return True if a failed write may succeed later, because its cause is outside the database."""
    return isinstance(error, sqlite3.OperationalError) and _code(error) in _PASSING


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def cause_of(error: sqlite3.Error) -> str:
    """Return the cause of a database error, as a phrase for the player."""
    known = _CAUSES.get(_code(error))
    return _(known) if known else str(error)


def _make(connection: _Connection, statements: Sequence[Statement]) -> bool:
    """Execute SQL statements as one transaction; return True if the last one changed a row. Raises sqlite3.Error."""
    if len(statements) == 1:
        return connection.execute(*statements[0]).rowcount > 0
    connection.execute("BEGIN IMMEDIATE")
    try:
        changed = [connection.execute(*each).rowcount > 0 for each in statements]
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise
    return bool(changed) and changed[-1]


def _roll_back(connection: _Connection | None) -> None:
    """Roll back the open transaction, unless an error has already ended it."""
    if connection is not None and connection.in_transaction:
        connection.execute("ROLLBACK")
