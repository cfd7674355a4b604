"""Records in the session file of a remote game, from which the game resumes after a crash or a change of address.

Records are only appended. Reading stops at the first unreadable record: a game resumes only without a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import ValidationError

from game.network.sync.entries import SharedLine, parse_line
from game.network.sync.terms import TableTerms
from game.network.wire_format import from_text

_COMMIT = re.compile(r"commit ([0-9a-f]{32})")
_FAR = re.compile(r"far ([0-9a-f]{32})")
_CUT = re.compile(r"cut ([0-9]{1,6})")
_WATCHED = re.compile(r"watched( [0-9A-Za-z.\-:\[\] ]{1,600})?")
_SPENT = re.compile(r"spent ([0-9]{1,6}) ([0-9]{1,9})")


@dataclass(slots=True)
class SessionRecord:
    """The state of a remote game as read from the records of its session file."""

    lines: list[SharedLine] = field(default_factory=list)
    commitment: str = ""
    """The other side's commitment for the toss."""
    spent: tuple[int, int] = (0, 0)
    """Length of the journal at the last clock record, and this side's time for that turn in milliseconds."""
    peer_id: bytes = b""
    """The other side's id."""
    terms: TableTerms | None = None
    """The host's proposed terms, saved until the journal holds the agreed game."""
    watched: str = ""
    """The invitation for spectators; "" while spectating is off."""
    readable: int = 0
    """Number of readable records. Remove the rest before appending."""


def read_records(records: Iterable[str]) -> SessionRecord:
    """Parse session records, up to the first unreadable one, and return the state of the remote game."""
    kept = SessionRecord()
    for record in records:
        if not _take(kept, record):
            break
        kept.readable += 1
    return kept


def _take(kept: SessionRecord, record: str) -> bool:
    kind, _space, text = record.partition(" ")
    if kind in ("line", "terms"):
        return _take_value(kept, kind, text)
    if found := _COMMIT.fullmatch(record):
        kept.commitment = found[1]
    elif found := _FAR.fullmatch(record):
        kept.peer_id = bytes.fromhex(found[1])
    elif found := _CUT.fullmatch(record):
        del kept.lines[int(found[1]) :]
    elif found := _WATCHED.fullmatch(record):
        kept.watched = (found[1] or "").strip()
    elif found := _SPENT.fullmatch(record):
        kept.spent = (int(found[1]), int(found[2]))
    else:
        return False
    return True


def _take_value(kept: SessionRecord, kind: str, text: str) -> bool:
    try:
        if kind == "line":
            kept.lines.append(parse_line(text))
        else:
            kept.terms = from_text(TableTerms, text)
    except ValidationError:
        return False
    return True
