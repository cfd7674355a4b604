"""The file of a far table: whose seat it is, its keys, and the records of what happened. One for each table.

It is written by a thread, so that the window never waits. Nothing is sent before what it tells is on the disk.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Annotated

from game.apart.forms import KindOf, OneOf, Spelled, SpokenWords, Unfit, from_text, to_text
from game.apart.journal.entries import NAME_LETTERS, OwnSecret, SeatOwner
from game.apart.kept_seat import KeptSeat, read_records
from game.apart.sealed.invitation import MeetingPlace, Way
from game.apart.sealed.keys import TableKeys
from game.apart.sides import Side
from game.core.language import _
from game.core.model import Reason
from game.store.file_lock import held
from game.store.files import cause, write_through, write_whole

#: The most bytes of a file that is read: a journal of tens of thousands of moves.
_LARGEST = 64_000_000
_HEX16, _HEX32 = r"[0-9a-f]{32}", r"[0-9a-f]{64}"


@dataclass(frozen=True, slots=True, repr=False)
class SeatHead:
    """The first line of the file: what the seat is. It holds the keys of the table, so it is nobody else's business."""

    side: Annotated[Side, OneOf(Side)]
    name: Annotated[str, SpokenWords(NAME_LETTERS)]
    secret: Annotated[str, Spelled(_HEX32)]
    """What this side's proofs are made with."""
    own_id: Annotated[str, Spelled(_HEX16)]
    """The number by which the other side knows this one again."""
    key: Annotated[str, Spelled(_HEX32)]
    """The secret of the table, which both sides have."""
    room: Annotated[str, Spelled(r"(?:[0-9a-f]{32})?")]
    way: Annotated[Way, OneOf(Way)]
    address: Annotated[str, Spelled(r"[0-9A-Za-z.\-:\[\]]{0,300}")]
    invitation: Annotated[str, Spelled(r"[0-9A-Za-z.\-:\[\] ]{0,600}")]
    """The words of the table, to be read out again; "" for one that was open to anybody nearby."""

    @property
    def keys(self) -> TableKeys:
        """The keys of the table."""
        return TableKeys(bytes.fromhex(self.key), self.room)

    @property
    def place(self) -> MeetingPlace:
        """Where the other side is reached."""
        return MeetingPlace(self.way, self.address)

    @property
    def owner(self) -> SeatOwner:
        """Who sits here."""
        return SeatOwner(self.side, self.name, self.keys.room_name, OwnSecret(bytes.fromhex(self.secret)))


_HEAD = KindOf((("stone fair seat 1", SeatHead),))


class SeatFile:
    """Adds records to a seat's file; a failure is told, and the game goes on without the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._problem = self._told = ""
        self._records: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._change = threading.Lock()
        self._waiting = 0
        self._writer = threading.Thread(target=self._write, name="far table's file", daemon=True)
        self._writer.start()

    def note(self, record: str) -> None:
        """Have a record added."""
        with self._change:
            self._waiting += 1
        self._records.put(record)

    @property
    def is_written(self) -> bool:
        """Whether all records are on the disk, or could not be written."""
        return self._waiting == 0 or not self._writer.is_alive()

    def problem(self) -> str:
        """A sentence about a failure, once; "" when there is none."""
        news, self._told = ("" if self._problem == self._told else self._problem), self._problem
        return news

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._records.put(None)
        self._writer.join()

    def _write(self) -> None:
        while (record := self._records.get()) is not None:
            try:
                write_through(self.path, f"{record}\n".encode(), append=True)
                self._problem = ""
            except OSError as error:
                self._problem = _("The table's journal cannot be written: {cause}.", cause=cause(error))
            with self._change:
                self._waiting -= 1


def begin_seat_file(path: Path, head: SeatHead) -> Reason | None:
    """Write a new file with its head alone; why that cannot be, None where it is done."""
    try:
        write_whole(path, f"{to_text(_HEAD, head)}\n".encode())
    except OSError as error:
        return Reason("not written", _("The table's journal cannot be written: {cause}.", cause=cause(error)))
    with contextlib.suppress(OSError, NotImplementedError):
        path.chmod(0o600)
    return None


@dataclass(frozen=True, slots=True)
class OpenedSeat:
    """What a seat's file holds."""

    head: SeatHead
    kept: KeptSeat
    hold: IO[bytes] | None = None
    """Keeps other programs from the file until it is closed; None where it was only read."""

    def let_go(self) -> None:
        """Let another program have the seat."""
        if self.hold is not None:
            self.hold.close()


def read_seat_file(path: Path) -> OpenedSeat | Reason:
    """Read a seat's file, which may be in use, and change nothing."""
    try:
        with path.open("rb") as file:
            found = _read(_contents(file))
    except OSError as error:
        return _unread(path, error)
    return _no_journal(path) if found is None else found[0]


def open_seat_file(path: Path) -> OpenedSeat | Reason:
    """Open a seat's file and keep other programs from it; what cannot be read at its end, a torn line, is taken off."""
    try:
        file = held(path)
        if file is None:
            return Reason("held", _("This table is open in another window of yours. Go on there, or close it first."))
        try:
            return _opened(path, file)
        except OSError:
            file.close()
            raise
    except OSError as error:
        return _unread(path, error)


def _opened(path: Path, file: IO[bytes]) -> OpenedSeat | Reason:
    """What a file holds that is ours alone now; it is closed again where it is no seat's."""
    contents = _contents(file)
    found = _read(contents)
    if found is None:
        file.close()
        return _no_journal(path)
    opened, length = found
    if length < len(contents):
        file.truncate(length)
        os.fsync(file.fileno())
    return replace(opened, hold=file)


def forget_seat(path: Path) -> Reason | None:
    """Remove a seat's file; why that cannot be, None where it is done or was done."""
    opened = open_seat_file(path)
    if isinstance(opened, Reason) and opened.code == "held":
        return opened
    if isinstance(opened, OpenedSeat):
        opened.let_go()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return Reason("not removed", _("{file} cannot be removed: {cause}.", file=path.name, cause=cause(error)))
    return None


def _contents(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read(_LARGEST + 1)


def _unread(path: Path, error: OSError) -> Reason:
    return Reason("not read", _("{file} cannot be read: {cause}.", file=path.name, cause=cause(error)))


def _no_journal(path: Path) -> Reason:
    return Reason("not read", _("{file} is no journal of a table.", file=path.name))


def _read(contents: bytes) -> tuple[OpenedSeat, int] | None:
    """What a file holds, and how many bytes of it could be read; None where its head cannot be."""
    lines = contents.split(b"\n")
    first, *records = (line.decode("utf-8", "replace") for line in lines)
    try:
        head = from_text(_HEAD, first)
    except Unfit:
        return None
    if len(contents) > _LARGEST:
        return None
    kept = read_records(records[:-1])
    return OpenedSeat(head, kept), sum(len(line) + 1 for line in lines[: kept.readable + 1])


def seat_files(folder: Path) -> Mapping[Path, SeatHead]:
    """The far tables that are kept in a folder, by their files; what is no such file is left out."""
    found: dict[Path, SeatHead] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(OSError, Unfit), path.open("rb") as file:
            found[path] = from_text(_HEAD, file.readline(8_000).decode("utf-8", "replace").rstrip("\n"))
    return found


#: How the names of these files end.
SUFFIX = ".seat"
