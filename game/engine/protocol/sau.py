"""The lines of the Chinese championship's Connect6 platform: parsed and formatted, no I/O.

Source: the platform of Shenyang Aerospace University (SAU), its communication protocol for engines, and the engines
that speak it. A line is at most 256 bytes. A stone is two capital letters, column before row, ``A`` to ``S`` with I;
the origin is the upper left, or the lower left in some engines. A turn is two stones; ``@@`` is none, so that Black's
first turn in the middle is ``JJ@@``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.core.geometry import Position
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.engine.protocol.protocol import End, EngineCommand, Malformed, Unknown

#: Bytes of a line.
LONGEST_LINE = 256
#: Columns and rows of the board.
SIZE = 19
#: The colours in the order of their turns.
COLOURS = ("black", "white")
#: The stone that is none: it fills up a turn of one stone.
NO_STONE = "@@"

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STONE = re.compile(r"[A-Z]{2}")
_TURN = re.compile(rf"([A-Z]{{2}})(?:{NO_STONE}|([A-Z]{{2}}))?")
_ANSWER = re.compile(r"\bmove\s+((?:[A-Z]{2}|@@){1,2})$")


def format_stones(points: Sequence[Position], *, from_bottom: bool = False) -> str:
    """Write the stones of a turn in letters; a missing stone is left out.

    Points count from 0 at the upper left; ``from_bottom`` makes the letters of rows run from the bottom.
    """
    return "".join(_LETTERS[x] + _LETTERS[SIZE - 1 - y if from_bottom else y] for x, y in points)


def format_move(points: Sequence[Position]) -> str:
    """Write an engine's answer: the stones of its turn, a lone one followed by ``@@``."""
    return f"move {format_stones(points):@<4}"


def split_stones(text: str) -> tuple[str, ...]:
    """The words of two letters in a turn, ``@@`` left out."""
    return tuple(_STONE.findall(text))


def read_point(word: str, *, from_bottom: bool = False) -> Position:
    """Read the point of a stone's two letters; for letters after S it lies off the board."""
    x, y = (_LETTERS.index(letter) for letter in word)
    return x, SIZE - 1 - y if from_bottom else y


def read_answer(text: str) -> str | None:
    """The letters of the turn at the end of a line, as in ``move JJ@@``; None where there are none."""
    found = _ANSWER.search(text)
    return None if found is None else found[1]


# What the platform says


@dataclass(frozen=True, slots=True)
class WhoAreYou(EngineCommand):
    """The request for the engine's name."""


@dataclass(frozen=True, slots=True)
class NewGame(EngineCommand):
    """The board is empty and the engine has this side (0 for Black, which begins)."""

    side: int


@dataclass(frozen=True, slots=True)
class OtherTurn(EngineCommand):
    """The opponent's turn, a word of two letters for each stone; answered by our own turn."""

    stones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastTurnRefused(EngineCommand):
    """Our last turn was not accepted."""


@dataclass(frozen=True, slots=True)
class GameEnded(EngineCommand):
    """The game is over, whoever has won it."""


#: The commands that wait until a running search has found its move.
PATIENT = (WhoAreYou, OtherTurn, LastTurnRefused, Unknown, Malformed)

_PLAIN: dict[str, EngineCommand] = {
    "name?": WhoAreYou(),
    "name": WhoAreYou(),
    "error": LastTurnRefused(),
    "quit": End(),
    "exit": End(),
}


def read_commands(lines: Iterable[str]) -> Iterator[EngineCommand]:
    """Read the commands in these lines, one each; empty lines are skipped."""
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


# What an engine says


def format_error(sentence: str) -> str:
    """Write why a line could not be carried out, cut to a line's length; the platform skips what is not a move."""
    told = f"error {one_line(sentence)}".encode()[: LONGEST_LINE - 1]
    return told.decode(errors="ignore")
