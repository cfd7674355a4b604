"""Run-time type checks that compare the values returned by plug-ins with the plug-in contract.

Plug-ins are not checked by our type checker, so their values are compared with the annotations of the contract at run
time.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

#: A function that returns the mismatch of a value, such as ``.cells[3] is a float``; "" if there is none.
Check = Callable[[object], str]


def misfit(value: object, kind: object) -> str:
    """Return the first type mismatch in a value, such as ``.board[3] is a float``, or "" if it matches."""
    return _check_of(kind)(value)


@cache
def _check_of(kind: object) -> Check:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: ""
    if origin in (Union, types.UnionType):
        return _one_of(arguments)
    if origin is Literal:
        return lambda value: "" if value in arguments else f" is {value!r:.60}"
    if origin is tuple:
        return _tuple_of(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_of(*arguments)
    if isinstance(origin, type) and issubclass(origin, Set):
        return _set_of(*arguments)
    if origin is Callable:
        return lambda value: "" if callable(value) else _is_a(value)
    found = origin or kind
    assert isinstance(found, type), f"{kind} is no type that a contract uses"
    return _instance_of(found)


def _instance_of(kind: type) -> Check:
    if kind is float:
        return _number
    if kind is int:
        return lambda value: "" if type(value) is int else _is_a(value)
    if not is_dataclass(kind):
        return lambda value: "" if isinstance(value, kind) else _is_a(value)
    return _dataclass_of(kind)


def _dataclass_of(kind: type) -> Check:
    """Return the type check for a dataclass of the plug-in contract. It ignores fields of subclasses."""
    parts: list[tuple[str, Check]] = []

    def check(value: object) -> str:
        if not isinstance(value, kind):
            return _is_a(value)
        # Built at the first use, because a type may contain itself.
        if not parts:
            hints = get_type_hints(kind)
            parts.extend((part.name, _check_of(hints[part.name])) for part in fields(kind))
        return _first((f".{name}", part(getattr(value, name))) for name, part in parts)

    return check


def _one_of(kinds: Iterable[object]) -> Check:
    checks = [_check_of(kind) for kind in kinds]

    def check(value: object) -> str:
        found = [problem(value) for problem in checks]
        return "" if "" in found else max(found, key=len)

    return check


def _tuple_of(kinds: tuple[object, ...]) -> Check:
    of_any_length = kinds[1:] == (Ellipsis,)
    checks = [_check_of(kind) for kind in kinds if kind is not Ellipsis]

    def check(value: object) -> str:
        if not isinstance(value, tuple):
            return _is_a(value)
        if not of_any_length and len(value) != len(checks):
            return f" has {len(value)} parts"
        each = checks * len(value) if of_any_length else checks
        return _first((f"[{place}]", part(item)) for place, (part, item) in enumerate(zip(each, value, strict=True)))

    return check


def _mapping_of(key_kind: object, value_kind: object) -> Check:
    key_check, value_check = _check_of(key_kind), _check_of(value_kind)

    def check(value: object) -> str:
        if not isinstance(value, Mapping):
            return _is_a(value)
        return _first((f"[{key!r:.60}]", key_check(key) or value_check(item)) for key, item in value.items())

    return check


def _set_of(kind: object) -> Check:
    part = _check_of(kind)

    def check(value: object) -> str:
        return _first(("", part(item)) for item in value) if isinstance(value, Set) else _is_a(value)

    return check


def _number(value: object) -> str:
    return "" if type(value) is int or (isinstance(value, float) and math.isfinite(value)) else _is_a(value)


def _is_a(value: object) -> str:
    return f" is a {type(value).__name__}"


def _first(found: Iterable[tuple[str, str]]) -> str:
    return next((f"{place}{problem}" for place, problem in found if problem), "")
