"""The format of a tournament file: a first line, fields of the form ``Key: value``, and one section for each game.

Lines that are indented continue the field above them. Nothing here knows a ruleset, so that the head of a file can be
read while its plug-in is missing. The values of the fields come last: a pair of functions writes and reads each kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from game.core.language import _
from game.core.model import OptionValue, Outcome, ParseError, Termination
from game.core.tournament import SERIES_LENGTHS, Participant

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

T = TypeVar("T")
#: A handler of errors: raising the error reads strictly, keeping it saves what can be saved.
Complain = Callable[[ParseError], None]

_FIRST_LINE = re.compile(r"Stone Fair tournament, version ([0-9]{1,4})")
_GAME_LINE = re.compile(r"Game ([0-9]{1,6})")
_FIELD_LINE = re.compile(r"([A-Za-z][^:]*):(.*)")
_RESULT = re.compile(r"(?:participant ([12]) wins|draw) \(([a-z ]+)\)")
_WINS = re.compile(r"([0-9]{1,6}(?:\.[05])?) - ([0-9]{1,6}(?:\.[05])?)")
_NUMBER = re.compile(r"-?[0-9]{1,40}")
_PARTICIPANT = re.compile(r"(?:person|computer ([^,]*[^,\s])),(.*)")
_RULESET = re.compile(r"([^\s()]+)(?:\s+\((.*)\))?")


def refuse(error: ParseError) -> None:
    """The handler of strict reading: raises the error."""
    raise error


@dataclass(slots=True)
class FileField:
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
class FileSection:
    """The head of a file (``game`` 0) or one game (from 1), with the line where it starts."""

    game: int
    line: int
    fields: dict[str, FileField] = field(default_factory=dict)

    def value(self, key: str, parse: Callable[[str], T], otherwise: T, complain: Complain) -> T:
        """The value of a field; ``otherwise`` when it is missing, or damaged and ``complain`` accepts the damage."""
        found = self.fields.get(key)
        if found is None:
            return otherwise
        try:
            return parse(found.value)
        except ParseError as error:
            complain(error.located(line=found.line))
            return otherwise

    def needed(self, key: str) -> FileField:
        """A field that must be there; raises ParseError."""
        if key not in self.fields:
            raise ParseError(_("the line '{key}: …' is missing in the head of the file", key=key), line=self.line)
        return self.fields[key]

    def options(self) -> Iterator[tuple[str, FileField]]:
        """The option fields with the keys of their options."""
        for key, found in self.fields.items():
            if key.startswith(OPTION):
                yield key.removeprefix(OPTION), found


def is_ours(text: str) -> bool:
    """Whether the first line is that of our own format, in any version."""
    return text.lstrip("\ufeff").lstrip().startswith("Stone Fair tournament")


def parse_sections(text: str, complain: Complain) -> list[FileSection]:
    """The head and the games of a file; raises ParseError when it is not ours or too new, else calls ``complain``."""
    lines = text.removeprefix("\ufeff").splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    _check_first_line(lines[start].strip() if lines else "", start + 1)
    sections = [FileSection(0, start + 1)]
    latest: FileField | None = None
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


def _parse_line(line: str, number: int, sections: list[FileSection], latest: FileField | None) -> FileField | None:
    """Read one line; returns the field that the next line may continue."""
    if not line:
        if latest is not None:
            latest.more.append((number, ""))
        return latest
    if line[0].isspace():
        return _continued(line, number, latest)
    game = _GAME_LINE.fullmatch(line)
    if game is not None:
        sections.append(FileSection(int(game[1]), number))
        if int(game[1]) != len(sections) - 1:
            raise ParseError(
                _("game {game} stands where game {expected} is expected", game=int(game[1]), expected=len(sections) - 1)
            )
        return None
    found = _FIELD_LINE.fullmatch(line)
    if found is None:
        raise ParseError(_("{line} is not a line of a tournament file", line=quoted(line)))
    return _added(FileField(found[1], found[2].strip(), number), sections[-1])


def _continued(line: str, number: int, latest: FileField | None) -> FileField:
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


def _added(new: FileField, section: FileSection) -> FileField:
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


# The values of the fields


def quoted(line: str) -> str:
    """A line in quotation marks, cut when it is long."""
    return repr(line if len(line) <= 60 else line[:57] + "...")


def one_line(text: str) -> str:
    """A text as it can stand behind a key: control characters left out, white space reduced to single spaces."""
    kept = "".join(c for c in " ".join(text.split()) if unicodedata.category(c) not in ("Cc", "Cs"))
    return " ".join(kept.split())


def format_outcome(outcome: Outcome | None, seats: tuple[int, int]) -> str:
    """Write an outcome in terms of the participants, who sit on these seats."""
    if outcome is None:
        return "nothing yet"
    end = f"({outcome.termination.value})"
    return f"draw {end}" if outcome.winner is None else f"participant {seats[outcome.winner] + 1} wins {end}"


def parse_result(text: str) -> tuple[int | None, Termination]:
    """Read the participant that won, None for a draw, and how the game ended; raises ParseError."""
    found = _RESULT.fullmatch(text)
    endings = {termination.value: termination for termination in Termination}
    if found is None or found[2] not in endings:
        raise ParseError(
            _(
                "{text} is not a result; write 'participant 1 wins (…)', 'participant 2 wins (…)' or 'draw (…)' "
                "with one of: {endings}",
                text=quoted(text),
                endings=", ".join(endings),
            )
        )
    winner = None if found[1] is None else int(found[1]) - 1
    termination = endings[found[2]]
    if (winner is None, termination) in ((True, Termination.RESIGNATION), (False, Termination.AGREED_DRAW)):
        raise ParseError(_("{text}: a game does not end that way", text=quoted(text)))
    return winner, termination


def format_scores(scores: Mapping[str, int]) -> str:
    """Write scores by colour, as in ``b 12, w 10``."""
    return ", ".join(f"{colour} {score}" for colour, score in scores.items())


def parse_scores(text: str) -> dict[str, int]:
    """Read scores by colour; raises ParseError."""
    scores: dict[str, int] = {}
    for part in text.split(","):
        colour, _space, number = part.strip().partition(" ")
        if not colour or colour in scores or _NUMBER.fullmatch(number.strip()) is None:
            raise ParseError(_("{text} are not scores; write them as in: b 12, w 10", text=quoted(text)))
        scores[colour] = int(number)
    return scores


def format_participant_number(participant: int) -> str:
    """Write a participant's number, which counts from 1 in files."""
    return f"participant {participant + 1}"


def parse_participant_number(text: str) -> int:
    """Read the index of a participant; raises ParseError."""
    if text not in ("participant 1", "participant 2"):
        raise ParseError(_("{text} is neither 'participant 1' nor 'participant 2'", text=quoted(text)))
    return int(text[-1]) - 1


def format_wins(wins: tuple[float, float]) -> str:
    """Write wins with at most one decimal, as in ``2 - 1.5``."""
    return " - ".join(f"{number:.1f}".removesuffix(".0") for number in wins)


def parse_wins(text: str) -> tuple[float, float]:
    """Read the wins of both participants; raises ParseError."""
    found = _WINS.fullmatch(text)
    if found is None:
        raise ParseError(_("{text} are not wins; write them as in: 2 - 1.5", text=quoted(text)))
    return (float(found[1]), float(found[2]))


def parse_whole_number(text: str) -> int:
    """Read a whole number of up to 40 digits; raises ParseError."""
    if _NUMBER.fullmatch(text) is None:
        raise ParseError(_("{text} is not a whole number", text=quoted(text)))
    return int(text)


def parse_yes(text: str) -> bool:
    """Read yes or no; raises ParseError."""
    if text not in ("yes", "no"):
        raise ParseError(_("{text} is neither 'yes' nor 'no'", text=quoted(text)))
    return text == "yes"


def parse_series(text: str) -> int:
    """Read the length of the series, 0 for an open one; raises ParseError."""
    forms = {format_series(length): length for length in SERIES_LENGTHS}
    if text not in forms:
        raise ParseError(
            _("{text} is not a form of series; it must be one of: {forms}", text=quoted(text), forms=", ".join(forms))
        )
    return forms[text]


def format_series(length: int) -> str:
    """Write the length of the series in words."""
    return f"best of {length}" if length else "open"


def format_participant(participant: Participant) -> str:
    """Write a participant, as in ``person, Anna`` or ``computer greedy, The greedy player``."""
    kind = "person" if participant.is_person else f"computer {one_line(participant.level)}"
    return f"{kind}, {one_line(participant.name)}".rstrip()


def parse_participant(text: str) -> Participant:
    """Read a participant; raises ParseError."""
    found = _PARTICIPANT.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} is no participant; write 'person, a name' or 'computer a level, a name'", text=quoted(text))
        )
    return Participant(found[2].strip(), (found[1] or "").strip())


def format_ruleset(ruleset_id: str, title: str) -> str:
    """Write the id, which counts, and the title for the reader: ``some_id (Some Title)``."""
    return f"{ruleset_id} ({one_line(title)})"


def parse_ruleset(text: str) -> tuple[str, str]:
    """Read the id and the title of a ruleset, the id again where the title is missing; raises ParseError."""
    found = _RULESET.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} names no ruleset; write its id (lower-case letters, digits and _)", text=quoted(text))
        )
    return found[1], found[2] or found[1]


def format_option(value: OptionValue) -> str:
    """Write an option's value as ``complete_options`` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return one_line(str(value))
