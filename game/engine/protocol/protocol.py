"""The Gomocup protocol between a manager and an engine, with our extensions, parsed and formatted without I/O.

Source: the page of the protocol in Piskvork, source/doc/protocl2en.htm. The commands that begin with YX are Yixin's.
Points are ``x,y``, counted from 0 at the upper left.

Our extensions to the commands:

- ``INFO ruleset``, ``INFO option``, ``INFO level``, ``INFO seed`` and ``INFO language`` choose the game, its options,
  the level, the seed of random choices and the language of notes.
- ``POSITION``, a position as text (the ruleset's ``dump``), ``DONE``: answered by the moves of one turn, such
  as ``h8 i9``.
- ``PROVE``, a position, ``DONE``: answered by ``PROOF fours h8`` and the like, the means by which the side to move wins
  by force and its first moves; by ``PROOF none`` if no forced win is found; by ``PROOF unknown`` if no search is
  possible.
- ``JUDGE n``, a position, ``DONE``: the engine reports each of the n best moves in a MESSAGE and answers with the best
  one in our notation, a single move even if a turn has several.

The lines of an engine are in ``replies``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from game.core.geometry import Position
from game.core.model import ParseError

#: Most bytes of a line; the rest of a longer line is dropped.
LONGEST_LINE = 8192
#: Most lines of a position as text; a longer one is refused.
LONGEST_POSITION = 500
#: Most stones of a BOARD, more than any board has cells; a longer one is refused.
MOST_STONES = 10_000

_LINE_END = re.compile(rb"\r\n|\r|\n")
_POINT = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})")
_STONE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*([123])")


class LineSplitter:
    """A splitter of received bytes into lines, which may end in CR, LF or CRLF."""

    def __init__(self, decode: Callable[[bytes], str] = lambda line: line.decode("utf-8", "replace")) -> None:
        """Create a splitter whose lines are decoded by ``decode``, by default as UTF-8."""
        self._decode = decode
        self._rest = b""
        self._ended_in_return = False

    def feed(self, data: bytes) -> list[str]:
        """Add bytes, and return the lines that they complete, decoded and without line ends."""
        if self._ended_in_return:
            data = data.removeprefix(b"\n")
        self._ended_in_return = data.endswith(b"\r")
        pieces = _LINE_END.split(data)
        pieces[0] = self._rest + pieces[0]
        self._rest = pieces.pop()[:LONGEST_LINE]
        return [self._decode(piece[:LONGEST_LINE]) for piece in pieces]


# Lines of a manager


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A command from a manager to an engine; base class of all commands."""


@dataclass(frozen=True, slots=True)
class Start(EngineCommand):
    """The command START n or RECTSTART w,h, which starts a game on an empty board. The answer is OK.

    Yixin-Board says START w h.
    """

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Begin(EngineCommand):
    """The command BEGIN, which asks the engine to make the first move of the game."""


@dataclass(frozen=True, slots=True)
class TurnCommand(EngineCommand):
    """The command TURN x,y, which reports the opponent's move. The answer is the engine's own move."""

    point: Position


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A line of the command BOARD: a point and the owner of its stone, 1 for the engine, 2 for its opponent.

    The protocol's owner 3 is refused: it marks a stone of a finished line and does not give the colour.
    """

    point: Position
    owner: int


@dataclass(frozen=True, slots=True)
class Board(EngineCommand):
    """The command BOARD or YXBOARD, which lists all stones of a position, oldest first.

    ``answered`` is True for BOARD, which the engine answers with a move, and False for YXBOARD, which has no answer.
    """

    stones: tuple[BoardStone, ...]
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Swap2Board(EngineCommand):
    """The command SWAP2BOARD, which lists the stones of a Swap2 opening so far: none, three or five."""

    points: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class PositionText(EngineCommand):
    """The command POSITION, which gives a position as text. The answer is the moves of one turn, such as ``h8 i9``."""

    text: str


@dataclass(frozen=True, slots=True)
class ProvePosition(EngineCommand):
    """The command PROVE with a position as text. The answer is a forced win of the side to move."""

    text: str


@dataclass(frozen=True, slots=True)
class JudgePosition(EngineCommand):
    """The command JUDGE n, which gives a position as text and asks for the ``count`` best moves.

    The engine reports these moves and answers with the best one.
    """

    count: int
    text: str


@dataclass(frozen=True, slots=True)
class InfoLine(EngineCommand):
    """The command INFO, which gives the key and value of a setting. There is no answer."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Takeback(EngineCommand):
    """The command TAKEBACK x,y, which removes the stone on this point. The answer is OK."""

    point: Position


@dataclass(frozen=True, slots=True)
class Restart(EngineCommand):
    """The command RESTART, which empties the board for a new game. The answer is OK."""


@dataclass(frozen=True, slots=True)
class About(EngineCommand):
    """The command ABOUT, which asks for the engine's name, version, author and country."""


@dataclass(frozen=True, slots=True)
class ShowForbidden(EngineCommand):
    """The command YXSHOWFORBID, which asks for the points where the side to move must not play."""


@dataclass(frozen=True, slots=True)
class Play(EngineCommand):
    """The command PLAY x,y, with which a manager accepts a move that the engine only suggested. The answer is x,y."""

    point: Position


@dataclass(frozen=True, slots=True)
class BestMoves(EngineCommand):
    """The command YXNBEST n, which asks for ``count`` best moves in MESSAGE lines. The answer is the best."""

    count: int


@dataclass(frozen=True, slots=True)
class ClearMemory(EngineCommand):
    """The command YXHASHCLEAR, which clears the transposition table. There is no answer."""


@dataclass(frozen=True, slots=True)
class Stop(EngineCommand):
    """The command YXSTOP, which stops the search. The answer is the best move so far."""


@dataclass(frozen=True, slots=True)
class End(EngineCommand):
    """The command END, which ends the engine process."""


@dataclass(frozen=True, slots=True)
class Unknown(EngineCommand):
    """A line with an unknown command, stored whole."""

    line: str


@dataclass(frozen=True, slots=True)
class Malformed(EngineCommand):
    """A known command with invalid arguments, and a sentence with the reason."""

    sentence: str


class _Lines:
    """An iterator over lines. A line can be given back, to be read again."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._returned: list[str] = []

    def take(self) -> str | None:
        return self._returned.pop() if self._returned else next(self._lines, None)

    def give_back(self, line: str) -> None:
        self._returned.append(line)


def read_commands(lines: Iterable[str]) -> Iterator[EngineCommand]:
    """Parse lines into commands, yielding each as soon as its last line was read; empty lines are skipped."""
    source = _Lines(lines)
    while (line := source.take()) is not None:
        word, _, rest = line.strip().partition(" ")
        if word:
            yield _read_command(word.upper(), rest.strip(), source)


def _read_command(word: str, rest: str, source: _Lines) -> EngineCommand:
    if word in _PLAIN:
        return _PLAIN[word]
    reader = _READERS.get(word)
    if reader is None:
        return Unknown(f"{word} {rest}".strip())
    try:
        return reader(rest, source)
    except ParseError as error:
        return Malformed(f"{word}: {error}")


def _read_start(rest: str, _source: _Lines) -> EngineCommand:
    found = re.fullmatch(r"(\d{1,3})(?:\s+(\d{1,3}))?", rest)
    if found is None:
        raise ParseError(f"{rest!r} is not a board size (as in START 15)")
    return Start(int(found[1]), int(found[2] or found[1]))


def _read_best_moves(rest: str, _source: _Lines) -> EngineCommand:
    return BestMoves(_read_count(rest, "YXNBEST 3"))


def _read_judge(rest: str, source: _Lines) -> EngineCommand:
    text = _read_text(source)
    return JudgePosition(_read_count(rest, "JUDGE 2"), text)


def _read_count(rest: str, example: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", rest):
        raise ParseError(f"{rest!r} is not a number of moves (as in {example})")
    return int(rest)


def _read_info(rest: str, _source: _Lines) -> EngineCommand:
    key, _, value = rest.partition(" ")
    return InfoLine(key.lower(), value.strip())


def _read_board(source: _Lines, *, answered: bool) -> EngineCommand:
    return Board(tuple(_read_block(source, _read_stone)), answered)


def _read_text(source: _Lines) -> str:
    """Read a position as text, up to DONE; raises ParseError after ``LONGEST_POSITION`` lines."""
    lines: list[str] = []
    while (line := source.take()) is not None and not _is_done(line):
        lines.append(line)
        if len(lines) > LONGEST_POSITION:
            raise ParseError(f"no DONE within {LONGEST_POSITION} lines")
    return "\n".join(lines)


def _is_done(line: str) -> bool:
    return line.strip().upper() == "DONE"


def _read_point(text: str) -> Position:
    found = _POINT.fullmatch(text)
    if found is None:
        raise ParseError(f"{text!r} is not a pair of numbers (as in 7,7)")
    return int(found[1]), int(found[2])


def _read_stone(text: str) -> BoardStone:
    found = _STONE.fullmatch(text)
    if found is None:
        raise ParseError(f"{text!r} is not a stone (x,y and 1 for the engine's or 2 for its opponent's, as in 7,7,1)")
    if found[3] == "3":
        raise ParseError(f"{text!r} is a stone of a finished line, and no game here goes on after a line")
    return BoardStone((int(found[1]), int(found[2])), int(found[3]))


_Read = TypeVar("_Read")


def _read_block(source: _Lines, read: Callable[[str], _Read]) -> list[_Read]:
    """Read the lines up to DONE and parse each that is not empty. Raises ParseError for the first invalid line.

    A command among the lines means that DONE is missing; it is given back to ``source`` and an error is raised.
    """
    found: list[_Read] = []
    trouble: ParseError | None = None
    while (line := source.take()) is not None and not _is_done(line):
        text = line.strip()
        if not text:
            continue
        if text[:1].isalpha():
            source.give_back(line)
            raise ParseError(f"DONE is missing before {text!r}")
        if len(found) >= MOST_STONES:
            trouble = trouble or ParseError(f"no DONE within {MOST_STONES} stones")
            continue
        try:
            found.append(read(text))
        except ParseError as error:
            trouble = trouble or error
    if trouble is not None:
        raise trouble
    return found


_PLAIN: dict[str, EngineCommand] = {
    "BEGIN": Begin(),
    "RESTART": Restart(),
    "ABOUT": About(),
    "END": End(),
    "YXSTOP": Stop(),
    "YXSHOWFORBID": ShowForbidden(),
    "YXHASHCLEAR": ClearMemory(),
}

_READERS: dict[str, Callable[[str, _Lines], EngineCommand]] = {
    "START": _read_start,
    "RECTSTART": lambda rest, _: Start(*_read_point(rest)),
    "TURN": lambda rest, _: TurnCommand(_read_point(rest)),
    "TAKEBACK": lambda rest, _: Takeback(_read_point(rest)),
    "PLAY": lambda rest, _: Play(_read_point(rest)),
    "YXNBEST": _read_best_moves,
    "INFO": _read_info,
    "BOARD": lambda _, source: _read_board(source, answered=True),
    "YXBOARD": lambda _, source: _read_board(source, answered=False),
    "SWAP2BOARD": lambda _, source: Swap2Board(tuple(_read_block(source, _read_point))),
    "POSITION": lambda _, source: PositionText(_read_text(source)),
    "PROVE": lambda _, source: ProvePosition(_read_text(source)),
    "JUDGE": _read_judge,
}
