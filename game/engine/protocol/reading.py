"""Parsing of a manager's lines into commands of the Gomocup protocol, Yixin's and ours, without I/O."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from game.core.geometry import Position
from game.core.model import ParseError
from game.engine.protocol import yixin
from game.engine.protocol.protocol import (
    About,
    Begin,
    Board,
    BoardStone,
    End,
    EngineCommand,
    InfoLine,
    JudgePosition,
    Malformed,
    Play,
    PositionText,
    ProvePosition,
    Restart,
    Start,
    Swap2Board,
    Takeback,
    TurnCommand,
    Unknown,
)
from game.engine.protocol.yixin import SoosorvStep

#: Most bytes of a line; the rest of a longer line is dropped.
LONGEST_LINE = 8192
#: Most lines of a position as text; a longer one is refused.
LONGEST_POSITION = 500
#: Most stones of a BOARD, more than any board has cells; a longer one is refused.
MOST_STONES = 10_000

_LINE_END = re.compile(rb"\r\n|\r|\n")
_POINT = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})")
_STONE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*([123])")
_BIAS = re.compile(r"[-+]?\d{1,6}")

_NO_DATABASE = "This engine has no database of positions."
_NO_TABLE_FILE = "This engine does not write its table of positions to a file, nor read it from one."
_NO_TABLE_USAGE = "This engine does not count the used entries of its table of positions."
_NO_FEATURES = "This engine has no features of a position to print."
_NO_FORBID = "Points are forbidden only by the rules here; YXBLOCK keeps the engine from a point."
_NO_DRAW = "The engine neither offers nor accepts a draw."
_NO_RESIGNATION = "A resignation ends the game in the manager only; the engine waits for the next START."


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
            command = _read_command(word.upper(), rest.strip(), source)
            yield replace(command, is_yixin=True) if _is_yixin(word.upper(), rest) else command


def _is_yixin(word: str, rest: str) -> bool:
    return word.startswith("YX") or (word == "START" and len(rest.split()) > 1)


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


def _read_points(source: _Lines) -> tuple[Position, ...]:
    return tuple(_read_block(source, _read_point))


# Yixin's commands


def _read_bias(rest: str) -> int:
    if rest and not _BIAS.fullmatch(rest):
        raise ParseError(f"{rest!r} is not a number of points (as in YXBALANCEONE 0)")
    return int(rest or 0)


def _read_soosorv(step: SoosorvStep, rest: str, source: _Lines) -> EngineCommand:
    """Read a step of the Soosorv opening; YXSOOSORVSTEP4 and 5 announce the number of fifth stones."""
    points = _read_points(source)
    announces = step in (SoosorvStep.SECOND_SWAP, SoosorvStep.FIFTH_STONES)
    return yixin.SoosorvCommand(step, points, _read_count(rest, "YXSOOSORVSTEP4 2") if announces else 0)


def _read_unused_block(_rest: str, source: _Lines) -> EngineCommand:
    """Read the lines of a command about a database, whatever is in them."""
    _read_block(source, lambda _: None)
    return yixin.Unsupported(_NO_DATABASE)


def _read_unused_file(source: _Lines, sentence: str) -> EngineCommand:
    """Read the line with the name of a file. A command in its place means that the name is missing."""
    line = source.take()
    if line is not None:
        word = line.strip().partition(" ")[0].upper()
        if word in _PLAIN or word in _READERS:
            source.give_back(line)
    return yixin.Unsupported(sentence)


#: Commands about a database that have a position up to DONE, and those that name a file in the next line.
_DATABASE_BLOCKS = (
    "YXQUERYDATABASEALL",
    "YXQUERYDATABASEONE",
    "YXQUERYDATABASETEXT",
    "YXQUERYDATABASEALLT",
    "YXEDITTVDDATABASE",
    "YXEDITTEXTDATABASE",
    "YXEDITLABELDATABASE",
    "YXSETBESTMOVEDATABASE",
    "YXCLEARBESTMOVEDATABASE",
    "YXDELETEDATABASEONE",
    "YXDELETEDATABASEALL",
)
_DATABASE_FILES = (
    "YXSETDATABASE",
    "YXDBTOPOS",
    "YXDBTOTXT",
    "YXDBTOTXTALL",
    "YXTXTTODB",
    "YXLIBTODB",
    "YXDBTOLIB",
    "YXDBSPLIT",
    "YXDBMERGE",
)

_PLAIN: dict[str, EngineCommand] = {
    "BEGIN": Begin(),
    "RESTART": Restart(),
    "ABOUT": About(),
    "END": End(),
    "STOP": yixin.Stop(),
    "YXSTOP": yixin.Stop(),
    "YXSHOWINFO": yixin.ShowInfo(),
    "YXSHOWFORBID": yixin.ShowForbidden(),
    "YXHASHCLEAR": yixin.ClearMemory(),
    "YXSEARCHDEFEND": yixin.SearchDefence(),
    "YXBLOCKRESET": yixin.Unblock(),
    "YXBLOCKPATHRESET": yixin.Unblock(paths=True),
    "YXSWAP2STEP1": yixin.Swap2Step(1),
    "YXSWAP2STEP2": yixin.Swap2Step(2),
    "YXSWAP2STEP3": yixin.Swap2Step(3),
    "YXSOOSORVSTEP1": yixin.SoosorvCommand(SoosorvStep.THREE_STONES),
    "YXDRAW": yixin.Unsupported(_NO_DRAW),
    "YXRESIGN": yixin.Unsupported(_NO_RESIGNATION),
    "YXSHOWHASHUSAGE": yixin.Unsupported(_NO_TABLE_USAGE),
    "YXPRINTFEATURE": yixin.Unsupported(_NO_FEATURES),
    "YXDBCHECK": yixin.Unsupported(_NO_DATABASE),
    "YXDBFIX": yixin.Unsupported(_NO_DATABASE),
    "YXSAVEDATABASE": yixin.Unsupported(_NO_DATABASE),
}

_READERS: dict[str, Callable[[str, _Lines], EngineCommand]] = {
    "START": _read_start,
    "RECTSTART": lambda rest, _: Start(*_read_point(rest)),
    "TURN": lambda rest, _: TurnCommand(_read_point(rest)),
    "TAKEBACK": lambda rest, _: Takeback(_read_point(rest)),
    "PLAY": lambda rest, _: Play(_read_point(rest)),
    "INFO": _read_info,
    "BOARD": lambda _, source: _read_board(source, answered=True),
    "YXBOARD": lambda _, source: _read_board(source, answered=False),
    "SWAP2BOARD": lambda _, source: Swap2Board(_read_points(source)),
    "POSITION": lambda _, source: PositionText(_read_text(source)),
    "PROVE": lambda _, source: ProvePosition(_read_text(source)),
    "JUDGE": _read_judge,
    "YXNBEST": lambda rest, _: yixin.BestMoves(_read_count(rest, "YXNBEST 3")),
    "YXBALANCEONE": lambda rest, _: yixin.BalancedMove(1, _read_bias(rest)),
    "YXBALANCETWO": lambda rest, _: yixin.BalancedMove(2, _read_bias(rest)),
    "YXBLOCK": lambda _, source: yixin.BlockedPoints(_read_points(source)),
    "YXBLOCKUNDO": lambda _, source: yixin.BlockedPoints(_read_points(source), is_undone=True),
    "YXBLOCKPATH": lambda _, source: yixin.BlockedPath(_read_points(source)),
    "YXBLOCKPATHUNDO": lambda _, source: yixin.BlockedPath(_read_points(source), is_undone=True),
    "YXSOOSORVSTEP2": lambda rest, source: _read_soosorv(SoosorvStep.FIRST_SWAP, rest, source),
    "YXSOOSORVSTEP3": lambda rest, source: _read_soosorv(SoosorvStep.FOURTH_STONE, rest, source),
    "YXSOOSORVSTEP4": lambda rest, source: _read_soosorv(SoosorvStep.SECOND_SWAP, rest, source),
    "YXSOOSORVSTEP5": lambda rest, source: _read_soosorv(SoosorvStep.FIFTH_STONES, rest, source),
    "YXSOOSORVSTEP6": lambda rest, source: _read_soosorv(SoosorvStep.PICK, rest, source),
    "YXFORBID": lambda _rest, _source: yixin.Unsupported(_NO_FORBID),
    **dict.fromkeys(_DATABASE_BLOCKS, _read_unused_block),
    **{word: lambda _, source: _read_unused_file(source, _NO_DATABASE) for word in _DATABASE_FILES},
    "YXHASHDUMP": lambda _, source: _read_unused_file(source, _NO_TABLE_FILE),
    "YXHASHLOAD": lambda _, source: _read_unused_file(source, _NO_TABLE_FILE),
}
