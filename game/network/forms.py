"""Values from a stranger, read strictly: every field says how much of what it may hold.

A field of a message is annotated with its form, as in ``Annotated[int, Whole(0, 9)]``. Reading refuses whatever is not
exactly that; what was read is bounded, and can be written and shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Generic, NoReturn, Protocol, TypeVar, get_type_hints

from game.core.plain_text import one_line

T = TypeVar("T")

#: The most brackets inside each other that a text may have.
_DEEPEST = 6
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class Unfit(ValueError):  # noqa: N818 - says of a value what it is
    """A value from outside that is not of its form; the message names the field."""


class FieldForm(Protocol[T]):
    """What a field may hold."""

    def read(self, value: object) -> T:
        """The value that was meant; raises Unfit."""

    def write(self, value: T) -> object:
        """The value as JSON can hold it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range."""

    low: int
    high: int

    def read(self, value: object) -> int:
        """The number; raises Unfit."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise Unfit
        return value

    def write(self, value: int) -> object:
        """The number itself."""
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, value: object) -> bool:
        """The value; raises Unfit."""
        if not isinstance(value, bool):
            raise Unfit
        return value

    def write(self, value: bool) -> object:
        """The value itself."""
        return value


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text of a pattern, which bounds its length."""

    pattern: str

    def read(self, value: object) -> str:
        """The text; raises Unfit."""
        if not isinstance(value, str) or re.fullmatch(self.pattern, value, re.ASCII) is None:
            raise Unfit
        return value

    def write(self, value: str) -> object:
        """The text itself."""
        return value


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """Somebody's words, of which only letters that can be drawn are kept, in one line."""

    most: int

    def read(self, value: object) -> str:
        """The words that can be shown; raises Unfit where there are none, or far too many."""
        if not isinstance(value, str) or len(value) > 4 * self.most or not one_line(value, self.most):
            raise Unfit
        return one_line(value, self.most)

    def write(self, value: str) -> object:
        """The words in one line."""
        return one_line(value, self.most)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A member of an enumeration, written as its value."""

    kind: type[Enum]

    def read(self, value: object) -> Enum:
        """The member; raises Unfit."""
        for member in self.kind:
            if isinstance(value, str) and member.value == value:
                return member
        raise Unfit

    def write(self, value: Enum) -> object:
        """The member's value."""
        return value.value


@dataclass(frozen=True, slots=True)
class Several(Generic[T]):
    """Values of one form, at most so many."""

    form: FieldForm[T]
    most: int
    least: int = 0

    def read(self, value: object) -> tuple[T, ...]:
        """The values; raises Unfit."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise Unfit
        return tuple(self.form.read(each) for each in value)

    def write(self, value: tuple[T, ...]) -> object:
        """The values as a list."""
        return [self.form.write(each) for each in value]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Texts by their names, at most so many; kept in the order of the names."""

    name: FieldForm[str]
    form: FieldForm[str]
    most: int

    def read(self, value: object) -> tuple[tuple[str, str], ...]:
        """The pairs; raises Unfit."""
        if not isinstance(value, dict) or len(value) > self.most:
            raise Unfit
        return tuple(sorted((self.name.read(key), self.form.read(each)) for key, each in value.items()))

    def write(self, value: tuple[tuple[str, str], ...]) -> object:
        """The pairs as an object."""
        return {key: self.form.write(each) for key, each in value}


@dataclass(frozen=True, slots=True)
class KindOf(Generic[T]):
    """A value of one of several frozen classes, each by its name under ``kind``; its fields have forms."""

    kinds: tuple[tuple[str, type[T]], ...]

    def read(self, value: object) -> T:
        """The value; raises Unfit, which names the field."""
        if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
            raise Unfit("kind")
        kind = dict(self.kinds).get(value["kind"])
        if kind is None:
            raise Unfit("kind")
        forms = _forms(kind)
        if value.keys() != {"kind", *forms}:
            raise Unfit(value["kind"])
        return kind(**{name: _read_field(name, form, value[name]) for name, form in forms.items()})

    def write(self, value: T) -> object:
        """The value as an object."""
        name = next(name for name, kind in self.kinds if kind is type(value))
        forms = _forms(type(value))
        return {"kind": name, **{key: form.write(getattr(value, key)) for key, form in forms.items()}}


def _read_field(name: str, form: FieldForm[T], value: object) -> T:
    try:
        return form.read(value)
    except Unfit as error:
        raise Unfit(str(error) or name) from error


#: The forms of the classes that were read or written once; looking them up takes a while.
_KNOWN: dict[type[Any], Mapping[str, FieldForm[Any]]] = {}


def _forms(kind: type[Any]) -> Mapping[str, FieldForm[Any]]:
    """The form of each field of a class."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind, include_extras=True)
        _KNOWN[kind] = {field.name: hints[field.name].__metadata__[0] for field in fields(kind)}
    return _KNOWN[kind]


def to_text(form: FieldForm[T], value: T) -> str:
    """A value as text, always the same for the same value."""
    return json.dumps(form.write(value), ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def from_text(form: FieldForm[T], text: str) -> T:
    """Read a value from text that may hold anything; raises Unfit."""
    if _is_too_deep(text):
        raise Unfit("too deep")
    try:
        loaded = json.loads(text, parse_float=_refused, parse_constant=_refused, object_pairs_hook=_object)
    except Unfit:
        raise
    # A number of thousands of digits is a ValueError too.
    except ValueError as error:
        raise Unfit("no message") from error
    return form.read(loaded)


def _is_too_deep(text: str) -> bool:
    """Whether brackets nest deeper than any value of ours; told before a reader climbs down."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        sign = found[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > _DEEPEST:
            return True
    return False


def _refused(text: str) -> NoReturn:
    raise Unfit("a number")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise Unfit("a name twice")
    return values
