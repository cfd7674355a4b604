"""The session file of a remote game: local player, secret keys, and a record of each event.

Each session has its own file. Records have checksums. A thread writes them, so that the window never blocks. A message
is sent only after its record is on disk.
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

#: The maximum size in bytes of a file that is read; enough for tens of thousands of moves.
_LARGEST = 64_000_000
_Hex16 = Annotated[str, spelled(r"[0-9a-f]{32}")]
_Hex32 = Annotated[str, spelled(r"[0-9a-f]{64}")]


class SessionHeader(WireRecord, frozen=True, tag="stone fair seat 1"):
    """The first line of a remote game's session file: player, side, address and secret keys.

    The keys must stay private.
    """

    __repr__ = object.__repr__
    side: Side = field(name="side")
    name: PlayerName = field(name="name")
    secret: _Hex32 = field(name="secret")
    """Secret from which this side derives proofs, consents and its random number for the toss."""
    own_id: _Hex16 = field(name="own_id")
    """Random id by which the other side recognises this one."""
    key: _Hex32 = field(name="key")
    """Shared secret of both sides."""
    room: Annotated[str, spelled(r"(?:[0-9a-f]{32})?")] = field(name="room")
    way: Transport = field(name="way")
    address: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\]]{0,300}")] = field(name="address")
    invitation: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\] ]{0,600}")] = field(name="invitation")
    """Invitation code, to show it again; "" for a nearby game that was open to all."""

    @property
    def keys(self) -> TableKeys:
        """Encryption keys derived from the session's shared secret and room."""
        return TableKeys(bytes.fromhex(self.key), self.room)

    @property
    def place(self) -> ServerAddress:
        """Address at which the guest reaches the host of the remote game."""
        return ServerAddress(self.way, self.address)

    @property
    def owner(self) -> SeatKeyOwner:
        """The local player of the session: side, name, room and secret."""
        return SeatKeyOwner(self.side, self.name, self.keys.room_name, OwnSecret(bytes.fromhex(self.secret)))


#: The error message while records cannot be written.
_PROBLEM = gettext_noop(
    "The game file cannot be written: {cause}. Stone Fair keeps trying and sends nothing until the file is written."
)


def session_writer(path: Path) -> RecordWriter:
    """Return a writer that appends records to the session file of a remote game."""
    return RecordWriter(path, _PROBLEM)


def begin_session_file(path: Path, head: SessionHeader) -> Reason | None:
    """Create a session file that contains only its header. Return the reason if that fails, else None."""
    try:
        write_records(path, [to_text(head)], private=True)
    except OSError as error:
        return Reason("not written", _("The game file cannot be written: {cause}.", cause=cause(error)))
    return None


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """The contents of the session file of a remote game, and its lock."""

    head: SessionHeader
    kept: SessionRecord
    hold: IO[bytes] | None = None
    """Locked file object that keeps other programs out until it is closed; None if the file was only read."""
    repaired: str = ""
    """A notice about repaired damage; "" if there was none."""

    def release(self) -> None:
        """Unlock the session file for other programs."""
        if self.hold is not None:
            self.hold.close()


def read_session_file(path: Path) -> OpenedSession | Reason:
    """Read a session file without changing or locking it, even if it is in use."""
    try:
        with path.open("rb") as file:
            found = _read(_contents(file))
    except OSError as error:
        return _unread(path, error)
    return _no_journal(path) if found is None else found.opened


def open_session_file(path: Path) -> OpenedSession | Reason:
    """Lock and read a session file.

    A game can only be resumed from a journal without gaps. A file with a damaged line is copied first and then cut
    before that line; ``repaired`` of the result is then a notice about it. The other side sends the missing part of the
    journal again.
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
    """Read a locked session file; close it if it is invalid or cannot be repaired."""
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
            "Line {line} of {file} is damaged, and the file could not be backed up: {cause}.",
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
        "Line {line} of {file} is damaged. The game continues from the line before it, and the other "
        "player's computer sends the rest. The original file is kept as {copy}.",
        line=found.damaged,
        file=path.name,
        copy=aside.name,
    )


def delete_session_file(path: Path) -> Reason | None:
    """Delete a session file. Return the reason if that fails, else None."""
    opened = open_session_file(path)
    if isinstance(opened, Reason) and opened.code == "held":
        return opened
    if isinstance(opened, OpenedSession):
        opened.release()
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
    return Reason("not read", _("{file} is not an online game file.", file=path.name))


@dataclass(frozen=True, slots=True)
class _Found:
    opened: OpenedSession
    length: int
    """Number of readable bytes."""
    damaged: int
    """Number of the first unreadable line, counted from 1; 0 if there is none."""
    is_torn: bool
    """True if the unreadable line is the last one and has no line end."""


def _read(contents: bytes) -> _Found | None:
    """Parse the contents of a session file. Return None if its header cannot be read."""
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


def session_files(folder: Path) -> Mapping[Path, SessionHeader]:
    """Return the headers of all session files in a folder, by path, skipping other files."""
    found: dict[Path, SessionHeader] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(OSError, ValidationError), path.open("rb") as file:
            lines = read_lines(file.readline(8_000))
            found[path] = from_text(SessionHeader, lines.sound[0] if lines.sound else "")
    return found


#: File name suffix of session files.
SUFFIX = ".seat"
