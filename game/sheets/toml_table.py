"""A table of a TOML file whose values are read one by one, with errors that quote the key and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, time
from difflib import get_close_matches
from enum import Enum
from typing import Any, TypeVar

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.plain_text import one_line

_Choice = TypeVar("_Choice", bound=Enum)

#: The most characters of a sheet. A sheet needs about 500.
MOST_CHARACTERS = 1 << 16
#: The most characters of a wrong value that an error quotes.
_QUOTED = 40
_PLACE = re.compile(r"at line (\d{1,9}), column")
#: A full stop between two parts of a key, and the most of them on a line. The reader's time and memory grow with their
#: square: 20,000 on a line took 20 seconds and 1.5 GB. The longest text on a line has fewer full stops, too.
_KEY_DOT = re.compile(r"""[\w"'-][ \t]*\.[ \t]*(?=[\w"'-])""")
_MOST_DOTS = 200
#: Messages to the player for common mistakes, by the beginning of the error message of ``tomllib``.
_MISTAKES = {
    "Cannot overwrite": gettext_noop("the same key is given twice"),
    "Cannot declare": gettext_noop("the same section is given twice"),
    "Duplicate inline": gettext_noop("the same key is given twice"),
    "Expected '=' after": gettext_noop("a line needs a key, an equals sign and a value"),
    "Invalid statement": gettext_noop("a line needs a key, an equals sign and a value"),
    "Expected newline": gettext_noop("only one value may stand after the equals sign"),
    "Illegal character '\\n'": gettext_noop("a quotation mark is missing at the end of a text"),
    "Unterminated string": gettext_noop("a quotation mark is missing at the end of a text"),
    "Invalid value": gettext_noop("the value is missing, or a text without quotation marks"),
    "Unclosed array": gettext_noop("a bracket is missing at the end of a list"),
}


def read_toml(text: str) -> TomlTable:
    """Return the top table of a TOML text. Raises ParseError with the line for text that is not TOML or too long."""
    if len(text) > MOST_CHARACTERS:
        raise ParseError(_("a rule sheet has at most {most} characters", most=MOST_CHARACTERS))
    for number, line in enumerate(text.split("\n"), start=1):
        if len(_KEY_DOT.findall(line)) > _MOST_DOTS:
            raise ParseError(_too_long(), line=number)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        problem = _("this is not valid TOML: {problem}", problem=_mistake(str(error).partition(" (at ")[0]))
        raise ParseError(problem, line=int(place[1]) if place else 0) from None
    except (RecursionError, ValueError):
        # Brackets in brackets without end, and numbers of thousands of digits.
        raise ParseError(_too_long()) from None
    return TomlTable(values, _lines_of_keys(text))


def _too_long() -> str:
    return _("this is not valid TOML: its values are too deep or too long")


def _mistake(said: str) -> str:
    """Return what the reader of TOML says about a mistake, in words for the player if it is a usual one."""
    return next((_(words) for beginning, words in _MISTAKES.items() if said.startswith(beginning)), said)


def _quoted(value: object) -> str:
    """Return a value of a sheet as an error quotes it, shortened. Lists and tables are not written as in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return one_line(str(value) if isinstance(value, int | float | date | time) else repr(value), _QUOTED)
    except ValueError:
        # Python refuses to write a number of thousands of digits, which a sheet may give in hexadecimal digits.
        return _("a number of thousands of digits")


def _lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """Return the line of each key, counted from 1. The tables of a list of tables are numbered from 0."""
    lines: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    counted: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        start, _equals, _value = line.partition("=")
        if line.lstrip().startswith("["):
            name = line.partition("#")[0].strip().strip("[]")
            section = _parts(name)
            if line.lstrip().startswith("[["):
                lines.setdefault(section, number)
                section = (*section, str(counted.get(name, 0)))
                counted[name] = counted.get(name, 0) + 1
            lines.setdefault(section, number)
        elif _equals:
            lines.setdefault((*section, *_parts(start)), number)
    return lines


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


class TomlTable:
    """A table of a TOML file, and its place in the file.

    Each method reads the value of a key, or returns the default if the key is missing. All raise ParseError for a value
    of the wrong kind. ``finish`` raises it for a key that no method has asked for.
    """

    def __init__(
        self, values: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], path: tuple[str, ...] = ()
    ) -> None:
        self._values = values
        self._lines = lines
        self._path = path
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def is_text(self, key: str) -> bool:
        """Return True if the value of a key is a text."""
        return isinstance(self._values.get(key), str)

    def problem(self, key: str, sentence: str) -> ParseError:
        """Return the error for the value of a key: its full name, a sentence about it, and its line."""
        path = (*self._path, key)
        known = next((self._lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._lines), 0)
        name = ".".join(one_line(part, _QUOTED) for part in path if not part.isdigit())
        return ParseError(f"{name}: {sentence}", line=known)  # no words

    def _ask(self, key: str, kind: type, default: object, wanted: str) -> object:
        self._asked.add(key)
        value = self._values.get(key, default)
        if type(value) is not kind and key in self._values:
            raise self.problem(key, _("{value} is not {wanted}", value=_quoted(value), wanted=wanted))
        return value

    def text(self, key: str, default: str, most: int) -> str:
        """Return a text on one line of at most ``most`` characters."""
        value = str(self._ask(key, str, default, _("a text")))
        shown = one_line(value, most)
        if len(" ".join(value[: 4 * most].split())) > most:
            raise self.problem(key, _("the text is longer than {most} characters", most=most))
        return shown

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self._ask(key, int, default, _("a whole number"))
        assert isinstance(value, int)
        if key in self._values and not low <= value <= high:
            raise self.problem(
                key,
                _("{value} is not between {low} and {high}", value=_quoted(value), low=low, high=high),
            )
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return True or False."""
        return bool(self._ask(key, bool, default, _("true or false")))

    def choice(self, key: str, default: _Choice) -> _Choice:
        """Return the member of the enumeration of ``default`` whose value is the text of the key."""
        value = self._ask(key, str, default.value, _("a text"))
        return self.member(key, value, type(default))

    def member(self, key: str, value: object, kind: type[_Choice]) -> _Choice:
        """Return the member of an enumeration with this value, which belongs to a key."""
        words = [each.value for each in kind]
        if value not in words:
            raise self.problem(key, unknown_word(str(value), words))
        return kind(value)

    def items(self, key: str, kind: type, most: int, wanted: str) -> tuple[Any, ...]:
        """Return a list of at most ``most`` values of one kind; empty if the key is missing."""
        values = self._ask(key, list, [], _("a list"))
        assert isinstance(values, list)
        for value in values:
            if type(value) is not kind:
                raise self.problem(key, _("{value} is not {wanted}", value=_quoted(value), wanted=wanted))
        if len(values) > most:
            raise self.problem(key, _("the list has more than {most} entries", most=most))
        return tuple(values)

    def table(self, key: str) -> TomlTable:
        """Return a table within this one; an empty table if the key is missing."""
        values = self._ask(key, dict, {}, _("a table"))
        assert isinstance(values, dict)
        return TomlTable(values, self._lines, (*self._path, key))

    def tables(self, key: str, most: int) -> tuple[TomlTable, ...]:
        """Return a list of at most ``most`` tables; empty if the key is missing."""
        found = self.items(key, dict, most, _("a table"))
        return tuple(TomlTable(table, self._lines, (*self._path, key, str(at))) for at, table in enumerate(found))

    @property
    def keys(self) -> list[str]:
        """All keys of this table in alphabetical order."""
        return sorted(self._values)

    def texts(self, most: int, longest: int) -> dict[str, str]:
        """Return all keys of this table with their texts of at most ``longest`` characters."""
        if len(self._values) > most:
            raise ParseError(
                _("{table} has more than {most} entries", table=".".join(self._path), most=most),
                line=self._lines.get(self._path, 0),
            )
        return {one_line(key, longest): self.text(key, "", longest) for key in self._values}

    def finish(self) -> None:
        """Raise ParseError for the first key that was not asked for, with the most similar one that was."""
        for key in self._values:
            if key not in self._asked:
                raise self.problem(key, unknown_word(key, sorted(self._asked)))


def unknown_word(word: str, known: list[str]) -> str:
    """Return a sentence that says that a word is unknown, and which known one is meant or all that are possible."""
    shown, near = one_line(repr(word), _QUOTED), get_close_matches(word, known, n=1)
    if near:
        return _("{word} is unknown; perhaps {known!r} is meant", word=shown, known=near[0])
    return _("{word} is unknown; expected one of: {known}", word=shown, known=", ".join(known))
