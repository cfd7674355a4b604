"""The Connect6 protocol of the Chinese championship's platform (SAU), parsed and formatted without I/O.

Source: the communication protocol of the platform of Shenyang Aerospace University (SAU), and the engines that use it.
A line has at most 256 bytes. A stone is two capital letters, column before row, ``A`` to ``S`` including I. Row ``A``
is the top row, or the bottom row in some engines. A turn is two stones; ``@@`` stands for a missing one, so that
Black's first turn in the centre is ``JJ@@``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.core.geometry import Position
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.engine.protocol.protocol import End, EngineCommand, Malformed, Unknown

#: Most bytes of a line.
LONGEST_LINE = 256
#: Number of columns and of rows of the board.
SIZE = 19
#: Colours in the order of their turns.
COLOURS = ("black", "white")
#: Filler for the missing second stone in a turn of one stone.
NO_STONE = "@@"

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STONE = re.compile(r"[A-Z]{2}")
_TURN = re.compile(rf"([A-Z]{{2}})(?:{NO_STONE}|([A-Z]{{2}}))?")
_ANSWER = re.compile(r"\bmove\s+((?:[A-Z]{2}|@@){1,2})$")


def format_stones(points: Sequence[Position], *, from_bottom: bool = False) -> str:
    """Format points as the letters of a Connect6 turn, two for each stone, without ``@@``.

    Points count from 0 at the upper left; with ``from_bottom`` the letters of rows begin at the bottom row.
    """
    return "".join(_LETTERS[x] + _LETTERS[SIZE - 1 - y if from_bottom else y] for x, y in points)


def format_move(points: Sequence[Position]) -> str:
    """Format an engine's answer, such as ``move JJ@@``, from the points of its turn's stones.

    A single stone is followed by ``@@``.
    """
    return f"move {format_stones(points):@<4}"


def split_stones(text: str) -> tuple[str, ...]:
    """Split a Connect6 turn into stones of two letters each, leaving out ``@@``."""
    return tuple(_STONE.findall(text))


def read_point(word: str, *, from_bottom: bool = False) -> Position:
    """Parse the two letters of a stone into a point; letters after S give a point off the board."""
    x, y = (_LETTERS.index(letter) for letter in word)
    return x, SIZE - 1 - y if from_bottom else y


def read_answer(text: str) -> str | None:
    """Return the letters of the turn at the end of a line such as ``move JJ@@``, or None if there are none."""
    found = _ANSWER.search(text)
    return None if found is None else found[1]


# Lines of the platform


@dataclass(frozen=True, slots=True)
class WhoAreYou(EngineCommand):
    """The request of the game platform for the engine's name."""


@dataclass(frozen=True, slots=True)
class NewGame(EngineCommand):
    """The command to start a game on an empty board; ``side`` is the engine's, 0 for Black, who begins."""

    side: int


@dataclass(frozen=True, slots=True)
class OtherTurn(EngineCommand):
    """The command with the opponent's turn, two letters for each stone; the engine answers with its own turn."""

    stones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastTurnRefused(EngineCommand):
    """The report of the game platform that the engine's last turn was not accepted."""


@dataclass(frozen=True, slots=True)
class GameEnded(EngineCommand):
    """The report of the game platform that the game has ended, whatever the result."""


#: Commands that do not interrupt a running search.
PATIENT = (WhoAreYou, OtherTurn, LastTurnRefused, Unknown, Malformed)

_PLAIN: dict[str, EngineCommand] = {
    "name?": WhoAreYou(),
    "name": WhoAreYou(),
    "error": LastTurnRefused(),
    "quit": End(),
    "exit": End(),
}


def read_commands(lines: Iterable[str]) -> Iterator[EngineCommand]:
    """Parse each line into a command, skipping empty lines."""
    for line in lines:
        words = line.split(maxsplit=1)
        if len(line.encode()) > LONGEST_LINE:
            yield Malformed(f"a line has at most {LONGEST_LINE} bytes, and this one has more")
        elif words:
            yield _read_command(words[0].lower(), words[1].strip() if words[1:] else "", line.strip())


def _read_command(word: str, rest: str, line: str) -> EngineCommand:
    try:
        match word:
            case "new":
                return NewGame(_read_side(rest))
            case "move":
                return OtherTurn(_read_turn(rest))
            case "end":
                return GameEnded()
            case _:
                return _PLAIN.get(word, Unknown(line))
    except ParseError as error:
        return Malformed(str(error))


def _read_side(text: str) -> int:
    if text.lower() not in COLOURS:
        raise ParseError(f"{text!r} is no side (as in new black or new white)")
    return COLOURS.index(text.lower())


def _read_turn(text: str) -> tuple[str, ...]:
    found = _TURN.fullmatch(text.upper())
    if found is None:
        raise ParseError(f"{text!r} is no turn (two letters a stone, as in move JJ@@ or move IIKK)")
    return tuple(stone for stone in found.groups() if stone)


# Lines of an engine


def format_error(sentence: str) -> str:
    """Format the reason why a command could not be carried out, cut to the longest line allowed.

    The platform ignores every line that is not a move.
    """
    told = f"error {one_line(sentence)}".encode()[: LONGEST_LINE - 1]
    return told.decode(errors="ignore")
