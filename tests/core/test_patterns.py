"""Patterns are linear: no text, however it was made, keeps one busy for long.

Each pattern of the program is tried on texts that are made of its own letters: what it begins with, a part of it that
is repeated, and an end that does not fit. A pattern that gives back what it took, again and again, needs the square of
the time, and more than the limit for a text of some thousand letters.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from re import _constants as codes
from re import _parser as parser
from typing import Any

import pytest
from msgspec.json import schema_components

from game.network.wire_format import WireRecord
from tools.imports import modules

#: Seconds that a linear pattern does not need by far for the longest text, even on a slow machine.
_LIMIT = 0.25
#: The lengths of texts. The first ones are so short that even an exponential time ends; then it is too long already.
_LENGTHS = (14, 18, 22, 30, 100, 1_000, 4_000, 16_000)
#: Ways to use a pattern that begin at every place of a text, and those that begin at one place.
_ANYWHERE = {"search": "search", "finditer": "search", "findall": "search", "sub": "search", "split": "search"}
_AT_ONE_PLACE = {"match": "match", "fullmatch": "fullmatch"}
_INLINE = frozenset((*_ANYWHERE, *_AT_ONE_PLACE, "subn"))


def patterns() -> Iterator[tuple[str, re.Pattern[Any], tuple[str, ...]]]:
    """The patterns that modules compile when they are loaded, each with its name and the ways it is used.

    After them come the patterns of the texts in messages from other machines.
    """
    for module, path in modules():
        if not module.startswith(("game.", "rulesets.")):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for each in tree.body for node in ast.walk(each) if isinstance(node, ast.Name)}
        if not names & {"re", WireRecord.__name__}:
            continue
        loaded = vars(importlib.import_module(module))
        for name in sorted(names):
            if isinstance(loaded.get(name), re.Pattern):
                yield f"{module}.{name}", loaded[name], _uses(tree, name)
    _schemas, parts = schema_components(records(WireRecord))
    yield from ((f"messages {each!a}", re.compile(each), ("search",)) for each in sorted(set(patterns_within(parts))))


def records(kind: type[WireRecord]) -> list[type[WireRecord]]:
    """The classes of all messages and records, once ``patterns`` has loaded their modules."""
    return [each for one in kind.__subclasses__() for each in (one, *records(one))]


def patterns_within(schema: Any) -> Iterator[str]:
    """The patterns of texts, as msgspec lists them in its schema of a record."""
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key == "pattern":
            yield value
        elif isinstance(value, dict | list):
            yield from patterns_within(value)


def _uses(tree: ast.AST, name: str) -> tuple[str, ...]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    used = {node.attr for node in calls if isinstance(node.value, ast.Name) and node.value.id == name}
    ways = {**_ANYWHERE, **_AT_ONE_PLACE}
    return tuple(sorted({ways[use] for use in used if use in ways})) or ("search", "match", "fullmatch")


# Texts


def letter_of(items: list[Any]) -> str:
    """A letter of a class, as it stands in a parsed pattern."""
    kind, value = items[0]
    if kind is codes.NEGATE:
        return next(letter for letter in "xX0 .,;:[](){}|\n" if not _is_in(letter, items[1:]))
    if kind is codes.CATEGORY:
        return {codes.CATEGORY_DIGIT: "1", codes.CATEGORY_SPACE: " ", codes.CATEGORY_WORD: "a"}.get(value, "!")
    return chr(value if kind is codes.LITERAL else value[0])


def _is_in(letter: str, items: list[Any]) -> bool:
    categories = {
        codes.CATEGORY_DIGIT: str.isdigit,
        codes.CATEGORY_SPACE: str.isspace,
        codes.CATEGORY_WORD: lambda each: each.isalnum() or each == "_",
    }
    for kind, value in items:
        if kind is codes.LITERAL and chr(value) == letter:
            return True
        if kind is codes.RANGE and value[0] <= ord(letter) <= value[1]:
            return True
        if kind is codes.CATEGORY and categories.get(value, str.isspace)(letter):
            return True
    return False


def shortest(parsed: Any) -> str:
    """A short text that a part of a pattern may match; a repetition stands there at least once."""
    return "".join(_shortest(kind, value) for kind, value in parsed)


_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def _shortest(kind: Any, value: Any) -> str:
    if kind is codes.LITERAL:
        return chr(value)
    if kind is codes.NOT_LITERAL:
        return "x" if value != ord("x") else "y"
    if kind is codes.ANY:
        return "."
    if kind is codes.IN:
        return letter_of(value)
    if kind is codes.BRANCH:
        return shortest(value[1][0])
    if kind is codes.SUBPATTERN:
        return shortest(value[-1])
    if kind in _REPEATS:
        return shortest(value[2]) * max(1, value[0])
    return shortest(value) if kind is codes.ATOMIC_GROUP else ""


def alphabet(parsed: Any) -> list[str]:
    """Short texts that may be repeated: one of each class and literal, and one of each repetition."""
    found: dict[str, None] = {}
    for kind, value in parsed:
        if kind in (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY):
            found[_shortest(kind, value)] = None
        elif kind is codes.BRANCH:
            found.update(dict.fromkeys(each for branch in value[1] for each in alphabet(branch)))
        elif kind is codes.SUBPATTERN:
            found.update(dict.fromkeys(alphabet(value[-1])))
        elif kind in _REPEATS:
            found.update(dict.fromkeys((shortest(value[2]), *alphabet(value[2]))))
    return [each for each in found if each]


def adversaries(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Beginnings, repeated parts and ends that a pattern is tried on."""
    parsed = parser.parse(pattern.pattern, pattern.flags)
    letters = list(dict.fromkeys((" ", "\t", "a", "1", "\n", *alphabet(parsed)[:24])))
    heads = list(dict.fromkeys(shortest(parsed[:count]) for count in range(len(parsed) + 1)))
    pumps = [*letters, *(first + second for first in letters[:12] for second in letters[:12] if first != second)]
    for head in heads:
        for pump in pumps:
            yield from ((head, pump, end) for end in ("\0", "a\n"))


def too_slow(pattern: re.Pattern[Any], uses: tuple[str, ...]) -> str:
    """The first text that keeps a pattern busy for too long, in words; "" where there is none."""
    for head, pump, end in adversaries(pattern):
        for use in uses:
            if _is_slow(pattern, use, head, pump, end):
                return f"{use} on {head!r} + {pump!r} * n + {end!r}"
    return ""


def _is_slow(pattern: re.Pattern[Any], use: str, head: str, pump: str, end: str) -> bool:
    run = getattr(pattern, use)
    for length in _LENGTHS:
        text: Any = head + pump * (length // len(pump)) + end
        if isinstance(pattern.pattern, bytes):
            text = text.encode("latin-1", "replace")
        seconds = _seconds(run, text)
        if seconds > _LIMIT:
            return seconds > 4 * _LIMIT or _seconds(run, text) > _LIMIT
        # A text of thousands of letters that takes a fraction of a millisecond would need as little 16 times over.
        if length == 1_000 and seconds < 0.000_05:
            return False
    return False


def _seconds(run: Any, text: Any) -> float:
    began = time.thread_time()
    run(text)
    return time.thread_time() - began


# The tests

_PATTERNS = list(patterns())


@pytest.mark.parametrize(("name", "pattern", "uses"), _PATTERNS, ids=[name for name, _pattern, _uses in _PATTERNS])
def test_a_pattern_is_linear(name: str, pattern: re.Pattern[Any], uses: tuple[str, ...]) -> None:
    assert too_slow(pattern, uses) == ""


@pytest.mark.parametrize(
    "written",
    [
        r"(?m)^Theme:[ ]*(.+?)[ ]*$",
        r"(.*?)(?: \((.*)\))?\Z",
        r"\s*B$",
        r"(a+)+b",
        r"(?:\w+\s?)+:",
        r"\(\s*\s*;",
    ],
)
def test_the_search_for_slow_patterns_finds_them(written: str) -> None:
    assert too_slow(re.compile(written), ("search", "match")) != ""


#: Modules that use a pattern which the test finds elsewhere, or one that is a plain word between fixed signs.
_MADE_OF_VARIABLES = {"game.storage.crash_reports.report", "game.session.match_plan"}


def test_patterns_are_compiled_where_the_test_finds_them() -> None:
    """A pattern that is made of a variable, and used at once, can be tried by nobody."""
    wrong = []
    for module, path in modules():
        if not module.startswith(("game.", "rulesets.")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _INLINE:
                is_inline = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
                if is_inline and not isinstance(node.args[0], ast.Constant):
                    wrong.append(module)
    assert set(wrong) == _MADE_OF_VARIABLES
