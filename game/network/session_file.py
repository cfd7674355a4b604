"""The file of a far table: whose seat it is, its keys, and the records of what happened. One for each table.

It is a file of records with checksums, written by a thread, so that the window never waits. Nothing is sent before what
it tells is on the disk.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Annotated

from msgspec import ValidationError, field

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.core.record.checked_lines import read_lines
from game.network.encryption.invitation import ServerAddress, Transport
from game.network.encryption.keys import TableKeys
from game.network.session_record import SessionRecord, read_records
from game.network.sides import Side
from game.network.sync.entries import OwnSecret, PlayerName, SeatKeyOwner
from game.network.wire_format import WireRecord, from_text, spelled, to_text
from game.storage.file_lock import held
from game.storage.files import cause
from game.storage.records.record_file import cut, write_records
from game.storage.records.record_writer import RecordWriter

#: The most bytes of a file that is read: a journal of tens of thousands of moves.
_LARGEST = 64_000_000
_Hex16 = Annotated[str, spelled(r"[0-9a-f]{32}")]
_Hex32 = Annotated[str, spelled(r"[0-9a-f]{64}")]


class SessionHeader(WireRecord, frozen=True, tag="stone fair seat 1"):
    """The first line of the file: what the seat is. It holds the keys of the table, so it is nobody else's business."""

    __repr__ = object.__repr__
    side: Side = field(name="side")
    name: PlayerName = field(name="name")
    secret: _Hex32 = field(name="secret")
    """What this side's proofs are made with."""
    own_id: _Hex16 = field(name="own_id")
    """The number by which the other side knows this one again."""
    key: _Hex32 = field(name="key")
    """The secret of the table, which both sides have."""
    room: Annotated[str, spelled(r"(?:[0-9a-f]{32})?")] = field(name="room")
    way: Transport = field(name="way")
    address: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\]]{0,300}")] = field(name="address")
    invitation: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\] ]{0,600}")] = field(name="invitation")
    """The words of the table, to be read out again; "" for one that was open to anybody nearby."""

    @property
    def keys(self) -> TableKeys:
        """The keys of the table."""
        return TableKeys(bytes.fromhex(self.key), self.room)

    @property
    def place(self) -> ServerAddress:
        """Where the other side is reached."""
        return ServerAddress(self.way, self.address)

    @property
    def owner(self) -> SeatKeyOwner:
        """Who sits here."""
        return SeatKeyOwner(self.side, self.name, self.keys.room_name, OwnSecret(bytes.fromhex(self.secret)))


#: The sentence for a record that cannot be written.
_PROBLEM = gettext_noop(
    "The game file cannot be written: {cause}. Stone Fair keeps trying and sends nothing until then."
)


def seat_writer(path: Path) -> RecordWriter:
    """The writer that appends records to a seat's file."""
    return RecordWriter(path, _PROBLEM)


def begin_seat_file(path: Path, head: SessionHeader) -> Reason | None:
    """Write a new file with its head alone; why that cannot be, None where it is done."""
    try:
        write_records(path, [to_text(head)], private=True)
    except OSError as error:
        return Reason("not written", _("The game file cannot be written: {cause}.", cause=cause(error)))
    return None


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """What a seat's file holds."""

    head: SessionHeader
    kept: SessionRecord
    hold: IO[bytes] | None = None
    """Keeps other programs from the file until it is closed; None where it was only read."""
    repaired: str = ""
    """A sentence about damage that was repaired; "" where there was none."""

    def let_go(self) -> None:
        """Let another program have the seat."""
        if self.hold is not None:
            self.hold.close()


def read_seat_file(path: Path) -> OpenedSession | Reason:
    """Read a seat's file, which may be in use, and change nothing."""
    try:
        with path.open("rb") as file:
            found = _read(_contents(file))
    except OSError as error:
        return _unread(path, error)
    return _no_journal(path) if found is None else found.opened


def open_seat_file(path: Path) -> OpenedSession | Reason:
    """Open a seat's file and keep other programs from it.

    A table goes on only from lines without a gap. So a file with a damaged line is cut before that line, after a copy
    of the whole file was put aside; ``repaired`` says so. The other side sends its journal from there again.
    """
    try:
        file = held(path)
        if file is None:
            return Reason("held", _("This game is open in another window. Continue there, or close it first."))
        try:
            return _opened(path, file)
        except OSError:
            file.close()
            raise
    except OSError as error:
        return _unread(path, error)


def _opened(path: Path, file: IO[bytes]) -> OpenedSession | Reason:
    """Read a file that is locked by now; close it again where it is no seat's, or cannot be repaired."""
    contents = _contents(file)
    found = _read(contents)
    if found is None:
        file.close()
        return _no_journal(path)
    if found.length == len(contents):
        return replace(found.opened, hold=file)
    try:
        aside = cut(path, file, contents, found.length, private=True)
    except OSError as error:
        file.close()
        sentence = _(
            "Line {line} of {file} is damaged, and the file cannot be copied: {cause}.",
            line=found.damaged,
            file=path.name,
            cause=cause(error),
        )
        return Reason("not repaired", sentence)
    return replace(found.opened, hold=file, repaired=_repaired(path, found, aside))


def _repaired(path: Path, found: _Found, aside: Path) -> str:
    if found.is_torn:
        return _(
            "The last line of {file} is incomplete and was left out. The original file is kept as {copy}.",
            file=path.name,
            copy=aside.name,
        )
    return _(
        "Line {line} of {file} is damaged. The game continues from the line before, and the other player sends what "
        "followed. The original file is kept as {copy}.",
        line=found.damaged,
        file=path.name,
        copy=aside.name,
    )


def forget_seat(path: Path) -> Reason | None:
    """Remove a seat's file; why that cannot be, None where it is done or was done."""
    opened = open_seat_file(path)
    if isinstance(opened, Reason) and opened.code == "held":
        return opened
    if isinstance(opened, OpenedSession):
        opened.let_go()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return Reason("not removed", _("{file} cannot be deleted: {cause}.", file=path.name, cause=cause(error)))
    return None


def _contents(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read(_LARGEST + 1)


def _unread(path: Path, error: OSError) -> Reason:
    return Reason("not read", _("{file} cannot be read: {cause}.", file=path.name, cause=cause(error)))


def _no_journal(path: Path) -> Reason:
    return Reason("not read", _("{file} is not an online game.", file=path.name))


@dataclass(frozen=True, slots=True)
class _Found:
    """The contents of a file."""

    opened: OpenedSession
    length: int
    """The number of bytes that could be read."""
    damaged: int
    """The number of the first line that could not be; 0 for none."""
    is_torn: bool
    """Whether that is the last line, which has no end."""


def _read(contents: bytes) -> _Found | None:
    """Read the contents of a file; None where its head cannot be read."""
    if len(contents) > _LARGEST:
        return None
    lines = read_lines(contents)
    try:
        head = from_text(SessionHeader, lines.sound[0] if lines.sound else "")
    except ValidationError:
        return None
    kept = read_records(lines.sound[1:])
    readable = kept.readable + 1
    damaged = readable + 1 if readable < len(lines.sound) else lines.damaged
    is_torn = lines.is_torn and damaged == lines.damaged
    return _Found(OpenedSession(head, kept), lines.length_of(readable), damaged, is_torn)


def seat_files(folder: Path) -> Mapping[Path, SessionHeader]:
    """The far tables that are kept in a folder, by their files; what is no such file is left out."""
    found: dict[Path, SessionHeader] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(OSError, ValidationError), path.open("rb") as file:
            lines = read_lines(file.readline(8_000))
            found[path] = from_text(SessionHeader, lines.sound[0] if lines.sound else "")
    return found


#: How the names of these files end.
SUFFIX = ".seat"
