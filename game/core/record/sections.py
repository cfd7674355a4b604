"""The sections of a tournament file: a head and one section for each game, made of fields ``Key: value``.

Indented lines continue the field above. No code here needs a ruleset, so the head of a file can be read even if its
plug-in is missing. Errors go to a handler: a strict reader raises the first one, a repair collects all of them.
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
from game.core.tournament import Participant, Practice

T = TypeVar("T")
#: A handler of errors. It raises the error to read strictly, or collects it to recover the rest of the file.
Complain = Callable[[ParseError], None]

_FIRST_LINE = re.compile(r"Stone Fair tournament, version ([0-9]{1,4})")
#: The largest tournament file in bytes, enough for many thousand games.
LARGEST_SAVE = 4_000_000
#: The most lines, games, and moves of all games together in a file. No file of the largest size can hold more, with at
#: least 8 bytes for a line, 80 for a game and 2 for a move. Each position stays in memory, so the limits also hold for
#: larger files.
MOST_LINES, MOST_GAMES, MOST_MOVES = LARGEST_SAVE // 8, LARGEST_SAVE // 80, LARGEST_SAVE // 2
#: The most characters in a line.
LONGEST_LINE = 100_000
_GAME_LINE = re.compile(r"Game ([0-9]{1,6})")
_FIELD_LINE = re.compile(r"([A-Za-z][^:]*):(.*)")
_MOVE_NUMBER = re.compile(r"[0-9]+\.")


def refuse(error: ParseError) -> None:
    """Raise the error. This is the error handler of a reader that stops at the first error in a file."""
    raise error


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """A value read from a tournament file, with its text and its line number (from 1)."""

    value: T
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A field of a file with several lines, each with its line number.

    ``line`` is the number of the line where the field begins.
    """

    line: int
    lines: list[tuple[int, str]]

    @property
    def text(self) -> str:
        """The lines of the field, joined to one text."""
        return "\n".join(line for _number, line in self.lines)

    def placed(self, error: ParseError) -> ParseError:
        """Return the error with its line number counted from the start of the file, not from that of this block."""
        known = 0 < error.line <= len(self.lines)
        return ParseError(error.problem, line=self.lines[error.line - 1][0] if known else self.line)


@dataclass(slots=True)
class FileField:
    """A field of a tournament file: the text after the colon, and the lines that continue it with their numbers.

    Lines are counted from 1.
    """

    key: str
    value: str
    line: int
    more: list[tuple[int, str]] = field(default_factory=list)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """Return the parsed value of the field. Raises ParseError with the line number of the field."""
        try:
            return parse(self.value)
        except ParseError as error:
            raise error.located(line=self.line) from error

    def block(self) -> list[tuple[int, str]]:
        """Return the numbered lines of the field, without blank lines at the start and the end."""
        lines = [(self.line, self.value), *self.more]
        while lines and not lines[-1][1].strip():
            lines.pop()
        while lines and not lines[0][1].strip():
            lines.pop(0)
        return lines

    def texts(self) -> Iterator[str]:
        """Yield the text after the field's colon, then each line that continues the field."""
        yield self.value
        yield from (line for _number, line in self.more)

    def words(self) -> Iterator[tuple[int, str]]:
        """Yield the words of the field, each with its line number; move numbers such as ``12.`` are skipped."""
        for number, line in [(self.line, self.value), *self.more]:
            yield from ((number, word) for word in line.split() if not _MOVE_NUMBER.fullmatch(word))


@dataclass(slots=True)
class FileSection:
    """A section of a tournament file: the head (``game`` 0) or one game (from 1), with its first line number."""

    game: int
    line: int
    fields: dict[str, FileField] = field(default_factory=dict)

    def value(self, key: str, parse: Callable[[str], T], otherwise: T, complain: Complain) -> T:
        """Return the parsed value of a field of this section, or ``otherwise`` if it is missing or damaged.

        If it is damaged, ``complain`` gets the error first, and may raise it.
        """
        found = self.written(key, parse, complain)
        return otherwise if found is None else found.value

    def written(self, key: str, parse: Callable[[str], T], complain: Complain) -> Written[T] | None:
        """Return the value of a field of this section with its line, or None if it is missing or damaged.

        If it is damaged, ``complain`` gets the error first, and may raise it.
        """
        found = self.fields.get(key)
        if found is None:
            return None
        try:
            return Written(found.parsed(parse), found.value, found.line)
        except ParseError as error:
            complain(error)
            return None

    def needed(self, key: str, parse: Callable[[str], T]) -> T:
        """Return the parsed value of a required field of this section. Raises ParseError if missing or damaged."""
        self.demand(key)
        return self.fields[key].parsed(parse)

    def demand(self, key: str) -> None:
        """Raise ParseError if this section of a tournament file lacks the field."""
        if key not in self.fields:
            raise ParseError(_("the line '{key}: …' is missing from the file header", key=key), line=self.line)

    def options(self) -> dict[str, Written[str]]:
        """Return the values of the game options that this section of a tournament file lists, by option key."""
        found = {key.removeprefix(OPTION): each for key, each in self.fields.items() if key.startswith(OPTION)}
        return {key: Written(each.value, each.value, each.line) for key, each in found.items()}

    def words(self, key: str) -> list[tuple[int, str]]:
        """Return the words of a field of this section with their line numbers; empty if the field is missing."""
        return list(self.fields[key].words()) if key in self.fields else []

    def block(self, key: str) -> TextBlock | None:
        """Return the lines of a field of this section; None if the field is missing."""
        found = self.fields.get(key)
        return None if found is None else TextBlock(found.line, found.block())


def is_ours(text: str) -> bool:
    """Return True if a text begins like a tournament file of Stone Fair, in any version."""
    return text.lstrip("\ufeff").lstrip().startswith("Stone Fair tournament")


def parse_sections(text: str, complain: Complain) -> list[FileSection]:
    """Return the sections of a tournament file: its head, then its games.

    Raises ParseError if the file is not a tournament of Stone Fair, is too new or has too many lines; other errors go
    to ``complain``.
    """
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
    """Raise ParseError if a file has more than MOST_GAMES games, or more than MOST_MOVES moves in all of them."""
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
                "this is not a Stone Fair tournament file: the first line is {line} instead of: Stone Fair "
                "tournament, version {version}",
                line=quoted(line),
                version=VERSION,
            ),
            line=number,
        )
    if int(found[1]) != VERSION:
        raise ParseError(
            _(
                "the file has format version {written}, but this version of Stone Fair reads version {version}",
                written=int(found[1]),
                version=VERSION,
            ),
            line=number,
        )


def _parse_line(line: str, number: int, sections: list[FileSection], latest: FileField | None) -> FileField | None:
    """Parse one line of a tournament file; return the field that the next line may continue."""
    if len(line) > LONGEST_LINE:
        raise ParseError(_("the line has more than {most} characters", most=LONGEST_LINE))
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
                _("found game {game} where game {expected} was expected", game=int(game[1]), expected=len(sections) - 1)
            )
        return None
    found = _FIELD_LINE.fullmatch(line)
    if found is None:
        raise ParseError(_("{line} is not a valid line in a tournament file", line=quoted(line)))
    return _added(FileField(found[1], found[2].strip(), number), sections[-1])


def _continued(line: str, number: int, latest: FileField | None) -> FileField:
    if latest is None or latest.key not in LONG_KEYS:
        raise ParseError(
            _(
                "{line} is indented, but it continues no line above (lines that can be continued: {keys})",
                line=quoted(line.strip()),
                keys=", ".join(LONG_KEYS),
            )
        )
    latest.more.append((number, _dedented(line)))
    return latest


def _dedented(line: str) -> str:
    """Return a line without its indent, which an editor may have changed to a tab or fewer spaces."""
    for indent in (INDENT, "\t"):
        if line.startswith(indent):
            return line.removeprefix(indent)
    return line.lstrip()


def _added(new: FileField, section: FileSection) -> FileField:
    known = GAME_KEYS if section.game else HEAD_KEYS
    place = _("game {game}", game=section.game) if section.game else _("the file header")
    if new.key not in known and not new.key.startswith(OPTION):
        raise ParseError(
            _(
                "{place}: unknown key {key!r} (known: {known}, {option} …)",
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
                "{place}: {key!r} appears twice (first on line {first})",
                key=new.key,
                place=place,
                first=first,
            )
        )
    section.fields[new.key] = new
    return new


# The values of the sections


def read_participants(head: FileSection, complain: Complain) -> tuple[Participant, Participant]:
    """Return both participants of a tournament file; an unreadable one becomes a person with a default name."""
    for key in ("Participant 1", "Participant 2"):
        head.demand(key)
    one = head.value("Participant 1", parse_participant, Participant("Player 1"), complain)
    two = head.value("Participant 2", parse_participant, Participant("Player 2"), complain)
    return (one, two)


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as a tournament file describes it, before its moves are checked.

    Missing or damaged values are None or empty.
    """

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
    """The milliseconds of each move, then of the unfinished turn; some may be missing at the end."""
    result: Written[tuple[int | None, Termination]] | None
    scores: Written[dict[str, int]] | None
    board: TextBlock | None
    checksum: str
    """The checksum of the game; "" if the file has none, which matches no game."""


def read_game(section: FileSection, complain: Complain) -> WrittenGame:
    """Return the values in a game's section of a tournament file; errors go to ``complain``."""
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
        checksum=section.value("Seal", str, "", complain),
    )
    if game.scores is not None and "Result" not in section.fields:
        complain(ParseError(_("game {game} has scores but no result", game=game.number), line=game.scores.line))
    return game


def _read_times(section: FileSection, made: int, complain: Complain) -> list[int]:
    """Return the milliseconds of each of ``made`` moves and of the unfinished turn, or [] if they are damaged.

    Errors go to ``complain``.
    """
    times: list[int] = []
    for line, word in section.words("Times"):
        try:
            times.append(parse_time(word))
        except ParseError as error:
            complain(error.located(line=line))
            return []
    if len(times) <= made + 1:
        return times
    text = _(
        "game {game} has {times} move times for {moves} moves; remove the extra times at the end",
        game=section.game,
        times=len(times),
        moves=made,
    )
    complain(ParseError(text, line=section.fields["Times"].line))
    return []
