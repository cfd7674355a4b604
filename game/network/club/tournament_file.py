"""The file of a club tournament: secret keys, then records of its state, of which the last is valid."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import IO, Annotated

from msgspec import ValidationError, field

from game.core.language import _, gettext_noop, join_sentences
from game.core.model import Reason
from game.core.record.checked_lines import read_lines
from game.network.club.tournament import TITLE_LETTERS, Claim, ClubTournament
from game.network.encryption.invitation import ServerAddress, Transport
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.sync.entries import PlayerName
from game.network.wire_format import WireRecord, free_words, from_text, spelled, to_text
from game.storage.file_lock import held
from game.storage.files import cause
from game.storage.records.record_file import save_copy, write_records
from game.storage.records.record_writer import RecordWriter

#: File name suffix of tournament files.
SUFFIX = ".evening"
#: Suffix of the lock file that keeps a second window out.
_LOCK = ".lock"
_HELD = gettext_noop("This tournament is open in another window. Continue there, or close it first.")
#: The error message while records cannot be written.
_PROBLEM = gettext_noop(
    "The tournament cannot be saved: {cause}. Stone Fair keeps trying and sends nothing until the tournament is saved."
)
#: The maximum size in bytes of a file that is read.
_LARGEST = 128_000_000
_HEX32 = r"[0-9a-f]{64}"
_Hex32 = Annotated[str, spelled(_HEX32)]
_SAID = re.compile(r"said ([0-9]{1,2}) ([wld-])")
_ORGANISER = re.compile(rf"keeper ({_HEX32})")


class ClubRole(Enum):
    """The local player's role in a club tournament: organiser or member."""

    ORGANISER = "keeper"
    MEMBER = "member"


class ClubHeader(WireRecord, frozen=True, tag="stone fair evening 1"):
    """The first line of a tournament file. It contains secret keys, so the file must stay private."""

    __repr__ = object.__repr__
    role: ClubRole = field(name="role")
    name: PlayerName = field(name="name")
    title: Annotated[str, free_words(TITLE_LETTERS)] = field(name="title")
    private: _Hex32 = field(name="private")
    """Private key of the local player, which is the player's identity."""
    key: _Hex32 = field(name="key")
    """Shared secret of all members."""
    address: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\]]{1,300}")] = field(name="address")
    invitation: Annotated[str, spelled(r"[0-9A-Za-z.\-:\[\] ]{1,600}")] = field(name="invitation")

    @property
    def keys(self) -> TableKeys:
        """Encryption keys derived from the shared secret of the club tournament."""
        return TableKeys(bytes.fromhex(self.key))

    @property
    def own(self) -> KeyAgreement:
        """Key pair of the local player in the club tournament."""
        return KeyAgreement(bytes.fromhex(self.private))

    @property
    def place(self) -> ServerAddress:
        """Address of the broker of the club tournament."""
        return ServerAddress(Transport.BROKER, self.address)


@dataclass(slots=True)
class ClubRecord:
    """The state of a club tournament as read from the records of its file."""

    tournament: ClubTournament | None = None
    organiser: bytes = b""
    """Public key of the organiser; b"" if unknown."""
    reported: tuple[int, Claim] = (0, Claim.NOTHING)


@dataclass(frozen=True, slots=True)
class OpenedClub:
    """The contents of a tournament file, and its lock."""

    head: ClubHeader
    kept: ClubRecord
    hold: IO[bytes] | None = None
    """Locked file object that keeps other programs out until it is closed; None if the file was only read."""
    repaired: str = ""
    """A notice about repaired damage; "" if there was none."""

    def release(self) -> None:
        """Unlock the tournament file for other programs."""
        if self.hold is not None:
            self.hold.close()


def club_writer(path: Path) -> RecordWriter:
    """Return a writer that appends records to a tournament file."""
    return RecordWriter(path, _PROBLEM)


def begin_club_file(folder: Path, head: ClubHeader, tournament: ClubTournament | None = None) -> Path | Reason:
    """Create a tournament file and return its path, or the reason if that fails.

    If a file for this tournament and role exists, it is reused.
    """
    path = folder / f"{head.keys.room_name}-{head.role.value}{SUFFIX}"
    if path.exists():
        return path
    try:
        write_records(path, _lines(head, ClubRecord(tournament)), private=True)
    except OSError as error:
        return Reason("not written", _("The tournament cannot be saved: {cause}.", cause=cause(error)))
    return path


def open_club_file(path: Path) -> OpenedClub | Reason:
    """Read and lock a tournament file, and shorten it to its latest records.

    A damaged line is dropped after the whole file has been copied. If the file cannot be rewritten now, it is used as
    it is.
    """
    if not path.exists():
        return read_club_file(path)
    try:
        hold = held(path.with_name(f"{path.name}{_LOCK}"), create=True)
    except OSError as error:
        return Reason("not written", _("The tournament cannot be saved: {cause}.", cause=cause(error)))
    if hold is None:
        return Reason("held", _(_HELD))
    found = _read(path)
    if isinstance(found, Reason):
        hold.close()
        return found
    opened, contents, damaged = found
    return replace(opened, hold=hold, repaired=_written_again(path, opened, contents, damaged))


def delete_club_file(path: Path) -> Reason | None:
    """Delete a tournament file. Return the reason if that fails, else None."""
    lock = path.with_name(f"{path.name}{_LOCK}")
    try:
        hold = held(lock, create=True)
        if hold is None:
            return Reason("held", _(_HELD))
        hold.close()
        path.unlink(missing_ok=True)
        lock.unlink(missing_ok=True)
    except OSError as error:
        return Reason("not removed", _("{file} cannot be deleted: {cause}.", file=path.name, cause=cause(error)))
    return None


def _written_again(path: Path, opened: OpenedClub, contents: bytes, damaged: int) -> str:
    """Rewrite a tournament file with its latest records only. Return a notice of damage, or "" if none."""
    copy = ""
    with contextlib.suppress(OSError):
        if damaged:
            copy = save_copy(path, contents, private=True).name
        write_records(path, _lines(opened.head, opened.kept), private=True)
    if not damaged:
        return ""
    text = _("Line {line} of {file} is damaged. The tournament continues from the last intact line.",
             line=damaged, file=path.name)  # fmt: skip
    kept = _("The original file is kept as {copy}.", copy=copy) if copy else ""
    return join_sentences((text, kept))


def read_club_file(path: Path) -> OpenedClub | Reason:
    """Return the contents of a tournament file without changing or locking it, or the reason if that fails."""
    found = _read(path)
    return found if isinstance(found, Reason) else found[0]


def _read(path: Path) -> tuple[OpenedClub, bytes, int] | Reason:
    """Read a tournament file. Return its data, its raw bytes and the first damaged line, 0 for none.

    The line is given by its number.
    """
    none = Reason("not read", _("{file} is not a club tournament file.", file=path.name))
    try:
        with path.open("rb") as file:
            contents = file.read(_LARGEST + 1)
    except OSError as error:
        return Reason("not read", _("{file} cannot be read: {cause}.", file=path.name, cause=cause(error)))
    lines = read_lines(contents)
    if len(contents) > _LARGEST or not lines.sound:
        return none
    try:
        head = from_text(ClubHeader, lines.sound[0])
    except ValidationError:
        return none
    opened = OpenedClub(head, _stored([*lines.sound[1:], *lines.later]))
    is_lost = head.role is ClubRole.ORGANISER and opened.kept.tournament is None
    return none if is_lost else (opened, contents, lines.damaged)


def _stored(records: Sequence[str]) -> ClubRecord:
    """Return the state of a club tournament from the last readable record of each kind."""
    kept = ClubRecord()
    for record in reversed(records):
        if kept.tournament is None and record.startswith("evening "):
            with contextlib.suppress(ValidationError):
                tournament = from_text(ClubTournament, record.removeprefix("evening "))
                kept.tournament = tournament if tournament.is_sound else None
        elif not kept.organiser and (found := _ORGANISER.fullmatch(record)):
            kept.organiser = bytes.fromhex(found[1])
        elif kept.reported[0] == 0 and (found := _SAID.fullmatch(record)):
            kept.reported = (int(found[1]), Claim(found[2]))
    return kept


def _lines(head: ClubHeader, kept: ClubRecord) -> Iterable[str]:
    yield to_text(head)
    if kept.organiser:
        yield f"keeper {kept.organiser.hex()}"
    if kept.reported[0]:
        yield f"said {kept.reported[0]} {kept.reported[1].value}"
    if kept.tournament is not None:
        yield f"evening {to_text(kept.tournament)}"


def club_files(folder: Path) -> Mapping[Path, OpenedClub]:
    """Return the contents of all tournament files in a folder, newest first, skipping other files."""
    found: dict[Path, float] = {}
    for path in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):
            found[path] = path.stat().st_mtime
    opened = {path: read_club_file(path) for path in sorted(found, key=lambda path: -found[path])}
    return {path: each for path, each in opened.items() if isinstance(each, OpenedClub)}
