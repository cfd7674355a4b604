"""Archives of game files: gzip files, which hold one file, and ZIP and tar archives, which hold many.

A small archive can unpack to any size, so all files of an archive together are unpacked up to a limit, in memory.
Archives inside archives are not unpacked, except for a tar archive in a gzip file.
"""

from __future__ import annotations

import re
import tarfile
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import accumulate
from typing import IO

from game.core.language import _, gettext_noop, plural
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.library.formats.opened_file import OpenedFile, StudiesOnAccess
from game.library.formats.texts import ImportWarnings
from game.library.study.study import Study

TITLE, TAR_TITLE = gettext_noop("ZIP archive"), gettext_noop("Tar archive")
#: The most files of an archive that are looked into.
MOST_MEMBERS = 50_000
#: The first bytes of a gzip file, and what makes zlib expect its header.
_GZIP, _WITH_GZIP_HEADER = b"\x1f\x8b\x08", 31
#: Number of bytes of a gzip file after its data.
_GZIP_END = 8
#: The first bytes of a ZIP archive, with files and without, and those of each entry of its list of files.
_ZIP, _LISTED = (b"PK\x03\x04", b"PK\x05\x06"), b"PK\x01\x02"
#: The bytes that are unpacked in one call.
_PIECE = 1 << 20
#: What a damaged file in an archive raises, and a file with a password or an unknown compression.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError)
#: The kinds of entries in a tar archive whose content is about the next file, by GNU tar and by POSIX, and the longest
#: content in which its name is looked for.
_TAR_NAMES, _LONGEST_NAME = (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE), 10_000
_PAX_NAME = re.compile(rb"(?:\A|\n)[0-9]{1,6} path=([^\n]{1,4000})\n")
#: Files that systems put into archives beside the player's own.
_OF_SYSTEMS = ("__macosx/", ".ds_store", "thumbs.db", "desktop.ini")
#: The most names of files without games that a warning lists.
_MOST_NAMES = 3

#: Reads the content of a file with a name. Raises ParseError or PluginError if nothing in it can be read.
OpenMember = Callable[[bytes, str], OpenedFile]


@dataclass(frozen=True, slots=True)
class _Member:
    """A file in an archive."""

    path: str
    open: Callable[[], IO[bytes]]
    """Opens the file for reading. Raises one of ``_DAMAGED`` if that is impossible."""

    @property
    def name(self) -> str:
        """The name of the file without its folder."""
        return self.path.replace("\\", "/").rpartition("/")[2]


def unzipped(content: bytes, name: str, most: int) -> tuple[bytes, str]:
    """Return the content and the name of the file in a gzip file; of a damaged one what comes before the damage.

    Unpacking stops soon after ``most`` bytes. Other files are returned as they are.
    """
    if not content.startswith(_GZIP):
        return content, name
    # Without the checksum at the end, which would make zlib throw away what it has unpacked.
    content = content[:-_GZIP_END]
    unpacker, pieces = zlib.decompressobj(wbits=_WITH_GZIP_HEADER), list[bytes]()
    with suppress(zlib.error):
        while not unpacker.eof and sum(map(len, pieces)) <= most:
            piece = unpacker.decompress(content, _PIECE)
            content = unpacker.unconsumed_tail
            if not piece:
                break
            pieces.append(piece)
    return b"".join(pieces), name[:-3] if name.lower().endswith(".gz") else name


def is_archive(content: bytes) -> bool:
    """Return True if a file is a ZIP or tar archive."""
    return content.startswith(_ZIP) or _tar_head(content, 0) is not None


def read_archive(content: bytes, open_member: OpenMember, most: int) -> OpenedFile:
    """Read the games of all files in an archive, which together may have ``most`` bytes.

    Raises ParseError if the archive is damaged or has too many files, or if no file in it has a game.
    """
    is_zip = content.startswith(_ZIP)
    members = [each for each in (_zipped(content) if is_zip else _tarred(content)) if not _is_of_system(each.path)]
    warnings, found, without = ImportWarnings(), list[tuple[_Member, int]](), list[str]()
    encodings, only, left = set[str](), None, most
    for number, member in enumerate(members):
        inside = _content(member, left)
        left -= len(inside)
        if left < 0:
            warnings.add_sentence(_rest_text(len(members) - number, most))
            break
        opened = _opened(inside, member.name, open_member)
        if opened is None:
            without.append(member.name)
            continue
        for sentence in opened.problems:
            warnings.add_sentence(f"{member.name}: {sentence}")
        # Games of further files are read again when they are wanted: all of them may not fit into the memory.
        only = None if found else opened
        found.append((member, 1 if opened.has_readings else len(opened.studies)))
        encodings |= {opened.encoding} - {""}
    if not found:
        raise ParseError(_("no file in the archive has a game"))
    if without:
        warnings.add_sentence(_without_text(without))
    if only is not None:
        return replace(only, problems=warnings.sentences)
    encoding = encodings.pop() if len(encodings) == 1 else ""
    games = _ArchivedGames(found, open_member, most)
    return OpenedFile(TITLE if is_zip else TAR_TITLE, games.studies(), None, warnings.sentences, encoding)


def _zipped(content: bytes) -> list[_Member]:
    """Return the files in a ZIP archive. Raises ParseError if its list of files is damaged or too long."""
    if content.count(_LISTED) > MOST_MEMBERS:
        raise _too_many()
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except _DAMAGED as error:
        raise ParseError(_("the archive is damaged")) from error
    return [_Member(each.filename, partial(archive.open, each)) for each in archive.infolist() if not each.is_dir()]


def _tarred(content: bytes) -> list[_Member]:
    """Return the files in a tar archive, of a damaged one those before the damage; links and devices are left out.

    The library's reader is used for the heads only, because it copies a global head for each file, which lets a small
    archive fill the memory. Raises ParseError if there are too many files.
    """
    members, at, long_name = list[_Member](), 0, ""
    while (head := _tar_head(content, at)) is not None:
        start = at + tarfile.BLOCKSIZE
        has_content = head.isreg() or head.type not in tarfile.SUPPORTED_TYPES or head.type in _TAR_NAMES
        at = start + (-(-head.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE if has_content else 0)
        if head.type in _TAR_NAMES:
            long_name = _long_name(content[start : start + min(head.size, _LONGEST_NAME)], head.type)
            continue
        if head.isreg():
            inside = memoryview(content)[start : start + head.size]
            members.append(_Member(long_name or head.name, partial(BytesIO, inside)))
        if len(members) > MOST_MEMBERS:
            raise _too_many()
        long_name = ""
    return members


def _tar_head(content: bytes, at: int) -> tarfile.TarInfo | None:
    """Return the head of a file in a tar archive; None if there is none, or its checksum or size is wrong."""
    try:
        head = tarfile.TarInfo.frombuf(content[at : at + tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return None
    return head if head.size >= 0 else None


def _long_name(content: bytes, kind: bytes) -> str:
    """Return the name of the next file in a tar archive, which is too long for its head; "" if there is none."""
    found = _PAX_NAME.search(content) if kind == tarfile.XHDTYPE else None
    name = content.rstrip(b"\0") if kind == tarfile.GNUTYPE_LONGNAME else found[1] if found is not None else b""
    return name.decode("utf-8", "replace")


def _too_many() -> ParseError:
    return ParseError(_("the archive has more than {count} files", count=MOST_MEMBERS))


def _content(member: _Member, most: int) -> bytes:
    """Return the content of a file in an archive, cut off after ``most`` bytes and one; what comes before any damage.

    The sizes that an archive tells are not trusted.
    """
    pieces, size = list[bytes](), 0
    with suppress(*_DAMAGED), member.open() as stream:
        while size <= most and (piece := stream.read(min(_PIECE, most + 1 - size))):
            pieces.append(piece)
            size += len(piece)
    return b"".join(pieces)


def _opened(content: bytes, name: str, open_member: OpenMember) -> OpenedFile | None:
    """Read a file of an archive; return None if it has no game."""
    try:
        opened = open_member(content, name)
    except (ParseError, PluginError):
        return None
    return opened if opened.studies else None


def _is_of_system(path: str) -> bool:
    plain = path.lower().replace("\\", "/")
    return plain.startswith(_OF_SYSTEMS) or plain.endswith(_OF_SYSTEMS)


def _rest_text(count: int, most: int) -> str:
    return plural(
        "Left out: {count} file of the archive, which unpacks to more than {most} MB.",
        "Left out: {count} files of the archive, which unpacks to more than {most} MB.",
        count,
        most=most // 10**6,
    )


def _without_text(names: Sequence[str]) -> str:
    named = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    return plural(
        "Left out: {count} file of the archive without a game: {names}.",
        "Left out: {count} files of the archive without a game: {names}.",
        len(names),
        names=named,
    )


class _ArchivedGames:
    """The games of the files in an archive; a file is read when one of its games is wanted."""

    def __init__(self, found: Sequence[tuple[_Member, int]], open_member: OpenMember, most: int) -> None:
        """``found`` has each file with the number of its games; a file has at most ``most`` bytes."""
        self._open, self._most = open_member, most
        self._members = [member for member, _count in found]
        self._ends = list(accumulate(count for _member, count in found))
        self._latest: tuple[int, Sequence[Study]] = (-1, ())

    def studies(self) -> StudiesOnAccess[int]:
        """Return all games, in the order of the files."""
        return StudiesOnAccess(range(self._ends[-1]), self._study)

    def _study(self, number: int) -> Study:
        at = bisect_right(self._ends, number)
        latest, studies = self._latest
        if latest != at:
            member = self._members[at]
            studies = self._open(_content(member, self._most), member.name).studies
            self._latest = at, studies
        return studies[number - (self._ends[at - 1] if at else 0)]
