"""The sections of a tournament file: a head and a part for each game, made of fields of the form ``Key: value``.

Lines that are indented continue the field above them. Nothing here knows a ruleset, so that the head of a file can be
read while its plug-in is missing. What cannot be read is a damage: strict reading raises the first one, and repair
keeps all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from game.core.clock import parse_time
from game.core.language import _
from game.core.model import ParseError, Termination
from game.core.plain_text import lines_of
from game.core.practice import Practice
from game.core.record.format import (
    GAME_KEYS,
    HEAD_KEYS,
    INDENT,
    LONG_KEYS,
    OPTION,
    VERSION,
    parse_participant,
    parse_participant_number,
    parse_practice,
    parse_result,
    parse_scores,
    parse_whole_number,
    quoted,
)
from game.core.tournament import Participant

T = TypeVar("T")
#: A handler of errors: raising the error reads strictly, keeping it saves what can be saved.
Complain = Callable[[ParseError], None]

_FIRST_LINE = re.compile(r"Stone Fair tournament, version ([0-9]{1,4})")
#: The bytes of a series of many thousand games; a file that is larger is no save.
LARGEST_SAVE = 4_000_000
#: The lines, the games and the moves in all of them that are read: more than a file of that size has room for, with at
#: least 8 bytes a line, 80 a game and 2 a move. Each position stays in memory, so a larger file may not have more.
MOST_LINES, MOST_GAMES, MOST_MOVES = LARGEST_SAVE // 8, LARGEST_SAVE // 80, LARGEST_SAVE // 2
#: The letters of a line.
LONGEST_LINE = 100_000
_GAME_LINE = re.compile(r"Game ([0-9]{1,6})")
_FIELD_LINE = re.compile(r"([A-Za-z][^:]*):(.*)")
_MOVE_NUMBER = re.compile(r"[0-9]+\.")


def refuse(error: ParseError) -> None:
    """The handler of strict reading: raises the error."""
    raise error


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """A value with its text in the file, and the number of that line, from 1."""

    value: T
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TextBlock:
    """The numbered lines of a field that goes on over several, and the line where the field begins."""

    line: int
    lines: list[tuple[int, str]]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(line for _number, line in self.lines)

    def placed(self, error: ParseError) -> ParseError:
        """An error whose line counts from the first line of the block, with its line in the file instead."""
        known = 0 < error.line <= len(self.lines)
        return ParseError(error.problem, line=self.lines[error.line - 1][0] if known else self.line)


@dataclass(slots=True)
class FileField:
    """One field: the text behind the colon, and the lines that continue it with their numbers from 1."""

    key: str
    value: str
    line: int
    more: list[tuple[int, str]] = field(default_factory=list)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """The value of the field; raises ParseError with its line."""
        try:
            return parse(self.value)
        except ParseError as error:
            raise error.located(line=self.line) from error

    def block(self) -> list[tuple[int, str]]:
        """The lines of the field without blank ones at its ends."""
        lines = [(self.line, self.value), *self.more]
        while lines and not lines[-1][1].strip():
            lines.pop()
        while lines and not lines[0][1].strip():
            lines.pop(0)
        return lines

    def texts(self) -> Iterator[str]:
        """The text behind the colon, and the lines that continue it."""
        yield self.value
        yield from (line for _number, line in self.more)

    def words(self) -> Iterator[tuple[int, str]]:
        """The words of the field with the numbers of their lines, without those that only count the moves."""
        for number, line in [(self.line, self.value), *self.more]:
            yield from ((number, word) for word in line.split() if not _MOVE_NUMBER.fullmatch(word))


@dataclass(slots=True)
class FileSection:
    """The head of a file (``game`` 0) or one game (from 1), with the line where it starts."""

    game: int
    line: int
    fields: dict[str, FileField] = field(default_factory=dict)

    def value(self, key: str, parse: Callable[[str], T], otherwise: T, complain: Complain) -> T:
        """The value of a field; ``otherwise`` when it is missing, or damaged and ``complain`` accepts the damage."""
        found = self.written(key, parse, complain)
        return otherwise if found is None else found.value

    def written(self, key: str, parse: Callable[[str], T], complain: Complain) -> Written[T] | None:
        """The value of a field with its place; None when it is missing, or damaged and ``complain`` accepts that."""
        found = self.fields.get(key)
        if found is None:
            return None
        try:
            return Written(found.parsed(parse), found.value, found.line)
        except ParseError as error:
            complain(error)
            return None

    def needed(self, key: str, parse: Callable[[str], T]) -> T:
        """A value that must be there; raises ParseError when it is missing or damaged."""
        self.demand(key)
        return self.fields[key].parsed(parse)

    def demand(self, key: str) -> None:
        """Raise ParseError when a field is missing."""
        if key not in self.fields:
            raise ParseError(_("the line '{key}: …' is missing in the head of the file", key=key), line=self.line)

    def options(self) -> dict[str, Written[str]]:
        """The values of the option fields, by the keys of their options."""
        found = {key.removeprefix(OPTION): each for key, each in self.fields.items() if key.startswith(OPTION)}
        return {key: Written(each.value, each.value, each.line) for key, each in found.items()}

    def words(self, key: str) -> list[tuple[int, str]]:
        """The words of a field with the numbers of their lines; none when it is missing."""
        return list(self.fields[key].words()) if key in self.fields else []

    def block(self, key: str) -> TextBlock | None:
        """The lines of a field; None when it is missing."""
        found = self.fields.get(key)
        return None if found is None else TextBlock(found.line, found.block())


def is_ours(text: str) -> bool:
    """Whether the first line is that of our own format, in any version."""
    return text.lstrip("\ufeff").lstrip().startswith("Stone Fair tournament")


def parse_sections(text: str, complain: Complain) -> list[FileSection]:
    """The head and the games of a file; raises ParseError when it is not ours or too new, else calls ``complain``."""
    lines = enumerate(lines_of(text.removeprefix("\ufeff")), start=1)
    start, first = next(((number, line) for number, line in lines if line.strip()), (1, ""))
    _check_first_line(first.strip(), start)
    sections = [FileSection(0, start)]
    latest: FileField | None = None
    for number, line in lines:
        if number > MOST_LINES:
            raise ParseError(_("the file has more than {most} lines", most=MOST_LINES))
        try:
            latest = _parse_line(line.rstrip(), number, sections, latest)
        except ParseError as error:
            latest = None
            complain(error.located(line=number))
    return sections


def check_amount(games: Sequence[FileSection]) -> None:
    """Raise ParseError where there are more games, or more moves in all of them together, than are read."""
    if len(games) > MOST_GAMES:
        raise ParseError(_("the file has more than {most} games", most=MOST_GAMES))
    lines = (line for game in games if "Moves" in game.fields for line in game.fields["Moves"].texts())
    if sum(len(line.split()) for line in lines) > MOST_MOVES:
        raise ParseError(_("the file has more than {most} moves", most=MOST_MOVES))


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
    if len(line) > LONGEST_LINE:
        raise ParseError(_("the line has more than {most} letters", most=LONGEST_LINE))
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


# The values of the sections


def read_participants(head: FileSection, complain: Complain) -> tuple[Participant, Participant]:
    """Read both participants; one that cannot be read becomes a person without a name."""
    for key in ("Participant 1", "Participant 2"):
        head.demand(key)
    one = head.value("Participant 1", parse_participant, Participant("Player 1"), complain)
    two = head.value("Participant 2", parse_participant, Participant("Player 2"), complain)
    return (one, two)


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as it is written, with no rule asked yet; what is missing or damaged is None or empty."""

    number: int
    line: int
    first: int | None
    seed: int | None
    practice: Practice | None
    hints: int
    options: dict[str, Written[str]]
    position: TextBlock | None
    moves: list[tuple[int, str]]
    times: list[int]
    """Milliseconds of each move, and at the end of the running turn; there may be fewer."""
    result: Written[tuple[int | None, Termination]] | None
    scores: Written[dict[str, int]] | None
    board: TextBlock | None
    seal: str
    """The seal of the game, "" where the file has none: it fits nothing."""


def read_game(section: FileSection, complain: Complain) -> WrittenGame:
    """Read the values of a game."""
    moves = section.words("Moves")
    game = WrittenGame(
        number=section.game,
        line=section.line,
        first=section.value("First seat", parse_participant_number, None, complain),
        seed=section.value("Seed", parse_whole_number, None, complain),
        practice=section.value("Practice", parse_practice, None, complain),
        hints=section.value("Hints", parse_whole_number, 0, complain),
        options=section.options(),
        position=section.block("Position"),
        moves=moves,
        times=_read_times(section, len(moves), complain),
        result=section.written("Result", parse_result, complain),
        scores=section.written("Scores", parse_scores, complain),
        board=section.block("Board"),
        seal=section.value("Seal", str, "", complain),
    )
    if game.scores is not None and "Result" not in section.fields:
        complain(ParseError(_("game {game} has scores but no result", game=game.number), line=game.scores.line))
    return game


def _read_times(section: FileSection, made: int, complain: Complain) -> list[int]:
    """The milliseconds of each move and of the running turn, in order; none where they are damaged."""
    times: list[int] = []
    for line, word in section.words("Times"):
        try:
            times.append(parse_time(word))
        except ParseError as error:
            complain(error.located(line=line))
            return []
    if len(times) <= made + 1:
        return times
    told = _(
        "game {game} has {times} times for {moves} moves; take the last ones out",
        game=section.game,
        times=len(times),
        moves=made,
    )
    complain(ParseError(told, line=section.fields["Times"].line))
    return []
