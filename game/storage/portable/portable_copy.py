"""The opening of a portable copy, which may be damaged or made to do harm: all of it is checked before it is used.

No path of the archive is ever used as a path: a file is written under the folder of its part, and under a name that is
valid on all systems.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_IFMT, S_IFREG

from game.core.language import _
from game.storage.background import OnStep
from game.storage.files import StoreError, cause
from game.storage.portable.parts import (
    FORMAT,
    LARGEST,
    LARGEST_RECORDS,
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    PIECE,
    RECORDS,
    VERSION,
    PlayerPart,
)

#: What a damaged archive raises, and one with a password or an unknown compression.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    struct.error,
    OverflowError,
)
#: The end of an archive: its mark, and its bytes, at most, with a comment. Zip64's mark comes right before it.
_END, _END_BYTES, _ZIP64 = b"PK\x05\x06", 22 + 65_535, b"PK\x06\x07"
#: The most bytes of an archive's list of files, which is read into memory, and of its manifest.
_MOST_OF_LIST, _MOST_OF_MANIFEST = 12_000_000, 100_000


@dataclass(slots=True)
class ArchivedGroup:
    """A file of the player's in an archive; for a saved tournament, with the files next to it, by ending."""

    part: PlayerPart
    name: str
    entries: dict[str, zipfile.ZipInfo] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PortableCopy:
    """A portable copy whose list of files is valid."""

    path: Path
    made: str
    """The time when it was made, in ISO 8601 if the file is right."""
    program: str
    """The version of the program that made it."""
    groups: Sequence[ArchivedGroup]
    records: zipfile.ZipInfo | None
    """The database; None if there is none."""
    passed_over: int
    """The number of files in it that a portable copy does not have."""

    @property
    def counts(self) -> Mapping[PlayerPart, int]:
        """The number of files of each part."""
        counts: dict[PlayerPart, int] = {}
        for group in self.groups:
            counts[group.part] = counts.get(group.part, 0) + 1
        return counts

    def check(self, step: OnStep) -> None:
        """Unpack all files without keeping them. Raises StoreError if one is damaged or too large, and Cancelled."""
        left, done = MOST_BYTES, 0
        with _opened(self.path) as archive:
            entries = [entry for group in self.groups for entry in group.entries.values()]
            for entry in [*entries, *filter(None, [self.records])]:
                step(done := done + 1, len(entries) + 1)
                most = LARGEST_RECORDS if entry is self.records else LARGEST
                for piece in _pieces(archive, entry, most):
                    left -= len(piece)
                    # A large file has steps of its own, so that the player can cancel.
                    step(done, len(entries) + 1)
                    if left < 0:
                        raise refusal(self.path, _("it unpacks to more than {most} MB", most=MOST_BYTES // 10**6))

    def contents(self) -> Iterator[tuple[ArchivedGroup, dict[str, bytes]]]:
        """Yield each file of the player's with its content and that of the files next to it. Raises StoreError."""
        with _opened(self.path) as archive:
            for group in self.groups:
                entries = group.entries.items()
                yield group, {ending: b"".join(_pieces(archive, entry, LARGEST)) for ending, entry in entries}

    def unpack_records(self, target: Path, step: OnStep) -> None:
        """Write the database of the archive to a file. Raises StoreError, OSError and Cancelled."""
        assert self.records is not None, "a copy without a database has none to unpack"
        with _opened(self.path) as archive, target.open("wb") as file:
            for piece in _pieces(archive, self.records, LARGEST_RECORDS):
                step(0, 0)
                file.write(piece)


def open_copy(path: Path, parts: Sequence[PlayerPart]) -> PortableCopy:
    """Read the list of files of a portable copy. Raises StoreError, with a sentence, if it is none or is not valid."""
    with _opened(path) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_FILES:
            raise refusal(path, _("it has more than {most} files", most=MOST_FILES))
        _check_names(path, entries)
        made, program = _manifest(path, archive, entries)
    known = {part.name: part for part in parts}
    groups: dict[tuple[str, str], ArchivedGroup] = {}
    records, others = None, 0
    for entry in entries:
        folder, _slash, name = entry.filename.partition("/")
        part = known.get(folder)
        main, ending = part.base_of(name) if part else ("", "")
        if entry.filename == RECORDS:
            records = entry
        elif part is not None and "/" not in name and part.has(main):
            groups.setdefault((folder, main), ArchivedGroup(part, main)).entries[ending] = entry
        else:
            others += not entry.is_dir() and entry.filename != MANIFEST
    whole = [group for group in groups.values() if "" in group.entries]
    others += sum(len(group.entries) for group in groups.values() if "" not in group.entries)
    return PortableCopy(path, made, program, whole, records, others)


def _check_names(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Raise StoreError if an entry is a link or device, leads out of the archive, or is there twice."""
    seen: set[str] = set()
    for entry in entries:
        name, kind = entry.filename, S_IFMT(entry.external_attr >> 16)
        leads_out = name.startswith("/") or "\\" in name or ":" in name.partition("/")[0] or ".." in name.split("/")
        if leads_out or name in seen or (kind not in (0, S_IFREG) and not entry.is_dir()):
            raise refusal(path, _("the file {name!r} in it cannot be one of yours", name=name[:80]))
        seen.add(name)


def _manifest(path: Path, archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo]) -> tuple[str, str]:
    """Return when a copy was made, and by which version of the program. Raises StoreError for another format."""
    entry = next((each for each in entries if each.filename == MANIFEST), None)
    if entry is None:
        raise refusal(path, _("it is not a copy of your games"))
    content = b"".join(_pieces(archive, entry, _MOST_OF_MANIFEST))
    try:
        about: object = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise refusal(path, _("{file} in it is damaged", file=MANIFEST)) from error
    match about:
        case {"format": str(found), "version": int(version), "program": str(program), "made": str(made)}:
            if found == FORMAT and version == VERSION:
                return made[:40], program[:40]
            if found == FORMAT:
                text = _("it is of Stone Fair {program}; this program cannot read it", program=program[:40])
                raise refusal(path, text)
    raise refusal(path, _("{file} in it is damaged", file=MANIFEST))


def _opened(path: Path) -> zipfile.ZipFile:
    """Open an archive whose list of files is not too long. Raises StoreError."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _END_BYTES))
            end = file.read(_END_BYTES)
        at = end.rfind(_END)
        if at < 0 or end[at - 20 : at - 16] == _ZIP64 or _list_size(end, at) > _MOST_OF_LIST:
            raise zipfile.BadZipFile
        return zipfile.ZipFile(path)
    except OSError as error:
        raise refusal(path, cause(error)) from error
    except _DAMAGED as error:
        raise refusal(path, _("the archive is damaged")) from error


def _list_size(end: bytes, at: int) -> int:
    """Return the size in bytes of an archive's list of files, from its end that begins at ``at``."""
    return int.from_bytes(end[at + 12 : at + 16], "little")


def _pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
    """Yield the content of a file in an archive. Raises StoreError if it is damaged or has more than ``most`` bytes.

    The size that an archive tells is not trusted.
    """
    path, size = Path(str(archive.filename)), 0
    try:
        with archive.open(entry) as stream:
            while piece := stream.read(PIECE):
                size += len(piece)
                if size > most:
                    text = _("{file} in it is larger than {most} MB", file=entry.filename, most=max(1, most // 10**6))
                    raise refusal(path, text)
                yield piece
    except StoreError:
        raise
    except OSError as error:
        raise refusal(path, cause(error)) from error
    except _DAMAGED as error:
        raise refusal(path, _("{file} in it is damaged", file=entry.filename)) from error


def refusal(path: Path, why: str) -> StoreError:
    """Return the error that a portable copy cannot be restored, for this reason."""
    return StoreError(_("{file} cannot be restored: {why}.", file=path.name, why=why))
