"""The shape of a tournament file: a first line, fields of the form ``Key: value``, and one section for each game.

Lines that are indented continue the field above them. Nothing here knows a ruleset, so that the head of a file can be
read while its plug-in is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from game.core.language import _
from game.core.model import ParseError
from game.core.record.values import quoted

#: The version of this format; a file that names a later one is refused.
VERSION = 1
INDENT = "    "

OPTION = "Option "
HEAD_KEYS = (
    "Title",
    "Ruleset",
    "Series",
    "First seat",
    "Seed",
    "Clock",
    "Carried over",
    "Ended",
    "Participant 1",
    "Participant 2",
)
GAME_KEYS = ("First seat", "Seed", "Position", "Moves", "Times", "Result", "Scores", "Board")
#: Fields that may go on over indented lines.
LONG_KEYS = ("Position", "Moves", "Times", "Board")

#: A handler of errors: raising the error reads strictly, keeping it saves what can be saved.
Complain = Callable[[ParseError], None]

_FIRST_LINE = re.compile(r"Stone Fair tournament, version ([0-9]{1,4})")
_GAME_LINE = re.compile(r"Game ([0-9]{1,6})")
_FIELD_LINE = re.compile(r"([A-Za-z][^:]*):(.*)")


def refuse(error: ParseError) -> None:
    """The handler of strict reading: raises the error."""
    raise error


@dataclass(slots=True)
class Field:
    """One field: the text behind the colon, and the lines that continue it with their numbers from 1."""

    key: str
    value: str
    line: int
    more: list[tuple[int, str]] = field(default_factory=list)

    def block(self) -> list[tuple[int, str]]:
        """The lines of the field without blank ones at its ends."""
        lines = [(self.line, self.value), *self.more]
        while lines and not lines[-1][1].strip():
            lines.pop()
        while lines and not lines[0][1].strip():
            lines.pop(0)
        return lines

    def words(self) -> Iterator[tuple[int, str]]:
        """The words of the field, each with the number of its line."""
        for number, line in [(self.line, self.value), *self.more]:
            for word in line.split():
                yield number, word


@dataclass(slots=True)
class Section:
    """The head of a file (``game`` 0) or one game (from 1), with the line where it starts."""

    game: int
    line: int
    fields: dict[str, Field] = field(default_factory=dict)

    def options(self) -> Iterator[tuple[str, Field]]:
        """The option fields with the keys of their options."""
        for key, found in self.fields.items():
            if key.startswith(OPTION):
                yield key.removeprefix(OPTION), found


def is_ours(text: str) -> bool:
    """Whether the first line is that of our own format, in any version."""
    return text.lstrip("\ufeff").lstrip().startswith("Stone Fair tournament")


def parse_sections(text: str, complain: Complain) -> list[Section]:
    """The head and the games of a file; raises ParseError when it is not ours or too new, else calls ``complain``."""
    lines = text.removeprefix("\ufeff").splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    _check_first_line(lines[start].strip() if lines else "", start + 1)
    sections = [Section(0, start + 1)]
    latest: Field | None = None
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        try:
            latest = _parse_line(line.rstrip(), number, sections, latest)
        except ParseError as error:
            latest = None
            complain(error.located(line=number))
    return sections


def _check_first_line(line: str, number: int) -> None:
    found = _FIRST_LINE.fullmatch(line)
    if found is None:
        raise ParseError(
            _(
                "{line} is not how a tournament of Stone Fair begins "
                "(its first line reads: Stone Fair tournament, version {version})",
                line=quoted(line),
                version=VERSION,
            ),
            line=number,
        )
    if int(found[1]) != VERSION:
        raise ParseError(
            _(
                "the file was written in version {written} of the format; this Stone Fair reads version {version}",
                written=int(found[1]),
                version=VERSION,
            ),
            line=number,
        )


def _parse_line(line: str, number: int, sections: list[Section], latest: Field | None) -> Field | None:
    """Read one line; returns the field that the next line may continue."""
    if not line:
        if latest is not None:
            latest.more.append((number, ""))
        return latest
    if line[0].isspace():
        return _continued(line, number, latest)
    game = _GAME_LINE.fullmatch(line)
    if game is not None:
        sections.append(Section(int(game[1]), number))
        if int(game[1]) != len(sections) - 1:
            raise ParseError(
                _("game {game} stands where game {expected} is expected", game=int(game[1]), expected=len(sections) - 1)
            )
        return None
    found = _FIELD_LINE.fullmatch(line)
    if found is None:
        raise ParseError(_("{line} is not a line of a tournament file", line=quoted(line)))
    return _added(Field(found[1], found[2].strip(), number), sections[-1])


def _continued(line: str, number: int, latest: Field | None) -> Field:
    if latest is None or latest.key not in LONG_KEYS:
        raise ParseError(
            _(
                "{line} is indented, but continues nothing ({keys})",
                line=quoted(line.strip()),
                keys=", ".join(LONG_KEYS),
            )
        )
    latest.more.append((number, _dedented(line)))
    return latest


def _dedented(line: str) -> str:
    """The line without our indentation, which an editor may have turned into a tab or fewer spaces."""
    for indent in (INDENT, "\t"):
        if line.startswith(indent):
            return line.removeprefix(indent)
    return line.lstrip()


def _added(new: Field, section: Section) -> Field:
    known = GAME_KEYS if section.game else HEAD_KEYS
    place = _("game {game}", game=section.game) if section.game else _("the head of the file")
    if new.key not in known and not new.key.startswith(OPTION):
        raise ParseError(
            _(
                "{place}: {key!r} is not known (known are: {known}, {option} …)",
                key=new.key,
                place=place,
                known=", ".join(known),
                option=OPTION.strip(),
            )
        )
    if new.key in section.fields:
        first = section.fields[new.key].line
        raise ParseError(
            _(
                "{place}: {key!r} stands there a second time (first in line {first})",
                key=new.key,
                place=place,
                first=first,
            )
        )
    section.fields[new.key] = new
    return new


def wrapped(text: str) -> str:
    """A text as the continuation lines of a field."""
    return "\n".join((INDENT + line).rstrip() for line in text.splitlines())
