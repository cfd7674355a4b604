"""The file of an evening at one machine: its keys, and records of how it stood. The last readable one counts."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

from game.apart.club.evening import EVENING, TITLE_LETTERS, Claim, ClubEvening
from game.apart.forms import KindOf, OneOf, Spelled, SpokenWords, Unfit, from_text, to_text
from game.apart.journal.entries import NAME_LETTERS
from game.apart.sealed.invitation import MeetingPlace, Way
from game.apart.sealed.keys import Meeting, TableKeys
from game.core.language import _
from game.core.model import Reason
from game.store.files import cause, write_whole

#: How the names of these files end.
SUFFIX = ".evening"
#: The most bytes of a file that is read.
_LARGEST = 128_000_000
_HEX32 = r"[0-9a-f]{64}"
_SAID = re.compile(r"said ([0-9]{1,2}) ([wld-])")
_KEEPER = re.compile(rf"keeper ({_HEX32})")


class ClubRole(Enum):
    """Who one is in an evening."""

    KEEPER = "keeper"
    MEMBER = "member"


@dataclass(frozen=True, slots=True, repr=False)
class EveningHead:
    """The first line: it holds keys, so it is nobody else's business."""

    role: Annotated[ClubRole, OneOf(ClubRole)]
    name: Annotated[str, SpokenWords(NAME_LETTERS)]
    title: Annotated[str, SpokenWords(TITLE_LETTERS)]
    private: Annotated[str, Spelled(_HEX32)]
    """The private key by which one is known."""
    key: Annotated[str, Spelled(_HEX32)]
    """The secret of the evening, which all have."""
    address: Annotated[str, Spelled(r"[0-9A-Za-z.\-:\[\]]{1,300}")]
    invitation: Annotated[str, Spelled(r"[0-9A-Za-z.\-:\[\] ]{1,600}")]

    @property
    def keys(self) -> TableKeys:
        """The keys of the evening."""
        return TableKeys(bytes.fromhex(self.key))

    @property
    def own(self) -> Meeting:
        """The own pair of keys."""
        return Meeting(bytes.fromhex(self.private))

    @property
    def place(self) -> MeetingPlace:
        """The broker."""
        return MeetingPlace(Way.BROKER, self.address)


_HEAD = KindOf((("stone fair evening 1", EveningHead),))


@dataclass(slots=True)
class KeptEvening:
    """What the records come to."""

    evening: ClubEvening | None = None
    keeper: bytes = b""
    """The key of the keeper whom a member stays with."""
    said: tuple[int, Claim] = (0, Claim.NOTHING)


@dataclass(frozen=True, slots=True)
class OpenedEvening:
    """What a file holds."""

    head: EveningHead
    kept: KeptEvening


def begin_evening_file(folder: Path, head: EveningHead, evening: ClubEvening | None = None) -> Path | Reason:
    """Begin a file; one of the same evening and role is gone on with. Its path, or why it cannot be."""
    path = folder / f"{head.keys.room_name}-{head.role.value}{SUFFIX}"
    if path.exists():
        return path
    lines = [to_text(_HEAD, head), *([f"evening {to_text(EVENING, evening)}"] if evening is not None else [])]
    return _written(path, lines) or path


def _written(path: Path, lines: Iterable[str]) -> Reason | None:
    try:
        write_whole(path, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        return Reason("not written", _("The evening cannot be written: {cause}.", cause=cause(error)))
    with contextlib.suppress(OSError, NotImplementedError):
        path.chmod(0o600)
    return None


def open_evening_file(path: Path) -> OpenedEvening | Reason:
    """Read a file, and write it anew with no more than counts: a torn end is gone, and it does not grow for ever."""
    opened = read_evening_file(path)
    if isinstance(opened, Reason):
        return opened
    return _written(path, _lines(opened)) or opened


def read_evening_file(path: Path) -> OpenedEvening | Reason:
    """Read a file, and leave it as it is."""
    none = Reason("not read", _("{file} is no evening.", file=path.name))
    try:
        if path.stat().st_size > _LARGEST:
            return none
        first, *records = path.read_bytes().decode("utf-8", "replace").split("\n")
        head = from_text(_HEAD, first)
    except OSError as error:
        return Reason("not read", _("{file} cannot be read: {cause}.", file=path.name, cause=cause(error)))
    except Unfit:
        return none
    opened = OpenedEvening(head, _kept(records[:-1]))
    is_lost = head.role is ClubRole.KEEPER and opened.kept.evening is None
    return none if is_lost else opened


def _kept(records: list[str]) -> KeptEvening:
    """What the last readable record of each kind says."""
    kept = KeptEvening()
    for record in reversed(records):
        if kept.evening is None and record.startswith("evening "):
            with contextlib.suppress(Unfit):
                evening = from_text(EVENING, record.removeprefix("evening "))
                kept.evening = evening if evening.is_sound else None
        elif not kept.keeper and (found := _KEEPER.fullmatch(record)):
            kept.keeper = bytes.fromhex(found[1])
        elif kept.said[0] == 0 and (found := _SAID.fullmatch(record)):
            kept.said = (int(found[1]), Claim(found[2]))
    return kept


def _lines(opened: OpenedEvening) -> Iterable[str]:
    kept = opened.kept
    yield to_text(_HEAD, opened.head)
    if kept.keeper:
        yield f"keeper {kept.keeper.hex()}"
    if kept.said[0]:
        yield f"said {kept.said[0]} {kept.said[1].value}"
    if kept.evening is not None:
        yield f"evening {to_text(EVENING, kept.evening)}"


def evening_files(folder: Path) -> Mapping[Path, OpenedEvening]:
    """The evenings that are kept in a folder, by their files, the newest first; what is no such file is left out."""
    found: dict[Path, float] = {}
    for path in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):
            found[path] = path.stat().st_mtime
    opened = {path: read_evening_file(path) for path in sorted(found, key=lambda path: -found[path])}
    return {path: each for path, each in opened.items() if isinstance(each, OpenedEvening)}
