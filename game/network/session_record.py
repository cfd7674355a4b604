"""Records of a seat, one a line, so that a game goes on after a crash, a night, a new address.

Records are only ever added. They count up to the first that cannot be read: a game is continued only without a gap.
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
    """What the records of a seat come to."""

    lines: list[SharedLine] = field(default_factory=list)
    commitment: str = ""
    """What the other side bound itself to for the toss."""
    spent: tuple[int, int] = (0, 0)
    """The length of the journal, and what this side had spent of its running turn then, in milliseconds."""
    far_id: bytes = b""
    """The number of who has the other seat."""
    terms: TableTerms | None = None
    """What the host wants to play, before the table stands in the journal."""
    watched: str = ""
    """The invitation for those who watch; "" while nobody is let in."""
    readable: int = 0
    """How many records could be read; whatever follows them is to be taken off before more are added."""


def read_records(records: Iterable[str]) -> SessionRecord:
    """What the records say, up to the first that cannot be read."""
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
        kept.far_id = bytes.fromhex(found[1])
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
