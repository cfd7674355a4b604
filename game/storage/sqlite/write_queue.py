"""The queue of the database's writes: a write that cannot be made now waits, and is made later in the same order.

Another program that writes, or a full disk, prevents a write. It then goes into the queue, and so does each write after
it, so that the order stays. Writes of one transaction stay one transaction.

While a write waits, every read goes to a stand-in (``stand_in``), in which the waiting writes are made already, in
memory. So a read never contradicts what the player just did (a changed setting has its new value, a game that has just
ended counts), and no table has to know about the queue. When the queue is empty the stand-in is dropped, and reads go
to the file again.
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

#: The most units that wait; a further one is refused.
MOST_WAITING = 5_000
_MOST_REFUSALS = 20
#: Seconds between two tries: after the first failure, and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0
#: Seconds for which waiting writes are made without a break, so that the window goes on.
_TURN = 0.015
#: Seconds between two tries when the program ends.
_LAST_PAUSE = 0.02

_CAUSES = {
    sqlite3.SQLITE_BUSY: gettext_noop("another program is using the file"),
    sqlite3.SQLITE_LOCKED: gettext_noop("another program is using the file"),
    sqlite3.SQLITE_FULL: gettext_noop("the disk is full"),
    sqlite3.SQLITE_READONLY: gettext_noop("the disk cannot be written to"),
}
_PASSING = {*_CAUSES, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT}


class UnitState(Enum):
    """The state of a unit of writes."""

    WAITING = auto()
    SAVED = auto()
    IN_MEMORY = auto()
    """Made in a database that ends with the program."""
    REFUSED = auto()


@dataclass(slots=True, eq=False)
class Unit:
    """Writes that are made all or not at all."""

    file: ReplacedFile
    """The file in which they are made."""
    statements: list[Statement] = field(default_factory=list)
    state: UnitState = UnitState.WAITING


@dataclass(frozen=True, slots=True)
class Write:
    """A write as its caller sees it."""

    changed: bool
    """Whether it changed a row."""
    unit: Unit

    @property
    def is_saved(self) -> bool:
        """Whether it is in the file, and another program has not taken the file's name away."""
        return self.unit.state is UnitState.SAVED and not self.unit.file.risk


class WriteQueue:
    """All writes of one connection, which must be in autocommit mode and is used by one thread."""

    def __init__(self, connection: FileConnection, watched: ReplacedFile, path: Path | None) -> None:
        """``path`` is the connection's file, None where what is written ends with the program."""
        self._file, self._watched, self._path = connection, watched, path
        self._made = UnitState.IN_MEMORY if path is None else UnitState.SAVED
        self._done = Unit(watched, state=self._made)
        """The unit of every write that was made at once."""
        self._patience: int = connection.execute("PRAGMA busy_timeout").fetchone()[0]
        self._waiting: deque[Unit] = deque()
        self._stand_in: StandIn | None = None
        self._group: Unit | None = None
        self._group_on: _Connection | None = None
        """The connection on which the open group is being made; None where it can only be noted down."""
        self._next_try, self._pause = 0.0, _FIRST_PAUSE
        self.cause = ""
        """The cause of the latest failure, in words."""
        self.refusals: deque[sqlite3.DatabaseError] = deque(maxlen=_MOST_REFUSALS)
        """The latest errors of units that were refused, for the caller to take away."""

    def __len__(self) -> int:
        """Count the units that wait."""
        return len(self._waiting)

    @property
    def is_direct(self) -> bool:
        """Whether a write made now goes straight into the file."""
        return not self._waiting and (self._group is None or self._group_on is self._file)

    @property
    def reader(self) -> _Connection:
        """The connection to read from: it knows every write that was made or waits."""
        if self._group_on is not None:
            return self._group_on
        return self._ready_stand_in() or self._file if self._waiting else self._file

    # Writing

    def write(self, *statements: Statement) -> Write:
        """Make writes as one unit, or let them wait behind those that wait; the result is about the last one.

        Inside ``together`` they belong to that unit; only there an error is raised (sqlite3.DatabaseError).
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
        return self._let_wait(Unit(self._watched, list(statements)))

    def _let_wait(self, unit: Unit) -> Write:
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
        """Note why nothing can be written now, and when to try again."""
        self.cause = cause_of(error)
        self._next_try = time.monotonic() + self._pause

    # Several writes together

    @contextmanager
    def together(self) -> Iterator[Unit]:
        """Make the writes in this block one unit; one block inside another belongs to the outer one.

        Raises sqlite3.DatabaseError when the writes are refused; nothing is written then.
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
        self._go_on_in_stand_in(group)

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
        """Go on with the open group in the stand-in; returns whether its last statement changed a row there."""
        self._hold(error)
        _roll_back(self._file)
        return self._go_on_in_stand_in(group)

    def _go_on_in_stand_in(self, group: Unit) -> bool:
        """Make the open group in the stand-in, as far as it has come; returns whether its last statement changed a row.

        Where the stand-in cannot be read, the group is only noted down.
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
            # One that a read has made meanwhile lacks the group.
            self.drop_stand_in()
        self._waiting.append(group)

    # Trying again

    def retry(self) -> None:
        """Make waiting writes if it is time to try again; takes some milliseconds at most."""
        if self._waiting and time.monotonic() >= self._next_try:
            self._work_off(_TURN)

    def finish(self, seconds: float) -> None:
        """Make all waiting writes before the program ends, as far as that succeeds within this time."""
        until = time.monotonic() + seconds
        while self._waiting:
            self._work_off(max(_TURN, until - time.monotonic()))
            if not self._waiting or time.monotonic() > until:
                return
            time.sleep(_LAST_PAUSE)

    def _work_off(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        # Nothing is waited for here: the next try comes soon.
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
        """Make the first waiting unit; returns whether it waits no longer, being saved or refused."""
        unit = self._waiting[0]
        try:
            _make(self._file, unit.statements)
        except sqlite3.DatabaseError as error:
            if _may_pass(error):
                self._hold(error)
                self._pause = min(2 * self._pause, _LONGEST_PAUSE)
                return False
            self._refuse(unit, error)
            # The stand-in holds what was refused; the next read makes another one.
            self.drop_stand_in()
        else:
            unit.state = self._made
        self._waiting.popleft()
        return True

    # The stand-in

    def _ready_stand_in(self) -> StandIn | None:
        """The stand-in, made where there is none; None where it cannot read the file."""
        if self._stand_in is None and self._path is not None:
            try:
                self._stand_in = stand_in = StandIn(self._path, self._file)
            except sqlite3.Error:
                return None
            for unit in self._waiting:
                try:
                    _make(stand_in, unit.statements)
                except sqlite3.DatabaseError as error:
                    # One that is refused here is refused, and reported, when it is tried with the file itself.
                    if self._is_unreadable(error):
                        return None
        return self._stand_in

    def _is_unreadable(self, error: sqlite3.DatabaseError) -> bool:
        """Drop the stand-in if it cannot read the file now; returns whether that is so."""
        if not _may_pass(error):
            return False
        self.drop_stand_in()
        return True

    def drop_stand_in(self) -> None:
        """Close the stand-in, where there is one; while writes wait, the next read makes another."""
        if self._stand_in is not None:
            self._stand_in.close()
            self._stand_in = None


def _may_pass(error: sqlite3.DatabaseError) -> bool:
    """Whether the write may succeed later: something outside the database prevents it."""
    return isinstance(error, sqlite3.OperationalError) and _code(error) in _PASSING


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def cause_of(error: sqlite3.Error) -> str:
    """The cause of an error of the database, in words."""
    known = _CAUSES.get(_code(error))
    return _(known) if known else str(error)


def _make(connection: _Connection, statements: Sequence[Statement]) -> bool:
    """Make all of some writes; returns whether the last one changed a row. Raises sqlite3.Error, none being made."""
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
    """Undo an open transaction, where there is one; some errors have undone it already."""
    if connection is not None and connection.in_transaction:
        connection.execute("ROLLBACK")
