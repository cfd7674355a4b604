"""The Go Text Protocol (GTP), version 2, parsed and formatted without I/O.

Source: the draft of its specification, gtp2-spec-draft2, by Gunnar Farnebäck. A command is a line with an optional
number, a name and arguments. Each command is answered in order, by ``=`` or ``?``, the number, a text and an empty
line. A point (*vertex*) is a column letter, without I, and a row number from 1 at the bottom. The commands that begin
with ``gogui-rules_`` are those of GoGui, which lets an engine show other games than Go; see doc/manual/xml/rules.xml
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from game.core.geometry import Geometry
from game.core.model import EMPTY, ParseError
from game.core.plain_text import one_line
from game.engine.protocol.protocol import EngineCommand
from game.engine.protocol.reading import LONGEST_LINE

#: Letters of the columns, and so the largest number of columns and of rows.
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
#: Name of the command that ends the program.
QUIT = "quit"
#: The pass among the points.
PASS = "pass"
#: Error messages that the specification names.
UNKNOWN_COMMAND, SYNTAX_ERROR, ILLEGAL_MOVE = "unknown command", "syntax error", "illegal move"
UNACCEPTABLE_SIZE, CANNOT_UNDO, CANNOT_SCORE = "unacceptable size", "cannot undo", "cannot score"
#: Symbols of the first and the second colour, of an empty point and of a point that the board does not have.
_SYMBOLS, _FREE, _MISSING = "XO", ".", "?"

_IGNORED = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|#.*")
_NUMBER = re.compile(r"\d{1,10}")
_VERTEX = re.compile(rf"([{COLUMNS}])([1-9]\d?)")
_COLOURS: Mapping[str, int] = {"b": 0, "black": 0, "w": 1, "white": 1}


@dataclass(frozen=True, slots=True)
class GtpCommand(EngineCommand):
    """A command in the Go Text Protocol: its number ("" if it has none), its name and its arguments."""

    number: str
    name: str
    arguments: tuple[str, ...] = ()


def whole_lines(source: BinaryIO) -> Iterator[str]:
    """Yield the lines of an input, each as soon as it is complete.

    A line longer than LONGEST_LINE bytes is cut off there.
    """
    while data := source.readline(LONGEST_LINE):
        yield data.decode("utf-8", "replace")
        while data and not data.endswith(b"\n"):
            data = source.readline(LONGEST_LINE)


def read_commands(lines: Iterable[str]) -> Iterator[GtpCommand]:
    """Parse each line into a command, without comments and control characters; a line that is empty then is skipped."""
    for line in lines:
        words = _IGNORED.sub("", line).split()
        if words:
            number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
            yield GtpCommand(number, words[0] if words else "", tuple(words[1:]))


def read_colour(word: str, colours: tuple[str, str]) -> str:
    """Return the letter of the colour that a word such as ``black`` or ``W`` names.

    ``colours`` are the letters of Black and of White. Raises ParseError for any other word.
    """
    if word.lower() not in _COLOURS:
        raise ParseError(f"{SYNTAX_ERROR}: {word!r} is not a color (as in black or w)")
    return colours[_COLOURS[word.lower()]]


def read_vertex(word: str, geometry: Geometry) -> int:
    """Parse a point such as ``h8`` or ``J9`` into its cell; raises ParseError if it is malformed or off the board."""
    found = _VERTEX.fullmatch(word.upper())
    if found is None:
        raise ParseError(f"{SYNTAX_ERROR}: {word!r} is not a point (as in H8; there is no column I)")
    cell = geometry.at(COLUMNS.index(found[1]), geometry.rows - int(found[2]))
    if cell is None:
        raise ParseError(f"{ILLEGAL_MOVE}: {word} is not on the board")
    return cell


def read_numbers(words: Sequence[str], count: int) -> tuple[int, ...]:
    """Parse the first ``count`` words as whole numbers; raises ParseError if one is missing or no such number."""
    if len(words) < count or not all(_NUMBER.fullmatch(word) for word in words[:count]):
        raise ParseError(f"{SYNTAX_ERROR}: expected {count} whole number{'s' if count > 1 else ''}")
    return tuple(int(word) for word in words[:count])


def format_vertex(geometry: Geometry, cell: int) -> str:
    """Format a cell as a point, such as ``J9``."""
    x, y = geometry.cells[cell]
    return f"{COLUMNS[x]}{geometry.rows - y}"


def format_rows(geometry: Geometry, board: Sequence[str], colours: tuple[str, str]) -> list[str]:
    """Format each row of a board, the top one first: ``X`` and ``O`` for the two colours and ``.`` for a free point."""
    symbols = {EMPTY: _FREE, **dict(zip(colours, _SYMBOLS, strict=True))}

    def symbol(x: int, y: int) -> str:
        cell = geometry.at(x, y)
        return _MISSING if cell is None else symbols[board[cell]]

    return [" ".join(symbol(x, y) for x in range(geometry.columns)) for y in range(geometry.rows)]


def format_board(geometry: Geometry, board: Sequence[str], colours: tuple[str, str]) -> str:
    """Format the answer to ``showboard``: the rows of the board with their numbers, and the column letters.

    The text begins with a line break, so that all rows stand below each other.
    """
    letters = f"   {' '.join(COLUMNS[: geometry.columns])}"
    rows = format_rows(geometry, board, colours)
    numbered = [f"{number:2} {row} {number}" for number, row in zip(range(geometry.rows, 0, -1), rows, strict=True)]
    return "\n".join(("", letters, *numbered, letters))


def format_success(command: GtpCommand, text: str = "") -> str:
    """Format the answer to a command that was carried out, as a line with its line break.

    The caller adds the empty line that ends an answer.
    """
    return f"={command.number} {text}".rstrip(" ") + "\n"


def format_failure(command: GtpCommand, sentence: str) -> str:
    """Format the answer to a command that was not carried out, with the reason, as a line with its line break.

    The caller adds the empty line that ends an answer.
    """
    return f"?{command.number} {one_line(sentence)}\n"
