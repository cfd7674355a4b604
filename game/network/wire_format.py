"""The JSON text format of network messages and session files, and the base class of their records.

A record class names the key of each field and its own ``kind``. Both belong to the format and never change, while
Python names may. msgspec checks kinds, types and bounds; this module adds checks of untrusted text before and after.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import TypeVar

from msgspec import Meta, Struct, ValidationError, convert, structs, to_builtins

from game.core.plain_text import DRAWABLE_LETTER, one_line

T = TypeVar("T")

#: The maximum nesting depth of brackets in a text.
_DEEPEST = 6
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class WireRecord(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of network messages and of records in a session file."""

    def __post_init__(self) -> None:
        """Shorten the record's free text, and reduce it to one line of characters that can be drawn."""
        for name, letters in _words_of(type(self)).items():
            structs.force_setattr(self, name, one_line(getattr(self, name), letters))


def spelled(pattern: str) -> Meta:
    """Return a field constraint that requires the whole text to match a regular expression."""
    return Meta(pattern=rf"\A(?:{pattern})\Z")


def free_words(letters: int) -> Meta:
    """Return a field constraint for free text. The record shortens it to a line of ``letters`` characters."""
    return Meta(pattern=DRAWABLE_LETTER, max_length=4 * letters, extra={"letters": letters})


@cache
def _words_of(kind: type[WireRecord]) -> Mapping[str, int]:
    """Return the fields of a record type that hold free text, each with its maximum number of characters."""
    bounds = {field.name: getattr(field.type, "__metadata__", ()) for field in structs.fields(kind)}
    return {name: each.extra["letters"] for name, found in bounds.items() for each in found if each.extra}


def to_text(record: WireRecord) -> str:
    """Format a record as JSON text, so that equal records give equal text.

    Game journals are hashed by their text.
    """
    return json.dumps(to_builtins(record, enc_hook=str), ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def from_text(kind: type[T] | UnionType, text: str) -> T:
    """Parse a record from untrusted text. Raises ValidationError, which names the field.

    The JSON parser is that of the standard library: msgspec rejects a lone surrogate in a name, and accepts duplicate
    keys.
    """
    if _is_too_deep(text):
        raise ValidationError("too many brackets inside each other")
    try:
        loaded = json.loads(text, object_pairs_hook=_object)
        record: T = convert(loaded, kind)
    except ValidationError:
        raise
    # A number of thousands of digits, and a lone surrogate in a key, also raise ValueError.
    except ValueError as error:
        raise ValidationError("no record") from error
    for key in _missing(loaded, to_builtins(record)):
        raise ValidationError(f"Object missing required field `{key}`")
    return record


def _is_too_deep(text: str) -> bool:
    """Return True if JSON text is nested too deeply to be a record.

    This is checked first, because parsing recurses.
    """
    depth = 0
    for found in _BRACKETS.finditer(text):
        sign = found[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > _DEEPEST:
            return True
    return False


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValidationError("a key twice")
    return values


def _missing(read: object, written: object) -> Iterator[str]:
    """Yield the keys of a record that are missing from its JSON text.

    The msgspec library does not require fields with a default.
    """
    if isinstance(read, dict) and isinstance(written, dict):
        yield from written.keys() - read.keys()
        for key, each in read.items():
            yield from _missing(each, written[key])
    elif isinstance(read, list) and isinstance(written, tuple):
        for pair in zip(read, written, strict=True):
            yield from _missing(*pair)
