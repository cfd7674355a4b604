"""The text form of what is sent to another machine or kept in the file of a table: the base of its records.

A class of a record names the key of each field and its own ``kind``. Both are the format: they never change, while
Python names may. msgspec checks kinds, types and bounds; a text from a stranger is looked at here before and after.
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

#: The most brackets inside each other that a text may have.
_DEEPEST = 6
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class WireRecord(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A message, or a record of a file."""

    def __post_init__(self) -> None:
        """Clean words that somebody wrote freely."""
        for name, letters in _words_of(type(self)).items():
            structs.force_setattr(self, name, one_line(getattr(self, name), letters))


def spelled(pattern: str) -> Meta:
    """Bound a text by a pattern, which it matches as a whole."""
    return Meta(pattern=rf"\A(?:{pattern})\Z")


def free_words(letters: int) -> Meta:
    """Bound words that somebody wrote freely: they are kept in one line, without letters that cannot be drawn."""
    return Meta(pattern=DRAWABLE_LETTER, max_length=4 * letters, extra={"letters": letters})


@cache
def _words_of(kind: type[WireRecord]) -> Mapping[str, int]:
    """Return the fields that hold words, each with the most letters that are kept."""
    bounds = {field.name: getattr(field.type, "__metadata__", ()) for field in structs.fields(kind)}
    return {name: each.extra["letters"] for name, found in bounds.items() for each in found if each.extra}


def to_text(record: WireRecord) -> str:
    """Write a record as text, always the same for the same record: journals are hashed over it."""
    return json.dumps(to_builtins(record), ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def from_text(kind: type[T] | UnionType, text: str) -> T:
    """Read a record from text that may hold anything; raises ValidationError, which names the field.

    The standard library reads the JSON: msgspec refuses half of a surrogate pair in a name, and takes a key twice.
    """
    if _is_too_deep(text):
        raise ValidationError("too many brackets inside each other")
    try:
        loaded = json.loads(text, object_pairs_hook=_object)
        record: T = convert(loaded, kind)
    except ValidationError:
        raise
    # A number of thousands of digits, and half of a surrogate pair in a key, are a ValueError too.
    except ValueError as error:
        raise ValidationError("no record") from error
    for key in _missing(loaded, to_builtins(record)):
        raise ValidationError(f"Object missing required field `{key}`")
    return record


def _is_too_deep(text: str) -> bool:
    """Tell whether brackets nest deeper than in any record, before a reader descends into them."""
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
    """List the keys that a text lacks: msgspec does without a ``kind`` and fields that have a default."""
    if isinstance(read, dict) and isinstance(written, dict):
        yield from written.keys() - read.keys()
        for key, each in read.items():
            yield from _missing(each, written[key])
    elif isinstance(read, list) and isinstance(written, tuple):
        for pair in zip(read, written, strict=True):
            yield from _missing(*pair)
